"""Small reports whose tables need no picture reading, and how a test runs the job on them."""

from __future__ import annotations

from pathlib import Path

from charge_stream.cli.inputs import places
from charge_stream.cli.job import run_job
from charge_stream.cli.progress import Progress
from charge_stream.evaluation.figures import Summary
from charge_stream.infra.settings import Settings

WALKING = """---
title: Ways to work in Norway
publisher: Statistics for tests
published: 2015-03-02
language: en
country: NO
---

# Ways to work in Norway

In 2013, 39% of adults in Norway walked to work. In 2013, 21% of adults in Norway cycled to work.

## By train

Share of adults who took the train to work, %, Norway, by year

| Year | Share |
| --- | --- |
| 2011 | 12 |
| 2012 | 14 |
| 2013 | 17 |
"""

CYCLING = """---
title: Ways to work in Sweden
publisher: Statistics for tests
published: 2015-04-02
language: en
country: SE
---

# Ways to work in Sweden

In 2013, 28% of adults in Sweden cycled to work. In 2013, 33% of adults in Sweden drove to work.

In 2012, 8% of adults in Sweden worked at home.
"""

MOVED = CYCLING.replace("In 2012, 8% of adults in Sweden worked at home.", "In 2012, 11% of adults in Sweden worked in two towns.")


async def run(reports: Path, out: Path) -> Summary:
    out.mkdir(exist_ok=True)
    settings = Settings.load(store=str(out / ".charge-stream"), quota_mode="total", quota=50)
    return await run_job(settings, places([str(reports)], None), out, Progress(quiet=True))
