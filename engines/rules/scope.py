"""What makes a fact clear when it is read alone: the document's country, its publisher, title and date."""

from __future__ import annotations

import re
from dataclasses import dataclass

from charge_stream.engines.rules import places
from charge_stream.engines.rules.english import ascii_punctuation, head_span, parse
from charge_stream.engines.rules.times import MONTHS
from charge_stream.engines.rules.words import wordset
from charge_stream.models import Context

_ENGLISH = wordset(
    """
    the of and in to a is was are were for that with on by as from at it be have has had who which than percent about
    """
)
_FOREIGN = wordset(
    """
    der die das und von den mit ist für im auf le la les des et une du dans pour est el los las del una por con il che di e
    na de
    """
)


def language_fault(language: str | None, text: str) -> str | None:
    """Why ``text`` is not for these rules, which know English only; None when it is. Without a language named, function words decide."""
    if language:
        return None if language.lower().startswith("en") else f"language {language}: the rules know English only"
    found = re.findall(r"[^\W\d_]+", text.lower())
    english, foreign = sum(word in _ENGLISH for word in found), sum(word in _FOREIGN for word in found)
    if len(found) >= 8 and foreign > 2 * english:
        return "language: the text does not read as English"
    return None


@dataclass(frozen=True, slots=True)
class Scope:
    """``country`` as it stands after "in", "" when unknown; ``prefix`` names the report; ``as_of`` is when its data hold.

    ``data_of`` names the publisher before a title: "the Example Institute's March 2020 data".
    """

    country: str
    prefix: str
    owner: str
    as_of: str
    data_of: str = ""

    @classmethod
    def of(cls, context: Context, text: str) -> Scope:
        """``text`` is what the document says around the fact: headings, the paragraph and the one before."""
        country = places.BY_CODE.get((context.country or "").upper()) or places.country_of(f"{context.title} {text}") or ""
        return cls(country, _prefix(context), _owner(context), spoken_date(context.as_of), _data_of(context))


def spoken_date(date: str | None) -> str:
    """ "2015-04-07" and "2015-04" → "April 2015"; "2015" stays."""
    match = re.match(r"(\d{4})(?:-(\d{2}))?", date or "")
    if match is None:
        return ""
    return f"{MONTHS[int(match[2]) - 1]} {match[1]}" if match[2] and 1 <= int(match[2]) <= 12 else match[1]


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _title(context: Context) -> str:
    title = ascii_punctuation(context.title).strip(' "')
    return title if 3 <= len(title) <= 140 and not re.search(r"[<>{}\\]|\.(?:pdf|html?|md)$", title) else ""


def _prefix(context: Context) -> str:
    title, publisher, when = _title(context), (context.publisher or "").strip(), spoken_date(context.published)
    if title and publisher:
        return f"according to {_possessive(publisher)} {f'{when} ' if when else ''}report “{title}”, "
    if title:
        return f"according to the {f'{when} ' if when else ''}report “{title}”, "
    return ""


def _data_of(context: Context) -> str:
    publisher, when = (context.publisher or "").strip(), spoken_date(context.published)
    return " ".join(part for part in (_possessive(publisher) if publisher else "the", when, "data") if part)


def _owner(context: Context) -> str:
    title, publisher = _title(context), (context.publisher or "").strip()
    if title and publisher:
        return f"{_possessive(publisher)} report “{title}”"
    return f"the report “{title}”" if title else ""


def placed_population(population: str, country: str) -> str | None:
    """The population with its country: "adults who smoke" → "adults in Japan who smoke", "U.S. adults who smoke". None where unsure.

    "Shops in the country" are shops in the document's.
    """
    if places.placed(population):
        return population
    if not country:
        return None
    american = country == places.UNITED_STATES
    if re.search(r" in the (?:country|nation)\b", population):
        return re.sub(r" in the (?:country|nation)\b", " in the U.S." if american else f" in {country}", population)
    span = head_span(re.split(r" ages? \d", population)[0])  # the parser takes "nurses ages" for one noun
    if span is None or (span[0] == 0 and parse(population)[0].pos_ == "PROPN"):
        return None
    if american and span[0] == 0 and not population.startswith("people"):
        return f"U.S. {population}"
    end = span[1]
    following = next(iter(population[end:].split()), "").lower()
    if following in ("of", "and", "or", "to", "for") or population[end:].startswith(("-", "/")) or "," in population[end:]:
        return None
    where = "in the U.S." if american else "worldwide" if country == places.WORLD else f"in {country}"
    return f"{population[:end]} {where}{population[end:]}"
