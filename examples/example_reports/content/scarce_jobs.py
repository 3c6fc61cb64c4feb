"""Who should get a job when jobs are scarce: answers to one survey question in many countries."""

from datetime import date

from example_reports.content import blocks
from example_reports.model import Chart, Report, Table
from example_reports.sources import PEW

AGREE_OR_NOT = Table(
    PEW,
    ("Agree", "Disagree"),
    (
        ("Nigeria", (77, 20)),
        ("China", (73, 26)),
        ("South Korea", (60, 39)),
        ("Kenya", (46, 53)),
        ("Argentina", (43, 56)),
        ("Japan", (41, 58)),
        ("Mexico", (28, 69)),
    ),
    suffix="%",
)
MIDDLE_EAST = Table(
    PEW,
    ("Agree",),
    (("Pakistan", (81,)), ("Egypt", (79,)), ("Turkey", (67,)), ("Jordan", (66,)), ("Lebanon", (50,))),
    suffix="%",
)
POLAND = Table(PEW, ("Share",), (("Disagree", (51,)), ("Agree", (44,)), ("No answer", (5,))), suffix="%")

REPORT = Report(
    slug="scarce-jobs",
    title="When Jobs Are Scarce, Should Men Come First?",
    standfirst="Most adults in China, Nigeria, and Egypt said yes in 2010 and 2012, while large majorities in the West said no.",
    published=date(2026, 6, 9),
    country=None,
    tags=("gender", "employment", "attitudes", "surveys"),
    blocks=blocks(
        "scarce-jobs",
        Chart(
            "agree-or-not",
            "stacked",
            "Views of women's right to a job differ widely",
            "% of adults who agree or disagree that men should have more right to a job when jobs are scarce, 2010",
            AGREE_OR_NOT,
            note="The rest gave no answer. China: not a national sample.",
            table_beside=True,
        ),
        Chart(
            "middle-east",
            "bars",
            "In Pakistan and Egypt, four in five put men first",
            "% of adults who agree that men should have more right to a job when jobs are scarce, 2012",
            MIDDLE_EAST,
        ),
        Chart(
            "poland",
            "pie",
            "Poles are divided",
            "% of adults in Poland who agree or disagree that men should have more right to a job, 2010",
            POLAND,
            note="No answer: the rest to 100%, our calculation.",
            table_beside=True,
        ),
    ),
)
