"""Schooling, work and depression in the Nordic and Baltic countries."""

from datetime import date

from example_reports.model import Chart, Report, Table, body
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
    blocks=body(
        """In the Nordic countries as in the Baltic countries, a young adult who left school early has a harder time finding work. The size of that disadvantage, however, differs from one country to the next.""",
        "# Leaving school early",
        """In 2016, 65% of Estonians ages 25 to 34 without an upper secondary education were employed. In Latvia, 67% of adults ages 25 to 34
        without an upper secondary education were employed in 2016. Lithuania had the lowest rate of the three Baltic countries: 56% of Lithuanians ages
        25 to 34 without an upper secondary education had a job in 2016.""",
        Chart(
            "work",
            "grouped",
            "A degree pays off everywhere in the Nordic countries",
            "Share of adults ages 25–34 who are employed, %, by highest level of education, 2016",
            WORK,
        ),
        """At the other end of the scale, the Baltic countries do very well. In 2016, 93% of Lithuanian university graduates ages 25 to 34 were employed,
        the highest rate of all countries that the OECD compared. In Latvia, 87% of university graduates ages 25 to 34 were employed in 2016, compared with
        81% of university graduates in Estonia.""",
        "# A trade is nearly as good as a degree",
        """Young adults who learned a trade do almost as well as graduates. A general upper secondary education, on the other hand, is meant as a step
        toward university, and those who stop there find work less often. In Denmark, 70% of adults ages 25 to 34 with a general upper secondary
        education were employed in 2016. In Finland, 66% of adults ages 25 to 34 with a general upper secondary education were employed in 2016.""",
        Chart(
            "vocational",
            "stacked",
            "Most young adults with a trade have work",
            "Adults ages 25–34 with vocational upper secondary education, % by employment, 2016",
            VOCATIONAL,
            note="Not employed: the rest to 100%, our calculation.",
        ),
        "# Depression follows the same line",
        """The OECD also asked whether people suffer from depression. In every Northern European country in the study, adults who left school early
        reported depression more often than university graduates did. In 2014, 15.5% of Danes ages 25 to 64 without an upper secondary education
        reported having depression. Among Danish university graduates ages 25 to 64, the share with depression was 6.7% in 2014. The gap was
        widest in Iceland, where 22.5% of adults without an upper secondary education reported having depression in 2014.""",
        Chart(
            "depression",
            "bars",
            "Depression is reported most often in Iceland",
            "Share of adults ages 25–64 who report having depression, %, all levels of education, 2014",
            DEPRESSION,
        ),
        """Having a job makes a difference too. In Norway, 4.4% of employed adults ages 25 to 64 reported having depression in 2014.
        In Sweden, 8.0% of employed adults ages 25 to 64 reported having depression in 2014. Lithuania had the lowest figure of the region:
        1.7% of employed Lithuanians ages 25 to 64 reported having depression in 2014.""",
        """These are answers to surveys and not medical diagnoses. People may be more willing to speak about depression in one country than in another,
        so that comparisons within a country are safer than comparisons between countries.""",
    ),
)
