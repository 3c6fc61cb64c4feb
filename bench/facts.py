"""What the rules find in true tables and in text, by half: `python bench/facts.py DATA [--show SOURCE] [--reasons]`.

Charts speak through their true tables and titles, so that nothing is lost in reading pictures: what is counted is the rules alone. Tables
of `owid_datasets` become one chart a column. Charts of `chartqa` count where the title came with the table. Documents of `chart_mrag` have
no title and no date. `--show` prints the keypoints of a source's building half, to be read; the untouched half is only ever counted.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from halves import half, half_of_page

from charge_stream.charts import Hints, read_data
from charge_stream.engines.rules import quantities
from charge_stream.engines.rules.english import load
from charge_stream.engines.rules.extract import extract_chart
from charge_stream.engines.rules.facts import Fact
from charge_stream.engines.rules.text_facts import facts_of
from charge_stream.infra.stage import Abstained
from charge_stream.models import Chart, Chunk, Context, ReadCell, Reading

MAX_ROWS = 40
_CITED = re.compile(r" \((?=[^()]*(?:\d{4}|et al))[^()]*(?:\([^()]*\)[^()]*)*\)$|(?<=[^(]) \([^()]*\(\d{4}[^()]*\)\)$")
_UNITS = (quantities.PERCENT, "$", "€", "£", "¥")


@dataclass(frozen=True)
class Table:
    """A chart as its true table, header row first, with its titles."""

    source: str
    name: str
    rows: list[list[str]]
    titles: Hints
    context: Context

    def reading(self) -> Reading:
        read = read_data(self.rows, self.titles).to_dict()
        cells = [ReadCell(**cell) for cell in read.pop("cells")]
        chart = Chart(id=self.name, document_id=self.name, position=0, paired=[], headings=[], context=self.context)
        return Reading(id=self.name, chart=chart, cells=cells, **read)


@dataclass
class Count:
    """``found`` of ``tried`` gave a keypoint; ``reasons`` counts why the others gave none."""

    tried: int = 0
    found: int = 0
    keypoints: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, facts: list[Fact], reason: str) -> None:
        self.tried += 1
        self.found += bool(facts)
        self.keypoints += len(facts)
        self.kinds.update(fact.kind for fact in facts)
        if not facts:
            self.reasons[reason] += 1


def tables(data: Path) -> Iterator[tuple[str, Table]]:
    """Every true table with the half it belongs to."""
    for table in itertools.chain(_pew(data / "pew_docs"), _statista(data / "statista_c2t"), _chartqa(data / "chartqa")):
        yield half_of_page(table.name[3:6]) if table.source == "pew_docs" else half(table.name), table
    for folder in sorted((data / "owid_datasets").iterdir()):
        for table in _owid(folder):
            yield half(folder.name), table


def _csv(path: Path) -> list[list[str]]:
    return [row for row in csv.reader(path.open(encoding="utf-8")) if row]


def _pew(home: Path) -> Iterator[Table]:
    from pew_bundles import bundle

    for page in json.loads((home / "documents.json").read_text(encoding="utf-8")):
        document = bundle(page)
        slots = ("title", "uri", "publisher", "published", "language", "country")
        context = Context(**{slot: document[slot] for slot in slots})
        for chart in page["charts"]:
            hints = Hints(title=chart["title"] or None, subtitle=chart["subtitle"] or None, notes=chart["notes"] or None)
            yield Table("pew_docs", chart["id"], _csv(home / chart["table"]), hints, context)


def _statista(home: Path) -> Iterator[Table]:
    for entry in json.loads((home / "index.json").read_text(encoding="utf-8")):
        hints = Hints(title=entry["title"], caption=entry["caption"])
        context = Context(title=entry["title"], publisher="Statista", language="en")
        yield Table("statista_c2t", Path(entry["image"]).stem, _csv(home / entry["table"]), hints, context)


def _chartqa(home: Path) -> Iterator[Table]:
    for entry in json.loads((home / "index.json").read_text(encoding="utf-8")):
        rows = _csv(home / entry["table"])
        if entry["source"] in ("OWID", "OECD") and len(rows[0]) == 2:
            context = Context(
                title=rows[0][1], publisher={"OWID": "Our World in Data"}.get(entry["source"], entry["source"]), language="en"
            )
            yield Table("chartqa", entry["id"], rows, Hints(title=rows[0][1]), context)


def _owid(folder: Path) -> Iterator[Table]:
    """One chart a column of numbers: its latest years where it has one entity, else all entities in the year that has most of them.

    The dataset's title is the chart's, the column's name with the year its subtitle.
    """
    package = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
    header, *rows = _csv(folder / f"{folder.name}.csv")
    fields = {spec["name"]: spec for spec in package["resources"][0]["schema"]["fields"]}
    context = Context(title=package["title"], publisher="Our World in Data", language="en")
    for place, name in enumerate(header[2:], 2):
        values = [(row[0], row[1], row[place]) for row in rows if re.fullmatch(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", row[place])]
        if len(values) < 2:
            continue
        years = Counter(year for _, year, _ in values)
        (year, entities) = max(years.items(), key=lambda item: (item[1], item[0]))
        settings = fields[name].get("owidDisplaySettings") or {}
        unit = (json.loads(settings) if isinstance(settings, str) else settings).get("unit")
        title = _CITED.sub("", name)
        if entities == 1:
            body = [[year, value] for _, year, value in values[-MAX_ROWS:]]
            hints = Hints(title=package["title"], subtitle=f"{title}, {values[0][0]}, {body[0][0]} to {body[-1][0]}", unit=unit)
            yield Table("owid_datasets", f"{folder.name}/{place}", [["Year", title], *body], hints, context)
        else:
            body = [[entity, value] for entity, when, value in values if when == year][:MAX_ROWS]
            hints = Hints(title=package["title"], subtitle=f"{title}, {year}", unit=unit)
            yield Table("owid_datasets", f"{folder.name}/{place}", [["Entity", title], *body], hints, context)


def chart_facts(table: Table) -> tuple[list[Fact], str]:
    """The facts that extraction keeps of a chart, and the reason where there are none."""
    found = extract_chart({"reading": table.reading()})
    if isinstance(found, Abstained):
        return [], found.reason
    return [fact for keypoint in found.keypoints if (fact := Fact.from_dict(keypoint.frame))], ""


def paragraphs(data: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Document, paragraph and its sentences, in order."""
    lines = [json.loads(line) for line in (data / "chart_mrag" / "text_corpus.jsonl").read_text(encoding="utf-8").splitlines()]
    lines.sort(key=lambda line: line["id"])
    for paragraph, group in itertools.groupby(lines, key=lambda line: line["id"].rsplit("_", 1)[0]):
        yield paragraph.split("_")[1], paragraph, [line["text"] for line in group]


