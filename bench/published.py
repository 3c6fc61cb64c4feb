"""The published questions of a run with their evidence, and the half that each belongs to. Used by `questions.py` and `recheck.py`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from halves import half, half_of_page

STORE = ".charge-stream"


@dataclass(frozen=True)
class Item:
    """A question of ``qa.jsonl``; ``evidence`` are its references with the text shown, ``wording`` the template it was made from."""

    run: Path
    line: dict[str, Any]
    evidence: list[dict[str, Any]]
    wording: str

    @property
    def id(self) -> str:
        return str(self.line["id"])

    @property
    def type(self) -> str:
        return str(self.line["type"])

    def half(self) -> str:
        """ "building" or "untouched"; a question over documents of both halves is building."""
        halves = {half_of(reference["uri"]) for reference in self.line["references"]}
        return "building" if "building" in halves else "untouched"

    def image(self, reference: dict[str, Any]) -> Path | None:
        """The picture of a chart among the evidence."""
        picture = reference.get("image")
        uri = picture["uri"] if isinstance(picture, dict) else picture
        return self.run / STORE / str(uri) if uri else None


def half_of(uri: str) -> str:
    """Which half a document belongs to: Pew pages by number, any other by a hash of its address."""
    page = re.search(r"\bpew(\d{3})\b", uri)
    return half_of_page(page[1]) if page else half(uri)


def published(run: Path) -> list[Item]:
    """The questions of ``run`` (the folder that ``charge-stream run --out`` wrote), by ascending id."""
    items = []
    for line in read_lines(run / "qa.jsonl"):
        decision = run / STORE / "decisions" / f"{line['id']}.json"
        record = json.loads(decision.read_text(encoding="utf-8"))["record"] if decision.is_file() else line
        items.append(Item(run, line, record["references"], record.get("form", "")))
    return items


def read_lines(path: Path) -> list[dict[str, Any]]:
    """A file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
