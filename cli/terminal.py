"""Sentences for the person at the terminal."""

from __future__ import annotations

import sys


def tell(sentence: object) -> None:
    """One line on stderr. What a file's name may hold (line breaks, escape codes) is shown, not obeyed."""
    shown = "".join(char if char.isprintable() else char.encode("unicode_escape", "surrogatepass").decode() for char in str(sentence))
    print(f"charge-stream: {shown}", file=sys.stderr)