def is_statistic(sentence: str) -> bool:
    """Does the sentence state a percentage, an amount of money, or a number in thousands or more, in digits?"""
    return any(not item.worded and (item.unit in _UNITS or item.value >= 1_000) for item in quantities.values(sentence))


def text_counts(data: Path, own: str, reasons: Counter[str]) -> tuple[Count, float, int, list[Fact]]:
    """Sentences with a statistic, CPU seconds, documents, facts of a half of `chart_mrag`: even ids building, odd ids untouched."""
    count, documents, facts, before = Count(), set(), [], time.process_time()
    preceding, last = "", ""
    for document, paragraph, sentences in paragraphs(data):
        if ("untouched" if int(document) % 2 else "building") != own:
            continue
        documents.add(document)
        text = " ".join(sentences)
        chunk = Chunk(paragraph, document, 0, text, sentences, [], [], Context(language="en"))
        found = facts_of(chunk, preceding if document == last else "")
        preceding, last = text, document
        facts += found.facts
        reasons.update(found.refused)
        for index, sentence in enumerate(sentences):
            own_facts = [fact for fact in found.facts if index in fact.sentences]
            if is_statistic(sentence):
                count.add(own_facts, "")
            else:
                count.keypoints += len(own_facts)
    return count, time.process_time() - before, len(documents), facts


def show(facts: Iterable[Fact]) -> None:
    for fact in facts:
        print(f"    {fact.kind:7}{fact.form} | {fact.statement()}\n        ? {fact.question()}\n        = {fact.reply()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument(
        "--show", help="pew_docs, statista_c2t, chartqa, owid_datasets or chart_mrag: print the keypoints of its building half"
    )
    parser.add_argument("--some", type=int, default=60, help="how many text keypoints are shown, drawn with a fixed seed")
    parser.add_argument("--charts-only", action="store_true")
    options = parser.parse_args()
    load()
    counts: dict[tuple[str, str], Count] = {}
    for own, table in tables(options.data):
        facts, reason = chart_facts(table)
        counts.setdefault((table.source, own), Count()).add(facts, reason)
        if options.show == table.source and own == "building":
            print(f"{table.name}: {table.titles.title} | {table.titles.subtitle} | {reason}")
            show(facts)
    for (source, own), count in sorted(counts.items()):
        _print(source, own, count)
    if not options.charts_only:
        _texts(options)


def _texts(options: Any) -> None:
    for own in ("building", "untouched"):
        reasons: Counter[str] = Counter()
        count, seconds, documents, facts = text_counts(options.data, own, reasons)
        _print("chart_mrag", own, count)
        print(f"    {seconds / documents:.3f} CPU s a document, {documents} documents")
        if own == "building":
            print("    refused:", ", ".join(f"{reason} {number}" for reason, number in reasons.most_common(25)))
            if options.show == "chart_mrag":
                show(random.Random(5).sample(facts, min(options.some, len(facts))))


def _print(source: str, own: str, count: Count) -> None:
    share = count.found / count.tried if count.tried else 0.0
    kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(count.kinds.items()))
    print(f"{source:14}{own:10} {count.found:4} of {count.tried:4} ({share:.0%}), {count.keypoints} keypoints: {kinds}")
    if own == "building":
        for reason, number in count.reasons.most_common():
            if reason:
                print(f"    {number} × {reason}")


if __name__ == "__main__":
    main()
