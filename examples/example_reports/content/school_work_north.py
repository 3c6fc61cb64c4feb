"""Schooling, work and depression in the Nordic and Baltic countries."""

from datetime import date

from example_reports.content import blocks
from example_reports.model import Chart, Report, Table
from example_reports.sources import OECD_DEPRESSION, OECD_WORK

WORK = Table(
    OECD_WORK,
    ("Below upper secondary", "College or university"),
    (("Denmark", (61, 83)), ("Finland", (50, 81)), ("Iceland", (81, 92)), ("Norway", (60, 87)), ("Sweden", (66, 87))),
    suffix="%",
)
VOCATIONAL = Table(
    OECD_WORK,
    ("Employed", "Not employed"),
    (
        ("Sweden", (89, 11)),
        ("Iceland", (88, 12)),
        ("Norway", (87, 13)),
        ("Denmark", (84, 16)),
        ("Lithuania", (82, 18)),
        ("Latvia", (81, 19)),
        ("Estonia", (79, 21)),
        ("Finland", (77, 23)),
    ),
    suffix="%",
)
DEPRESSION = Table(
    OECD_DEPRESSION,
    ("Share",),
    (
        ("Iceland", (14.4,)),
        ("Finland", (10.7,)),
        ("Sweden", (9.9,)),
        ("Latvia", (8.6,)),
        ("Denmark", (8.3,)),
        ("Norway", (7.6,)),
        ("Estonia", (5.1,)),
        ("Lithuania", (3.7,)),
    ),
    decimals=1,
    suffix="%",
)

REPORT = Report(
    slug="school-work-north",
    title="School, Work, and Depression in Northern Europe",
    standfirst="In the Nordic and Baltic countries, people with more schooling are more often employed and less often depressed.",
    published=date(2026, 4, 14),
    country=None,
    tags=("education", "employment", "mental health", "Europe"),
    blocks=blocks(
        "school-work-north",
        Chart(
            "work",
            "grouped",
            "A degree pays off everywhere in the Nordic countries",
            "Share of adults ages 25–34 who are employed, %, by highest level of education, 2016",
            WORK,
        ),
        Chart(
            "vocational",
            "stacked",
            "Most young adults with a trade have work",
            "Adults ages 25–34 with vocational upper secondary education, % by employment, 2016",
            VOCATIONAL,
            note="Not employed: the rest to 100%, our calculation.",
        ),
        Chart(
            "depression",
            "bars",
            "Depression is reported most often in Iceland",
            "Share of adults ages 25–64 who report having depression, %, all levels of education, 2014",
            DEPRESSION,
        ),
    ),
)
