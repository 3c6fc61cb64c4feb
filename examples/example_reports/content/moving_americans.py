"""How much energy Americans use to travel a kilometer by car, bus, rail and plane."""

from datetime import date

from example_reports.content import blocks
from example_reports.model import Chart, Report, Table
from example_reports.sources import BTS

MODES = Table(
    BTS,
    ("Energy",),
    (
        ("Large road vehicles", (0.76,)),
        ("Transit buses", (0.60,)),
        ("International flights", (0.57,)),
        ("Small passenger vehicles", (0.56,)),
        ("Motorcycles", (0.45,)),
        ("Amtrak trains", (0.31,)),
        ("Buses", (0.15,)),
    ),
    decimals=2,
)
PLANES_AND_TRAINS = Table(
    BTS,
    ("Domestic flights", "Amtrak trains"),
    (
        ("1990", (0.87, 0.38)),
        ("1995", (0.78, 0.37)),
        ("2000", (0.71, 0.49)),
        ("2005", (0.59, 0.37)),
        ("2010", (0.49, 0.30)),
        ("2015", (0.42, 0.29)),
    ),
    decimals=2,
)

REPORT = Report(
    slug="moving-americans",
    title="Moving Americans: What a Trip Costs in Energy",
    standfirst="Airplanes have become so efficient that they now beat the average car, but trains still need less energy.",
    published=date(2026, 8, 11),
    country="US",
    tags=("energy", "transport", "efficiency", "United States"),
    blocks=blocks(
        "moving-americans",
        Chart(
            "modes",
            "bars",
            "Big cars use the most energy, buses the least",
            "Energy used, kilowatt-hours per passenger-kilometer, by mode of travel, United States, 2018",
            MODES,
        ),
        Chart(
            "planes-and-trains",
            "line",
            "Planes are catching up with trains",
            "Energy used, kilowatt-hours per passenger-kilometer, United States, every fifth year, 1990–2015",
            PLANES_AND_TRAINS,
        ),
    ),
)
