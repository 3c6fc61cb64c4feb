"""Groups of people that a chart's labels name: ages, schooling, income, party, faith, community."""

from __future__ import annotations

import re

from charge_stream.engines.rules.english import inflect, lower_first
from charge_stream.engines.rules.words import wordset

_LEANERS = re.compile(
    r"(?P<adjective>[A-Za-z/]+ )?(?P<own>Rep|Dem|Republican|Democrat)(?:\.|s)?\s?/\s?[Ll]ean\.? (?:Rep|Dem|Republican|Democratic)\.?$"
)
_PEOPLE_NOUNS = wordset(
    """Protestant Catholic Christian Muslim Jew Hindu Buddhist Mormon Evangelical Republican Democrat Independent Conservative
    Liberal Moderate Millennial Boomer adult parent worker student teacher voter woman man immigrant veteran homeowner renter
    graduate user owner resident citizen person driver"""
)
_BASE = r"(?:adults|people|Americans|respondents|residents|voters|workers|students|those|individuals|parents|teens)"

# A group's label | what the population becomes; {p} is the measure's population, {P} the label before it
_GROUPS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), made)
    for pattern, made in (
        (r"(?:ages? )?(?P<a>\d\d)\s?[-–]\s?(?P<b>\d\d)(?: years?(?: old)?)?$", "{p} ages {a} to {b}"),
        (r"(?:ages? )?(?P<a>\d\d)\s?(?:\+|and (?:older|over))$", "{p} ages {a} and older"),
        (r"(?:under|younger than) (?P<a>\d\d)$", "{p} under age {a}"),
        (
            r"(?:college|university) (?:grad(?:uate)?s?\+?|degree\+?|\+)(?: or more| or higher)?$|college\+$",
            "{p} with at least a college degree",
        ),
        (r"(?:some college)(?: or less)?$", "{p} with some college education"),
        (r"(?:hs|high school)(?: diploma)?(?: grad(?:uate)?)?(?: or less)$", "{p} with a high school education or less"),
        (r"(?:hs|high school) (?:grad(?:uate)?s?|diploma)$", "{p} with a high school diploma"),
        (r"(?:post-?grad(?:uate)?)(?: degree)?\+?$", "{p} with a postgraduate degree"),
        (r"(?P<a>urban|suburban|rural)$", "{p} living in {a} areas"),
        (r"(?:less|lower) than (?:hs|high school)$", "{p} without a high school diploma"),
        (r"(?:religiously )?unaffiliated$", "{p} without a religious affiliation"),
        (r"(?P<a>white|black|hispanic|asian)$", "{P}{p}"),
    )
)
_ETHNIC = re.compile(r"\b(?:white|black|hispanic|latino|asian)s?\b", re.IGNORECASE)
_REPLACING: dict[str, str] = {"men": "men", "women": "women", "male": "men", "female": "women", "boys": "boys", "girls": "girls"}
_LEANERS_ONLY = {
    "lean rep": "independents who lean Republican", "lean republican": "independents who lean Republican",
    "lean dem": "independents who lean Democratic", "lean democratic": "independents who lean Democratic",
    "no lean": "independents who do not lean to a party",
}  # fmt: skip
_DESCRIBED_BY = re.compile(r"\b(?:education|religion|occupation|status|income|profession|level)\b")


def narrowed(population: str, label: str, dimension: str) -> str | None:
    """The part of ``population`` that ``label`` names ("adults" + "18-29" → "adults ages 18 to 29"), None where no wording is safe.

    ``dimension`` is what the labels tell apart ("highest level of education").
    """
    if re.fullmatch(r"white|black|hispanic|latino|asian", label, re.IGNORECASE) and _ETHNIC.search(population):
        same = re.search(r"hispanic|latino", label, re.IGNORECASE) and re.search(r"hispanic|latino", population, re.IGNORECASE)
        return population if same else None
    for pattern, made in _GROUPS:
        match = pattern.match(label)
        if match:
            slots = {name: value.lower() for name, value in match.groupdict().items() if value}
            if "{P}" in made and population.startswith("U.S. "):
                return f"{label.capitalize()} {population[5:]} in the U.S."
            return made.format(p=population, P=f"{label.capitalize()} ", **slots)
    if label.lower() in _REPLACING:
        who, base = _REPLACING[label.lower()], re.search(rf"(?P<before>.*?)\b{_BASE}\b", population)
        if base is None:
            return None
        if base["before"] not in ("", "U.S. ", "American "):
            return f"{who} who are {population}"
        return re.sub(rf"\b{_BASE}\b", who, population, count=1)
    leaning = _LEANERS_ONLY.get(re.sub(r"[^a-z ]", "", label.lower()))
    if leaning:
        return leaning if re.fullmatch(rf"(?:U\.S\. |American )?{_BASE}", population) else None
    people = _people(label)
    if people:
        whole = re.fullmatch(rf"(?P<american>U\.S\. |American )?{_BASE}", population)
        return f"{people}{' in the U.S.' if whole['american'] else ''}" if whole else None
    if re.search(r"\bincome\b", dimension) and re.search(r"\$\d", label):
        bounds = lower_first(label.replace("+", " or more")).replace("-", " to ").replace("–", " to ")
        return f"{population} with an income of {bounds}"
    return f"{population} whose {dimension} is {lower_first(label)}" if _DESCRIBED_BY.search(dimension) else None


def _people(label: str) -> str:
    """ "White evangelical Protestant" → "White evangelical Protestants"; "" where the label does not end in a word for a person."""
    leaning = _LEANERS.match(label)
    if leaning:
        adjective = f"{leaning['adjective'].strip().lower().replace('/', ' or ')} " if leaning["adjective"] else ""
        party = "Republican" if leaning["own"].startswith("Rep") else "Democrat"
        return f"{adjective}{party}s and {adjective}{party.replace('crat', 'cratic')} leaners"
    if "/" in label:
        return ""
    *before, last = label.split()
    single = last.removesuffix("s")
    if last in _PEOPLE_NOUNS or single in _PEOPLE_NOUNS or last.lower() in _PEOPLE_NOUNS or single.lower() in _PEOPLE_NOUNS:
        plural = last if last.endswith("s") else inflect(last.lower(), "NNS") if last.lower() in ("woman", "man", "person") else f"{last}s"
        return lower_first(" ".join([*before, plural]))
    return ""
