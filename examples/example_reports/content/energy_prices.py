"""The real prices of oil, natural gas and coal since the late 1980s."""

from datetime import date

from example_reports.content import blocks
from example_reports.model import Chart, Report, Table
from example_reports.sources import BP

OIL_AND_GAS = Table(
    BP,
    ("Oil", "Natural gas"),
    (
        ("1990", (110, 39)),
        ("1995", (67, 40)),
        ("2000", (100, 100)),
        ("2005", (169, 208)),
        ("2010", (220, 104)),
        ("2015", (134, 62)),
    ),
)
OIL = Table(BP, ("Index",), (("2008", (273,)), ("2009", (174,)), ("2011", (299,)), ("2013", (282,)), ("2014", (253,))))
GAS = Table(
    BP,
    ("Index",),
    (("2003", (133,)), ("2004", (138,)), ("2006", (160,)), ("2007", (164,)), ("2008", (209,)), ("2009", (92,)), ("2012", (65,))),
)

REPORT = Report(
    slug="energy-prices",
    title="A Quarter Century of Energy Prices",
    standfirst="Oil, natural gas, and coal all became more expensive after 2000, but only gas came back down quickly.",
    published=date(2026, 7, 7),
    country=None,
    tags=("energy", "prices", "oil", "natural gas", "coal"),
    blocks=blocks(
        "energy-prices",
        Chart(
            "oil-and-gas",
            "line",
            "Oil and gas parted ways after 2005",
            "Real prices of oil and natural gas, index, 2000 = 100, world, every fifth year, 1990–2015",
            OIL_AND_GAS,
            note="In 2015 US dollars.",
        ),
        Chart(
            "oil",
            "columns",
            "Oil fell in the financial crisis and came back",
            "Real price of oil, index, 2000 = 100, world, selected years 2008–2014",
            OIL,
            note="In 2015 US dollars.",
        ),
        Chart(
            "gas",
            "bars",
            "Natural gas lost more than half its price in a year",
            "Real price of natural gas, index, 2000 = 100, world, selected years 2003–2012",
            GAS,
            note="In 2015 US dollars.",
        ),
    ),
)
