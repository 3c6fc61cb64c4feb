"""Filling a title's blank, choice or shared head with a label: "% who say it is …", "legal/illegal", "oil and gas"."""

from __future__ import annotations

import functools
import re
from dataclasses import replace

from charge_stream.engines.rules.english import lower_first, parse
from charge_stream.engines.rules.groups import narrowed
from charge_stream.engines.rules.label_kinds import LEANING, is_skipped, parts_people
from charge_stream.engines.rules.measures import Measure
from charge_stream.engines.rules.words import either_of, stem

_ORDINAL_FIX = {
    "Rep": "Republicans",
    "Dem": "Democrats",
    "Ind": "independents",
    "Republican": "Republicans",
    "Democrat": "Democrats",
    "Independent": "independents",
}
ANY = r"…|_+"
IDENTITY = re.compile(r"^(?:are|are/lean|identify as|describe themselves as|lean)(?: an?)?\s*(?:…|_+|$)")


def _choice(text: str, alternatives: tuple[str, ...]) -> re.Match[str] | None:
    """Where ``text`` offers two labels: "agree or disagree", "legal/illegal", "oil and gas"; labels may go on ("Legal in most cases")."""
    for pair in _pairs(alternatives):
        for match in pair.finditer(text):
            if match["one"].lower() != match["two"].lower() and not re.search(r"\w, $", text[: match.start()]):
                return match
    return None


@functools.lru_cache(maxsize=256)
def _pairs(alternatives: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Patterns of two labels side by side: whole labels first, then their first words."""
    found = []
    for names in ([label.lower() for label in alternatives], [re.split(r"[\s/,.]", label.lower())[0] for label in alternatives]):
        any_of = either_of(name for name in set(names) if len(name) > 2)
        if any_of:
            found.append(re.compile(rf"\b(?P<one>{any_of})(?: ?/ ?| or | and )(?P<two>{any_of})\b", re.IGNORECASE))
    return tuple(found)


def blanks(measure: Measure, categories: tuple[str, ...], series: tuple[str, ...]) -> tuple[str, str]:
    """Which blank of a share's title the rows' labels fill, and which the columns': "…", "__", either, or none ("").

    Of two blanks "__" belongs to the columns and "…" to the rows; one is filled by the columns unless they name groups, times or places,
    or there is only one.
    """
    if measure.kind != "share":
        return ANY, ANY
    by_columns = len(series) > 1
    parting_rows, parting_columns = (all(parts_people(name) for name in names if not is_skipped(name)) for names in (categories, series))
    if re.fullmatch(r"_+", measure.population):
        return ("", ANY) if by_columns and parting_columns else (ANY, "")
    gaps = re.findall(r"…|_+|are/lean", measure.predicate)
    if len(gaps) == 2 and "…" in gaps and by_columns:
        return "…", "_+"
    if len(gaps) != 1 or IDENTITY.search(measure.predicate):
        return ANY, ANY
    if not by_columns:
        return ("" if parting_rows else ANY), ""
    return (ANY, "") if parting_columns else ("", ANY)


def fill(measure: Measure, label: str, alternatives: tuple[str, ...], fills: str) -> Measure | None:
    """The measure with the label in place of "…", of a choice, of a shared head or of the group it belongs to."""
    if measure.kind == "share" and re.fullmatch(r"_+", measure.population):
        population = narrowed("adults", label, "")
        return replace(measure, population=population) if population else None
    if measure.kind == "share" and re.search(r"…|\bare/lean$|_+", measure.predicate):
        return fill_blank(measure, label, fills)
    if measure.kind == "share" and re.search(r"(?:should be|is|are|as|to be)$", measure.predicate) and len(alternatives) > 1:
        return replace(measure, predicate=f"{measure.predicate} {lower_first(label)}")
    match = _choice(measure.predicate or measure.noun, alternatives)
    if match:
        return _fill_choice(measure, label, match)
    return _fill_head(measure, label) if measure.kind == "amount" else None


def fill_blank(measure: Measure, label: str, blank: str) -> Measure | None:
    leaning = LEANING.match(label)
    if leaning and not IDENTITY.search(measure.predicate):
        return None
    if leaning:
        party = "Republican" if leaning["own"].startswith("Rep") else "Democratic"
        people = "Republicans" if party == "Republican" else "Democrats"
        return replace(measure, predicate=f"are {people} or lean {party}")
    if label.lower() == "ever" or ":" in label or re.search(r"\b(?:1[89]|20)\d\d\b", label):
        return None
    word = _ORDINAL_FIX.get(label.rstrip("."), lower_first(label)).replace(" + ", " and ")
    if measure.predicate in ("are …", "are/lean", "are/lean …"):
        doc = parse(f"They are {word}.")
        if doc[2].pos_ not in ("ADJ", "VERB", "PART", "NOUN", "PROPN", "ADV") or (doc[2].tag_ == "NN" and len(word.split()) == 1):
            return None
        return replace(measure, predicate=f"are {word}")
    predicate = re.sub(rf"\s*(?:{blank})\s*", lambda _: f" {word} ", measure.predicate, count=1).strip()
    return replace(measure, predicate=predicate)


def _fill_choice(measure: Measure, label: str, match: re.Match[str]) -> Measure:
    word = lower_first(re.sub(r"\b(\w+)/(\w+)\b", r"\1 or \2", label))
    if measure.predicate:
        return replace(measure, predicate=f"{measure.predicate[: match.start()]}{word}{measure.predicate[match.end() :]}")
    noun = f"{measure.noun[: match.start()]}{word}{measure.noun[match.end() :]}"
    # "real prices of oil and natural gas" → "real price of oil"
    return replace(measure, noun=re.sub(r"\b(price|cost|share|rate|number|value|wage|revenue)s(?= of\b)", r"\1", noun, count=1))


def _fill_head(measure: Measure, label: str) -> Measure | None:
    """ "Public institutions" into "expenditures of educational institutions": its modifiers before the shared head."""
    *modifiers, head = label.split()
    if not modifiers or len(modifiers) > 3 or not re.fullmatch(r"[A-Za-z-]+", head):
        return None
    doc = parse(measure.noun)
    found = next(
        (
            word
            for word in doc
            if word.pos_ in ("NOUN", "PROPN") and word.i and stem(word.text) == stem(head) and word.lower_[:3] == head[:3].lower()
        ),
        None,
    )
    if found is None:
        return None
    known = {stem(word.text) for word in doc}
    new = [word for word in modifiers if stem(word) not in known]
    if not new:
        return measure
    start = found.i
    while start and (
        (doc[start - 1].head.i == found.i and doc[start - 1].dep_ == "amod")
        or stem(doc[start - 1].text) in {stem(word) for word in modifiers}
    ):
        start -= 1
    offset = doc[start].idx
    return replace(measure, noun=f"{measure.noun[:offset]}{lower_first(' '.join(new))} {measure.noun[offset:]}")
