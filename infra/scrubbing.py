"""What looks like a secret, taken out of texts that leave the process: log lines and messages of errors."""

from __future__ import annotations

import re
from typing import Any

HIDDEN = "***"

_NAMES = "authorization|api[-_ ]?key|token|password|passwd|secret|credential"
SECRET_NAME = re.compile(f"(?i){_NAMES}")

_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(rf"(?i)({_NAMES})(['\"]?\s*[:=]\s*['\"]?)(bearer\s+|basic\s+)?[^\s,;'\"]+"),
        r"\1\2" + HIDDEN,
    ),
    (re.compile(r"(?i)\bbearer\s+[^\s,;'\"]+"), "Bearer " + HIDDEN),
    (re.compile(r"\bsk-[A-Za-z0-9_-]{8,}"), HIDDEN),
    (re.compile(r"\bAKIA[0-9A-Z]{16}\b"), HIDDEN),
    (re.compile(r"://[^/\s@]+@"), f"://{HIDDEN}@"),
)


def scrub(text: str) -> str:
    """The text with keys, tokens, passwords and the credentials in URLs replaced by ``***``."""
    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    return text


def scrub_value(name: str, value: Any) -> Any:
    """A named value of a log line: hidden whole when its name says that it is secret, its texts scrubbed otherwise."""
    if SECRET_NAME.search(name) and value is not None and not isinstance(value, bool | int | float):
        return HIDDEN
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, dict):
        return {key: scrub_value(str(key), item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [scrub_value("", item) for item in value]
    if isinstance(value, bool | int | float) or value is None:
        return value
    return scrub(repr(value))
