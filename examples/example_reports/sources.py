"""The open sources that the figures of the example reports come from, all by way of Our World in Data's `owid-datasets` repository."""

from example_reports.model import Source

OWID_DEATHS = Source(
    "Our World in Data, Death rates per unit of electricity production",
    "Our World in Data, based on Markandya and Wilkinson (2007) and Sovacool et al. (2016)",
    "https://ourworldindata.org/safest-sources-of-energy",
    "CC BY 4.0.",
    "Deaths per TWh energy production",
)
SOVACOOL = Source(
    "Sovacool et al. (2016)",
    "Balancing safety with sustainability, Journal of Cleaner Production 112, 3952–3965",
    "https://www.sciencedirect.com/science/article/pii/S0959652615009877",
    "Figures restated from the public compilation of Our World in Data.",
    "Deaths per TWh from low-carbon energy (Sovacool et al., 2016)",
)
BP = Source(
    "BP Statistical Review of World Energy 2016; index by Our World in Data",
    "BP; indexed to 2000 = 100 by Our World in Data, in 2015 US dollars",
    "https://www.bp.com/en/global/corporate/energy-economics/statistical-review-of-world-energy.html",
    "Index figures restated from the public compilation of Our World in Data.",
    "Energy Prices - BP Statistics (2016)",
)
OECD_WORK = Source(
    "OECD, Education at a Glance 2017",
    "Organisation for Economic Co-operation and Development",
    "https://www.oecd-ilibrary.org/education/education-at-a-glance-2017_eag-2017-en",
    "Figures may be restated with attribution to the OECD.",
    "Employment rate, ages 25-34, by education - Education at a Glance: OECD Indicators (2017)",
)
OECD_DEPRESSION = Source(
    "OECD, Education and social outcomes (2014)",
    "Organisation for Economic Co-operation and Development",
    "https://stats.oecd.org/Index.aspx?DataSetCode=EAG_ESO",
    "Figures may be restated with attribution to the OECD.",
    "Depression prevalence by education - OECD",
)
PEW = Source(
    "Pew Research Center, Spring 2010 and Spring 2012 surveys",
    "Pew Research Center, Global Attitudes; compiled by Our World in Data",
    "https://www.pewresearch.org/global/",
    "Figures restated with attribution. Pew Research Center bears no responsibility for the interpretations presented here.",
    "Employment and Gender attitudes - Pew Research Centre (2012)",
)
BTS = Source(
    "US Bureau of Transportation Statistics; conversion by Our World in Data",
    "US Department of Transportation, Bureau of Transportation Statistics, Energy intensity of passenger modes",
    "https://www.bts.gov/content/energy-intensity-passenger-modes",
    "Work of the US government, public domain; conversion to kilowatt-hours CC BY 4.0.",
    "Energy efficiency by passenger mode in USA (BTS)",
)
NCES = Source(
    "US National Center for Education Statistics",
    "US Department of Education, National Center for Education Statistics, Digest of Education Statistics 2014",
    "https://nces.ed.gov/pubs2016/2016014.pdf",
    "Work of the US government, public domain.",
    "Education Expenditure US 1949-2013 - NCES (2014)",
)
HANUSHEK = Source(
    "Hanushek and Woessmann (2012)",
    "Do better schools lead to more growth? Journal of Economic Growth 17, 267–321",
    "https://doi.org/10.1007/s10887-012-9081-x",
    "Figures restated from the public compilation of Our World in Data.",
    "Educational Outcomes – Hanushek and Woessmann (2012)",
)
UNESCO = Source(
    "UNESCO Institute for Statistics, GEM Report 2017/8, counted by us",
    "UNESCO, Global Education Monitoring Report 2017/8, statistical tables",
    "https://en.unesco.org/gem-report/statistical-tables",
    "Our own count of the country entries in the public compilation of Our World in Data.",
    "Education data deprivation (GEM Report (2017/18), UIS (2017))",
)
