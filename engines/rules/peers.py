"""Which phrases and groups of people may stand beside each other: alike but for a word, told apart by one thing, a part and its whole."""

from __future__ import annotations

import re

from charge_stream.infra.wordings import common_ends

MOST_DIFFERING_WORDS = 6
LEAST_COMMON_WORDS = 2

_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("age", r"\bages? \d|\bunder age|\bages?d? \d|\bmillennials|\bboomers|\bgen x"),
        ("schooling", r"\b(?:degree|diploma|education|graduates?|high school|college)\b"),
        ("gender", r"\b(?:men|women|boys|girls|male|female)\b"),
        ("party", r"\b(?:republicans?|democrats?|democratic|independents?)\b"),
        ("leaning", r"\b(?:conservatives?|liberals?|moderates?)\b"),
        ("race", r"\b(?:white|black|hispanics?|latinos?|asian|asians)\b"),
        ("faith", r"\b(?:protestants?|catholics?|christians?|jews|jewish|muslims?|hindus?|buddhists?|mormons?|evangelicals?"
         r"|unaffiliated|religious affiliation)\b"),
        ("community", r"\b(?:urban|suburban|rural)\b"),
        ("income", r"\bincomes?\b"),
        ("work", r"\b(?:employed|unemployed|workers?|retired)\b"),
        ("origin", r"\b(?:immigrants?|born|refugees?)\b"),
    )
)  # fmt: skip
"""What tells groups of people apart, by the words that name it."""


_OVERLAPPING = re.compile(r"\bat least\b|\bor (?:more|less|higher|lower)\b|\band (?:older|over)\b|\bunder\b", re.IGNORECASE)
_AGES = re.compile(r"\bages? (?P<from>\d+)(?: to (?P<to>\d+)| and (?:older|over))|\bunder (?:age )?(?P<under>\d+)")


def group_words(text: str) -> frozenset[str]:
    """The words of ``text`` that tell groups of people apart ("men", "democrats"), in lower case."""
    return frozenset(match[0].lower().removesuffix("s") for _, pattern in _KINDS for match in pattern.finditer(text))


def comparable_groups(one: str, two: str) -> bool:
    """May the two populations stand beside each other: told apart by one thing (schooling), or the one a part of the other?

    Graduates beside people with a job are neither: many are both. So are people with "at least a degree" and those with a higher one.
    """
    if is_part(one, two) or is_part(two, one):
        return True
    kinds = [frozenset(kind for kind, pattern in _KINDS if pattern.search(said)) for said in (one, two)]
    if kinds[0] != kinds[1] or not (kinds[0] or alike(one, two)):
        return False
    return not _overlap(one, two)


def _overlap(one: str, two: str) -> bool:
    """Can one be in both? Age groups are compared by their bounds; of open groups only opposite ones are apart."""
    ages = [_span(said) for said in (one, two)]
    if ages[0] and ages[1] and ages[0] != ages[1]:
        return ages[0][0] <= ages[1][1] and ages[1][0] <= ages[0][1]
    plain = [_AGES.sub("", said) for said in (one, two)]
    found = [_OVERLAPPING.findall(said) for said in plain]
    return bool(found[0] or found[1]) and not (found[0] and found[1] and found[0] != found[1]) and not _has_none(plain)


def _has_none(plain: list[str]) -> bool:
    """Does one of them lack what the other has ("without", "no …")?"""
    return any(re.search(r"\b(?:without|no|not)\b", said) for said in plain)


def _span(said: str) -> tuple[int, int] | None:
    found = _AGES.search(said)
    if found is None:
        return None
    if found["under"]:
        return 0, int(found["under"]) - 1
    return int(found["from"]), int(found["to"] or 200)


def is_part(part: str, whole: str) -> bool:
    """Is ``part`` the population ``whole`` with more said of it ("liberal Democrats" of "Democrats")?"""
    words = iter(part.split())
    return part != whole and all(word in words for word in whole.split())


def alike(one: str, two: str) -> bool:
    """Two phrases that differ in one stretch of a few words, and have more in common than an article."""
    before, left, right, after = split(one, two)
    if max(len(left.split()), len(right.split())) > MOST_DIFFERING_WORDS or not (left and right):
        return False
    return len([word for word in f"{before} {after}".split() if len(word) > 3]) >= LEAST_COMMON_WORDS


def split(one: str, two: str) -> tuple[str, str, str, str]:
    """What two phrases share at their start, where each differs, what they share at their end; whole words."""
    left, right = one.split(), two.split()
    start, end = common_ends(left, right)
    cut = [words[start : len(words) - end] for words in (left, right)]
    return " ".join(left[:start]), " ".join(cut[0]), " ".join(cut[1]), " ".join(left[len(left) - end :])
