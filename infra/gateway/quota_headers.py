"""What an endpoint tells of its limits in the headers of a reply: how much is left, and when it is full again."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

UNITS_S = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_PART = re.compile(r"(\d+(?:\.\d+)?)(ms|[smhd])")


@dataclass(frozen=True)
class Left:
    """So many calls and tokens are left; None: not told. ``reset_s``: seconds until what has run out is there again."""

    requests: int | None = None
    tokens: int | None = None
    reset_s: float = 0.0

    @property
    def nothing(self) -> bool:
        return self.requests == 0 or self.tokens == 0


def left(headers: Mapping[str, str]) -> Left:
    """What ``x-ratelimit-remaining-requests``, ``-tokens`` and their ``-reset-`` say."""
    counts = {name: _count(headers.get(f"x-ratelimit-remaining-{name}")) for name in ("requests", "tokens")}
    resets = [duration(headers.get(f"x-ratelimit-reset-{name}")) or 0.0 for name, count in counts.items() if count == 0]
    return Left(counts["requests"], counts["tokens"], max(resets, default=0.0))


def duration(text: str | None) -> float | None:
    """Seconds of ``1s``, ``6m0s``, ``120ms`` or a bare number; None where it is none of these.

    >>> duration("1m30s"), duration("20ms"), duration("2"), duration("soon")
    (90.0, 0.02, 2.0, None)
    """
    if text is None:
        return None
    parts = _PART.findall(text)
    if parts and "".join(number + unit for number, unit in parts) == text:
        return sum(float(number) * UNITS_S[unit] for number, unit in parts)
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _count(text: str | None) -> int | None:
    try:
        return None if text is None else max(0, int(float(text)))
    except (ValueError, OverflowError):
        return None
