"""A paragraph to sentences, by rules: no model, so the same text gives the same sentences everywhere.

A full stop ends a sentence unless it belongs to a number, an initial, an abbreviation or an enumeration, or stands inside brackets or
quotation marks that close later. What may do both (``U.S.``, ``Inc.``, ``a.m.``) ends one only before a word that opens sentences.
"""

from __future__ import annotations

import re

from charge_stream.documents.words import tidy, word_set

MAX_SENTENCE = 1200
"""Characters; a longer sentence (a list without stops, a table run together) is cut at a semicolon, a comma or a space."""
_MAX_INSIDE = 500
"""How far brackets or quotation marks may hold a sentence together, in characters."""

_NEVER_LAST = word_set(
    "mr mrs ms mx dr prof sen rep reps sens gov gen capt lt sgt maj adm cmdr rev hon pres supt st ft mt vs v cf e.g i.e viz approx ca c "
    "dept univ assn al incl excl resp mme mlle m sra srta d.ª dott ing sig.ra z.b d.h u.a bzw vgl ggf inkl zzgl bijv d.w.z o.a p.ex"
)
_BEFORE_NUMBERS = word_set(
    "no nos nr núm fig figs eq eqs sec ch chap vol vols art para p pp pág app s abb tab bd jan feb mar apr jun jul aug sep sept oct nov dec"
)
_MAY_BE_LAST = word_set(
    "u.s u.k u.n e.u u.s.a u.a.e d.c n.y l.a a.m p.m b.c a.d inc ltd co corp bros plc llc jr sr esq etc ph.d m.d b.a m.a m.b.a j.d "
    "ee.uu usw u.ä enz ave blvd rd"
)
_OPENERS = word_set(
    "the a an in on at by for from of to with as and but or so yet if when while although though because since after before during until "
    "this that these those it its he she they we you i his her their our your my there here what who how why where which some many most "
    "more few all both each every not one two three among about around only just even still also however meanwhile overall according "
    "these americans by nearly roughly today now then last next over under between republicans democrats women men adults "
    "der die das ein eine im in am und aber es sie er wir le la les un une des il elle ils nous en au aux dans el los las una y pero "
    "il lo gli uno e ma o os as um uma het een de"
)
_MONTHS = word_set(
    "january february march april may june july august september october november december januar februar märz mai juni juli oktober "
    "dezember enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre januari maart mei"
)
_STOP = re.compile(
    r"(?P<mark>\.{2,}|…|[.!?]+)(?P<close>[\"'”’»)\]]*)(?P<note>\[\d{1,3}\]|\d{1,2}(?=\s+[A-Z“\"]))?(?P<gap>\s+|(?=[A-Z][a-z]+\s)|$)"
)
_TOKEN_BEFORE = re.compile(r"[^\s(\[\"“”«»—–/]*$")
_WORD_AFTER = re.compile(r"[\"'“‘«(\[¿¡]*([^\s,;:.!?\"'”’»)\]]+)")
_OPENING = {"(": ")", "[": "]", "“": "”", "«": "»", "„": "“"}
_CUTS = ("; ", ": ", ", ", " ")


def split_sentences(text: str) -> list[str]:
    """The sentences of a paragraph, in order, tidied; line ends always part sentences. An empty text has none."""
    return [sentence for line in tidy(text).split("\n") for piece in _split_line(line) for sentence in _bounded(piece)]


def _split_line(line: str) -> list[str]:
    inside = _held_together(line)
    pieces: list[str] = []
    start = 0
    for match in _STOP.finditer(line):
        end = match.end("note") if match["note"] else match.end("close")
        if end < len(line) and (inside[end - 1] or not _ends_sentence(line, start, match)):
            continue
        pieces.append(line[start:end].strip())
        start = end
    pieces.append(line[start:].strip())
    return _joined([piece for piece in pieces if piece])


def _ends_sentence(line: str, start: int, match: re.Match[str]) -> bool:
    after = _WORD_AFTER.match(line, match.end())
    word = after[1] if after else ""
    token = _TOKEN_BEFORE.search(line, start, match.start())
    before = (token[0] if token else "").lstrip("'‘")
    if not match["gap"]:
        return match["mark"] == "." and word.lower() in _OPENERS and before.isalnum() and len(before) > 2
    if word[:1].islower():
        return False
    if match["mark"] != "." or match["close"]:
        return True
    return _full_stop_ends(before, word, first=line[start : match.start()].strip() == before)


def _full_stop_ends(before: str, word: str, *, first: bool) -> bool:
    """Whether a single full stop after ``before`` and in front of ``word`` ends the sentence; ``first``: nothing else stands before it."""
    lowered = before.lower()
    opens = word.lower() in _OPENERS and word[:1].isupper()
    if before.isdigit() and len(before) <= 3:
        return not first and word.lower() not in _MONTHS
    if lowered in _BEFORE_NUMBERS and before != lowered.upper()[:1]:
        return not word[:1].isdigit()
    if lowered in _MAY_BE_LAST:
        return opens
    if lowered in _NEVER_LAST and not (len(before) == 1 and before.isupper()):
        return False
    if len(before) == 1 and before.isalpha():
        return opens and before != "I" if before.isupper() else False
    return not (re.fullmatch(r"(?:[A-Za-z]\.)+[A-Za-z]", before) and not opens)


def _held_together(line: str) -> list[bool]:
    """For each character, whether brackets or quotation marks around it close later, near enough; straight quotes open after a space."""
    inside = [False] * len(line)
    for at, char in enumerate(line):
        closing = _OPENING.get(char)
        if char == '"' and (at == 0 or line[at - 1] in " (["):
            closing = '"'
        if closing is None or inside[at]:
            continue
        end = line.find(closing, at + 1, at + _MAX_INSIDE)
        if end > at:
            inside[at:end] = [True] * (end - at)
    return inside


def _joined(pieces: list[str]) -> list[str]:
    """Pieces without a word (a stray quotation mark, a lone number with its stop) joined to a neighbour."""
    joined: list[str] = []
    for piece in pieces:
        if joined and not any(char.isalnum() for char in piece):
            joined[-1] = f"{joined[-1]} {piece}"
        else:
            joined.append(piece)
    return joined


def _bounded(sentence: str) -> list[str]:
    parts: list[str] = []
    while len(sentence) > MAX_SENTENCE:
        places = (sentence.rfind(cut, MAX_SENTENCE // 2, MAX_SENTENCE) + len(cut.rstrip()) for cut in _CUTS)
        place = next((place for place in places if place >= MAX_SENTENCE // 2), MAX_SENTENCE)
        parts.append(sentence[:place].strip())
        sentence = sentence[place:].strip()
    return [*parts, sentence] if sentence else parts
