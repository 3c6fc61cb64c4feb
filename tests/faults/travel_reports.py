"""Three small reports that share a subject: each has a fact in its text and others in a table, so that no picture is read."""

from __future__ import annotations

from pathlib import Path

FACTS = {"Norway": (39, 0.41, 0.52), "Sweden": (28, 0.37, 0.63), "Finland": (25, 0.44, 0.58)}

REPORT = """---
title: Ways to work in {country}
publisher: Statistics for tests
published: 2015-03-02
language: en
---

# Ways to work in {country}

In 2013, {walked}% of adults in {country} walked to work.

<table>
<caption>Energy used, kilowatt-hours per passenger-kilometer, by mode of travel, {country}, 2013</caption>
<tr><th>Mode</th><th>Energy used</th></tr>
<tr><td>Trains</td><td>{trains}</td></tr>
<tr><td>Buses</td><td>{buses}</td></tr>
</table>
"""


def write(folder: Path) -> Path:
    """Write the reports into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for country, (walked, trains, buses) in FACTS.items():
        text = REPORT.format(country=country, walked=walked, trains=trains, buses=buses)
        (folder / f"{country.lower()}.md").write_text(text)
    return folder
