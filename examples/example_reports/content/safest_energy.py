"""Which sources of electricity cost the most lives, and what the most dangerous one cost in money."""

from datetime import date

from example_reports.model import Chart, Report, Table, body
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
    blocks=body(
        """Every way of making electricity costs lives. Miners are buried, dams break, roofs are fallen from, and smoke from chimneys
        shortens the lives of people who live miles away. What matters for a comparison is how many people die for each unit of electricity,
        and here the sources differ enormously.""",
        """In 2021, Our World in Data published worldwide death rates for nine sources of electricity, counting both accidents and air pollution.
        In that comparison of 2021, nuclear power caused 0.03 deaths per terawatt-hour of electricity worldwide, a figure that includes the deaths
        of Chernobyl and Fukushima. Hydropower caused 1.3 deaths per terawatt-hour of electricity worldwide in the same comparison of 2021.""",
        "# Burning things is what kills",
        """Air pollution explains most of the difference. Burning fuel releases fine particles, and these reach the lungs of far more people than
        any accident could. The death rates for fossil fuels go back to a study by Markandya and Wilkinson that appeared in 2007.""",
        Chart(
            "fuels",
            "bars",
            "Coal is the deadliest fuel",
            "Deaths from accidents and air pollution per terawatt-hour of electricity, by fuel, world, 2021",
            FUELS,
        ),
        """The list of hydropower accidents behind the estimate of Our World in Data reaches back to 1965. It draws mostly on the
        database of a second study, which deserves a look of its own.""",
        "# Counting accidents alone",
        """That second study leaves air pollution aside. Sovacool and his colleagues collected accidents at energy facilities in the period from 1950 to 2014.
        They counted an event as an accident if it led to at least one death or to at least $50,000 in property damage. The rates themselves were
        normalized over the period from 1990 to 2013. By this narrower measure all low-carbon sources are close together, and the order is different.""",
        Chart(
            "accidents",
            "bars",
            "Accidents with low-carbon energy are rare",
            "Deaths from accidents per terawatt-hour of energy, by source, world, 1990–2013",
            ACCIDENTS,
        ),
        """The two studies should not be mixed. Biomass looks harmless when only accidents count, and it looks worse than natural gas when
        its smoke is counted too.""",
        "# The deadliest fuel was not always cheap",
        """Coal is often defended as the cheap choice, but its price has swung widely. In 1987, the real price of coal on world markets stood at
        87 index points, where the price in 2000 equals 100. The real price of coal rose to 124 index points in 1995 and fell to 80 index points in 1999.
        In 2009, in the middle of the financial crisis, the real price of coal stood at 196 index points. By 2014, the real price of coal was
        209 index points, more than twice its level at the turn of the century.""",
        Chart(
            "coal-price",
            "columns",
            "The price of coal peaked in 2008",
            "Real price of coal, index, 2000 = 100, world, selected years 2000–2015",
            COAL_PRICE,
            note="In 2015 US dollars.",
        ),
        """None of this says how fast a country can change its power plants. It does say what is at stake: a region that replaces coal with
        nuclear power, wind, or sunlight saves lives every year, whatever the price of coal is at the moment.""",
    ),
)
