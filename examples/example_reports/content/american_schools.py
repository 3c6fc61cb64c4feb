"""What the United States spends on education and what its students learn, compared with other countries."""

from datetime import date

from example_reports.content import blocks
from example_reports.model import Chart, Report, Table
from example_reports.sources import HANUSHEK, NCES, UNESCO

SPENDING = Table(
    NCES,
    ("Public institutions", "Private institutions"),
    (
        ("1950", (2.3, 0.5)),
        ("1960", (3.5, 0.7)),
        ("1970", (5.0, 1.0)),
        ("1980", (4.7, 0.9)),
        ("1990", (5.0, 1.1)),
        ("2000", (5.2, 1.1)),
        ("2010", (5.9, 1.4)),
    ),
    decimals=1,
)
SCORES = Table(
    HANUSHEK,
    ("Score",),
    (
        ("South Korea", (534,)),
        ("Japan", (531,)),
        ("Finland", (513,)),
        ("Canada", (504,)),
        ("United States", (490,)),
        ("Italy", (476,)),
        ("Mexico", (400,)),
    ),
)
ASSESSMENTS = Table(
    UNESCO,
    ("Share",),
    (("Both stages", (59,)), ("Grades 2 or 3 only", (16,)), ("End of primary school only", (15,)), ("Neither", (10,))),
    suffix="%",
)

REPORT = Report(
    slug="american-schools",
    title="American Schools: More Money, Middling Scores",
    standfirst="The United States spends a far larger share of its income on education than in 1950, but its students score in the middle.",
    published=date(2026, 9, 15),
    country="US",
    tags=("education", "spending", "learning", "United States"),
    blocks=blocks(
        "american-schools",
        Chart(
            "spending",
            "line",
            "Spending grew fastest in the fifties and sixties",
            "Expenditures of educational institutions as a share of GDP, %, United States, 1950–2010",
            SPENDING,
        ),
        Chart(
            "scores",
            "columns",
            "American students trail those of South Korea and Japan",
            "Average test score in math and science, primary through secondary school, tests from 1964 to 2003",
            SCORES,
            note="Scale: mean 500, standard deviation 100.",
            table_beside=True,
        ),
        Chart(
            "assessments",
            "pie",
            "Most countries test children twice in primary school",
            "% of 171 countries by the stages that have a national learning assessment, 2010–2015",
            ASSESSMENTS,
        ),
    ),
)
