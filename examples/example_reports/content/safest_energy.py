"""Which sources of electricity cost the most lives, and what the most dangerous one cost in money."""

from datetime import date

from example_reports.content import blocks
from example_reports.model import Chart, Report, Table
from example_reports.sources import BP, OWID_DEATHS, SOVACOOL

FUELS = Table(
    OWID_DEATHS,
    ("Deaths per terawatt-hour",),
    (("Brown coal", (32.72,)), ("Coal", (24.62,)), ("Oil", (18.43,)), ("Biomass", (4.63,)), ("Natural gas", (2.82,))),
    decimals=2,
)
ACCIDENTS = Table(
    SOVACOOL,
    ("Deaths per terawatt-hour",),
    (
        ("Wind", (0.035,)),
        ("Hydropower", (0.0235,)),
        ("Solar", (0.019,)),
        ("Biomass", (0.0164,)),
        ("Nuclear", (0.0097,)),
        ("Biofuels", (0.0048,)),
    ),
    decimals=4,
)
COAL_PRICE = Table(
    BP,
    ("Index",),
    (("2000", (100,)), ("2004", (200,)), ("2006", (178,)), ("2008", (410,)), ("2010", (257,)), ("2012", (257,)), ("2015", (157,))),
)

REPORT = Report(
    slug="safest-energy",
    title="The Safest Sources of Electricity",
    standfirst="Coal kills hundreds of times as many people per unit of electricity as nuclear power, wind, and sunlight do.",
    published=date(2026, 3, 3),
    country=None,
    tags=("energy", "safety", "electricity", "coal"),
    blocks=blocks(
        "safest-energy",
        Chart(
            "fuels",
            "bars",
            "Coal is the deadliest fuel",
            "Deaths from accidents and air pollution per terawatt-hour of electricity, by fuel, world, 2021",
            FUELS,
        ),
        Chart(
            "accidents",
            "bars",
            "Accidents with low-carbon energy are rare",
            "Deaths from accidents per terawatt-hour of energy, by source, world, 1990–2013",
            ACCIDENTS,
        ),
        Chart(
            "coal-price",
            "columns",
            "The price of coal peaked in 2008",
            "Real price of coal, index, 2000 = 100, world, selected years 2000–2015",
            COAL_PRICE,
            note="In 2015 US dollars.",
        ),
    ),
)
