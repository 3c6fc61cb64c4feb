"""Whom and when a survey asked, from a chart's note: "Source: Survey of U.S. adults conducted April 25-May 1, 2018."."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from charge_stream.engines.rules import places, times
from charge_stream.engines.rules.english import ascii_punctuation, lower_first
from charge_stream.engines.rules.words import only

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_CONDUCTED = re.compile(
    rf"[Ss]urveys? (?:of (?P<population>[^.;:]*?(?:\bU\.S\.[^.;:]*?)?) )?(?:was |were )?(?:conducted|fielded)"
    rf"(?: in (?P<place>(?:the )?[A-Z][\w.]*(?: [A-Z]\w+)*))?(?: from)? (?P<since>{_MONTH})(?: \d{{1,2}})?"
    rf"(?:\s?(?:[-–]|to|through)\s?(?:(?P<until>{_MONTH}) )?(?:\d{{1,2}})?)?,? (?P<year>20\d\d|19\d\d)"
)
_NAMED = re.compile(rf"(?P<time>(?:Spring|Summer|Fall|Winter|{_MONTH}) (?:20|19)\d\d) (?:[A-Z]\w+ ){{0,4}}[Ss]urvey")
_BASED = re.compile(r"Based on (?P<population>(?:all )?[a-z][\w .-]{3,50}?)(?:\.|$|;)")
_ANNUAL = re.compile(r"survey data \((?P<population>[^)]+)\)")


@dataclass(frozen=True, slots=True)
class Survey:
    """``time`` is "September 2018", "April–May 2018" or "spring 2019"; each is "" where the notes do not tell or tell of several."""

    population: str = ""
    place: str = ""
    time: str = ""


def survey_of(notes: Iterable[str | None]) -> Survey:
    """The one survey that the notes name."""
    text = ascii_punctuation(" ".join(note for note in notes if note))
    conducted = list(_CONDUCTED.finditer(text))
    when = {_time(match) for match in conducted} | {times.spoken(match["time"].replace(".", "")) for match in _NAMED.finditer(text)}
    populations = {match["population"] for match in conducted if match["population"]} | {
        match["population"] for match in _ANNUAL.finditer(text)
    }
    based = _BASED.search(text)
    if len(re.findall(r"\b(?:conducted|fielded)\b", text)) > 1:
        when, populations = set(), set()
    where = {places.named(match["place"].rstrip(".")) or places.named(match["place"]) or "" for match in conducted if match["place"]}
    population = based["population"].removeprefix("all ") if based else only(populations)
    return Survey(lower_first(population) if population else "", only(where), only(when))


def _time(match: re.Match[str]) -> str:
    since = times.spoken(f"{match['since'].rstrip('.')} {match['year']}")
    until = times.spoken(f"{match['until'].rstrip('.')} {match['year']}") if match["until"] else since
    return since if since == until or not until else f"{since.split()[0]}–{until}"
