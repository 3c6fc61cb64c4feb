"""Facts of our own making that questions over two facts are written from."""

from __future__ import annotations

from charge_stream.engines.rules.facts import Fact


def share(population: str, predicate: str, value: float, time: str = "2016", place: str = "", **slots: object) -> Fact:
    base = Fact("share", "test", population, predicate=predicate, value=value, unit="%", shown=f"{value:g}%", time=time, place=place)
    return base.but(**slots)


def price(of: str, value: float, time: str, base: str = " (2000 = 100)") -> Fact:
    return Fact(
        "amount", "test", f"the real price of {of}{base}", value=value, shown=f"{value:g} index points", time=time, place="the world"
    )


def used(who: str, value: str, time: str = "2018", place: str = "Norway") -> Fact:
    return Fact(
        "deed",
        "test",
        who,
        predicate="used",
        verb="use",
        value=float(value),
        shown=value,
        object="liters per kilometer",
        time=time,
        place=place,
    )


def spent(who: str, value: float) -> Fact:
    return Fact(
        "deed", "test", who, predicate="spent", verb="spend", value=value, unit="%", shown=f"{value}%", object="the gross domestic product",
        time="2008", place="Norway",
    )  # fmt: skip


GRADUATES = share("adults with a degree", "were employed", 83, place="Denmark")
OTHERS = share("adults without a degree", "were employed", 41, place="Denmark")
NORWAY, FINLAND = share("adults", "smoked", 20, place="Norway"), share("adults", "smoked", 31, place="Finland")
TOP = Fact(
    "top", "test", "share of adults who owned a car", answer="Denmark", value=70, unit="%", shown="70%", time="2016", noun="country",
    superlative="highest", options=("Denmark", "Finland", "Norway"),
)  # fmt: skip
PEAK = Fact(
    "peak", "test", "the real price of coal (2000 = 100)", answer="2008", value=410, shown="410 index points", place="the world",
    noun="year", superlative="highest", options=("2000", "2001", "2015"),
)  # fmt: skip
