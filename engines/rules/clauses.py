"""A sentence that states several shares, clause by clause: "57% of men say …, while a smaller share of women (45%) say the same"."""

from __future__ import annotations

import re
from dataclasses import replace

from charge_stream.engines.rules.english import cap
from charge_stream.engines.rules.raw_shares import FIGURE, QUANTIFIER
from charge_stream.engines.rules.sentences import Opened, opened

_SOME = r"(?:another |just |only |some |about |roughly |around |nearly |almost |more than |fewer than |fully |even )*"
STATES = rf"{_SOME}(?:{FIGURE} (?!points?\b)|{QUANTIFIER}(?: of)? [^()%,]{{0,70}}?\({_SOME}{FIGURE}\))"
"""How a clause starts that states a share."""
_LINK = re.compile(rf"(?:,|;)? (?:while|whereas|although|though) (?={STATES})|, (?:but|and) (?={STATES})|; (?={STATES})", re.IGNORECASE)
_BARE = re.compile(rf", (?={STATES})", re.IGNORECASE)
_CONCEDED = re.compile(rf"(?:While|Although|Though|Whereas|Even though) (?={STATES})", re.IGNORECASE)


def clauses(text: Opened) -> list[Opened]:
    """The clauses of a sentence that each state a share, in order; its opening holds for all that have none of their own.

    The first is the whole sentence, unless that starts with "while".
    """
    conceded = _CONCEDED.match(text.rest)
    if conceded:
        parts = _BARE.split(text.rest[conceded.end() :], maxsplit=1)
        first, *others = [piece for part in parts for piece in _LINK.split(part)] if len(parts) == 2 else [text.rest]
    else:
        first, *others = _LINK.split(text.rest)
        first = text.rest
    return [replace(text, rest=cap(first)), *(_inherit(opened(other), text) for other in others)]


def _inherit(clause: Opened, whole: Opened) -> Opened:
    """Time and place hold on; of whom the next clause speaks, the shares of the one before it tell."""
    return replace(clause, time=clause.time or whole.time, place=clause.place or whole.place)
