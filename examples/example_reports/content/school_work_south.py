"""Schooling, work and depression in Southern Europe, the counterpart of the Northern report."""

from datetime import date

from example_reports.content import blocks
from example_reports.model import Chart, Report, Table
from example_reports.sources import OECD_DEPRESSION, OECD_WORK

GRADUATES = Table(
    OECD_WORK,
    ("Share employed",),
    (
        ("France", (86,)),
        ("Portugal", (82,)),
        ("Slovenia", (81,)),
        ("Spain", (76,)),
        ("Turkey", (74,)),
        ("Greece", (66,)),
        ("Italy", (64,)),
    ),
    suffix="%",
)
ITALY = Table(OECD_WORK, ("Share",), (("Employed", (68,)), ("Not employed", (32,))), suffix="%")
DEPRESSION = Table(
    OECD_DEPRESSION,
    ("Below upper secondary", "College or university"),
    (
        ("Portugal", (13.6, 6.7)),
        ("Turkey", (13.3, 9.5)),
        ("Slovenia", (12.6, 6.6)),
        ("Spain", (9.7, 3.5)),
        ("France", (9.4, 4.9)),
        ("Greece", (5.4, 2.4)),
        ("Italy", (5.3, 1.9)),
    ),
    decimals=1,
    suffix="%",
)

REPORT = Report(
    slug="school-work-south",
    title="School, Work, and Depression in Southern Europe",
    standfirst="A degree leads most young adults to a job, but in Italy and Greece one graduate in three is without work.",
    published=date(2026, 5, 19),
    country=None,
    tags=("education", "employment", "mental health", "Europe"),
    blocks=blocks(
        "school-work-south",
        Chart(
            "graduates",
            "columns",
            "Young graduates find work least often in Italy",
            "Share of adults ages 25–34 with a college or university degree who are employed, %, 2016",
            GRADUATES,
        ),
        Chart(
            "italy",
            "pie",
            "Two in three young Italians with a trade have work",
            "Adults ages 25–34 in Italy with vocational upper secondary education, % by employment, 2016",
            ITALY,
            note="Not employed: the rest to 100%, our calculation.",
        ),
        Chart(
            "depression",
            "grouped",
            "Adults who left school early report more depression",
            "Share of adults ages 25–64 who report having depression, %, by highest level of education, 2014",
            DEPRESSION,
        ),
    ),
)
