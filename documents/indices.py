"""The year that is 100 in a document's indices, told once for all of them: "All indices: 2000 = 100"."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BASE = re.compile(r"\b(?P<year>(?:1[89]|20)\d\d) ?(?:=|equals|(?:(?:is|was) )?set (?:to|at)) ?100(?![\d.,]*\d)(?! ?(?:%|percent|million))")


def basis_of(texts: Iterable[str]) -> str | None:
    """ "2000 = 100" where the texts name one such year; None where they name none or several."""
    years = {match["year"] for text in texts for match in _BASE.finditer(" ".join(text.split()))}
    return f"{years.pop()} = 100" if len(years) == 1 else None
