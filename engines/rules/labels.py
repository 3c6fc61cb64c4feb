"""What a row or column label does to a chart's measure: a place, a time, a group, an answer filled in, or a thing counted for."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from charge_stream.engines.rules import places
from charge_stream.engines.rules.english import lower_first, parse
from charge_stream.engines.rules.groups import narrowed
from charge_stream.engines.rules.measures import Measure
from charge_stream.engines.rules.sentences import MONTH, YEAR
from charge_stream.engines.rules.words import stem, wordset

TIME_LABEL = re.compile(rf"(?:(?:Q[1-4]|{MONTH}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?),? )?(?P<year>{YEAR})$", re.IGNORECASE)
_SKIPPED = re.compile(
    r"(?:dk|don't know|no answer|refused|ref|other|others|n/?a|none|not sure|unknown|neither$|both$|all other)\b|.*\b(?:dk/ref"
    r"|no answer|refused|not specified)\b|$",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"(?:total|all|overall|all adults|u\.?s\.? adults|adults|all americans|average|net)$", re.IGNORECASE)
_REPEATING = frozenset(
    stem(word)
    for word in wordset(
        "share percent percentage value values index number count total rate score amount price average level data figure in of"
        " per who that dollars million billion"
        " thousand u s us net points"
    )
)
_PARTICIPLE_END = re.compile(r"\b(?:used|spent|produced|consumed|sold|emitted|generated|exported|imported|made|owned|earned)$")
_ORDINAL_FIX = {
    "Rep": "Republicans",
    "Dem": "Democrats",
    "Ind": "independents",
    "Republican": "Republicans",
    "Democrat": "Democrats",
    "Independent": "independents",
}
_LEANING = re.compile(r"(?P<own>Rep|Dem|Republican|Democrat)(?:\.|s)?/\s?[Ll]ean\.? (?:Rep|Dem|Republican|Democratic)\.?$")


@dataclass(frozen=True, slots=True)
class Attached:
    """A measure with the labels of one cell put in. ``quoted`` says that no sentence could take the label: it is named in quotes."""

    measure: Measure
    place: str = ""
    time: str = ""
    quoted: str = ""
    by: str = ""
    topic: bool = False


def is_skipped(label: str) -> bool:
    """Labels that name no category: refusals, rests, blanks, marked projections."""
    return bool(_SKIPPED.match(label.strip())) or label.strip().endswith("*") or len(label) > 70


def is_time(label: str) -> bool:
    return bool(TIME_LABEL.match(label.strip()))


def attach(state: Attached, label: str, header: str, alternatives: tuple[str, ...]) -> Attached | None:
    """The measure with ``label`` (from a row or column headed ``header``, beside ``alternatives``) put in; None where none is safe."""
    label = " ".join(label.split())
    measure = state.measure
    if is_time(label):
        return replace(state, time=label)
    place = places.named(label)
    if place and re.search(r"\b(?:origin|birth)\b", f"{header} {measure.dimension}", re.IGNORECASE):
        return replace(state, measure=_from_place(measure, place))
    if place:
        return replace(state, place=place)
    if _is_generic(label, measure, alternatives):
        return state
    filled = _fill(measure, label, alternatives)
    if filled:
        return replace(state, measure=filled)
    if measure.kind == "share":
        population = narrowed(measure.population, label, measure.dimension)
        return replace(state, measure=replace(measure, population=population)) if population else None
    if measure.kind == "amount":
        return _thing(state, label, header)
    return replace(state, quoted=label) if measure.kind == "breakdown" and not state.quoted else None


def _from_place(measure: Measure, place: str) -> Measure:
    """Countries of origin or birth: people "from China", not "in China"."""
    if measure.kind == "share":
        return replace(measure, population=f"{measure.population} from {place}")
    return replace(measure, noun=f"{measure.noun} from {place}")


def _is_generic(label: str, measure: Measure, alternatives: tuple[str, ...]) -> bool:
    """A lone header that only repeats the measure ("Share", "Deaths per terawatt-hour"), or a label for the whole ("Total")."""
    if _TOTAL.match(label):
        return True
    known = {stem(word) for word in re.findall(r"[A-Za-z]+", f"{measure.noun} {measure.population} {measure.predicate} {measure.unit}")}
    return len(alternatives) == 1 and all(stem(word) in known | _REPEATING for word in re.findall(r"[A-Za-z]+", label))


def _choice(text: str, alternatives: tuple[str, ...]) -> re.Match[str] | None:
    """Where ``text`` offers two labels: "agree or disagree", "legal/illegal", "oil and gas"; labels may go on ("Legal in most cases")."""
    for names in ([label.lower() for label in alternatives], [re.split(r"[\s/,.]", label.lower())[0] for label in alternatives]):
        unique = [name for name in dict.fromkeys(names) if len(name) > 2]
        for one in unique:
            for two in unique:
                match = re.search(rf"\b{re.escape(one)}(?: ?/ ?| or | and ){re.escape(two)}\b", text, re.IGNORECASE) if one != two else None
                if match and not re.search(r"\w, $", text[: match.start()]):
                    return match
    return None


def _fill(measure: Measure, label: str, alternatives: tuple[str, ...]) -> Measure | None:
    """The measure with the label in place of "…", of a choice, of a shared head or of the group it belongs to."""
    if measure.kind == "share" and re.search(r"…|\bare/lean$|_+", measure.predicate):
        return _fill_blank(measure, label)
    if measure.kind == "share" and re.search(r"(?:should be|is|are|as|to be)$", measure.predicate) and len(alternatives) > 1:
        return replace(measure, predicate=f"{measure.predicate} {lower_first(label)}")
    match = _choice(measure.predicate or measure.noun, alternatives)
    if match:
        return _fill_choice(measure, label, match)
    return _fill_head(measure, label) if measure.kind == "amount" else None


def _fill_blank(measure: Measure, label: str) -> Measure | None:
    leaning = _LEANING.match(label)
    if leaning:
        party = "Republican" if leaning["own"].startswith("Rep") else "Democratic"
        people = "Republicans" if party == "Republican" else "Democrats"
        return replace(measure, predicate=f"are {people} or lean {party}")
    if label.lower() == "ever":
        return None
    word = _ORDINAL_FIX.get(label.rstrip("."), lower_first(label)).replace(" + ", " and ")
    if measure.predicate in ("are …", "are/lean", "are/lean …"):
        doc = parse(f"They are {word}.")
        if doc[2].pos_ not in ("ADJ", "VERB", "PART", "NOUN", "PROPN", "ADV") or (doc[2].tag_ == "NN" and len(word.split()) == 1):
            return None
        return replace(measure, predicate=f"are {word}")
    predicate = re.sub(r"\s*(?:…|_+)\s*", f" {word} ", measure.predicate).strip()
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


def _thing(state: Attached, label: str, header: str) -> Attached | None:
    """What an amount is counted for: a member of the group named in the measure, a doer, or "for coal"."""
    measure = state.measure
    member = _member(measure.noun, label, header)
    if member:
        return replace(state, measure=replace(measure, noun=member), place="" if state.place == places.WORLD else state.place)
    told = lower_first(label)
    if re.fullmatch(r"\d+(?:st|nd|rd|th)", label):
        return None
    if not re.fullmatch(r"[\w .,'&/()+-]+", label) or state.by or state.quoted:
        return None
    if _PARTICIPLE_END.search(measure.noun):
        return replace(state, measure=replace(measure, noun=f"{measure.noun} by {told}"), by=told)
    if measure.dimension or _plain_header(header):
        return replace(state, measure=replace(measure, noun=f"{measure.noun} for {told}"), by=told)
    return replace(state, quoted=label)


def _plain_header(header: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z][A-Za-z /()-]{2,40}", header)) and header.lower() not in (
        "response",
        "unnamed",
        "label",
        "category",
        "year",
    )


def _member(noun: str, label: str, header: str) -> str:
    """ "net worth of the wealthiest video game entrepreneurs" + "Ma Huateng" (header "Entrepreneur") → "net worth of Ma Huateng"."""
    kind = re.sub(r"\(.*\)", "", header).strip().split(" ")[-1].lower().removesuffix("s") if header else ""
    if len(kind) < 4:
        return ""
    match = re.search(rf" (?:of|from) (?P<group>(?:(?! of | from )[^,()])*?\b{re.escape(kind)}s?)\b", noun, re.IGNORECASE)
    if match is None:
        return ""
    told = label if re.match(r"(?:[A-Z][\w.'-]+ ){1,3}?[A-Z(]", label) else lower_first(label)
    return f"{noun[: match.start('group')]}{told}{noun[match.end('group') :]}"
