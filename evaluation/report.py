"""``report.html``: one file that opens anywhere, asks nothing of the network, and shows every figure and every question."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from charge_stream.evaluation.cards import Card, Overlay, Shown
from charge_stream.evaluation.figures import EvaluationRow, Summary
from charge_stream.evaluation.metrics.mean import Mean
from charge_stream.evaluation.pictures import Picture
from charge_stream.evaluation.plots import funnel, quota_bar
from charge_stream.models import QA_TYPES

TEMPLATE = "report.html"
SCRIPT = "report_filter.html"


def write_report(summary: Summary, cards: Sequence[Card], path: Path) -> None:
    """Writes the report. Everything from documents is escaped; the same summary and cards give the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render(summary, cards), encoding="utf-8")


def render(summary: Summary, cards: Sequence[Card]) -> str:
    """The page as text."""
    folder = Path(__file__).parent
    environment = Environment(
        loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"percent": percent, "count": count, "link": web_link, "groupby_run": by_run}
    script = (folder / SCRIPT).read_text(encoding="utf-8").strip()
    pictures: dict[str, Picture] = {shown.picture.key: shown.picture for card in cards for shown in card.evidence if shown.picture}
    numbers = {key: number for number, key in enumerate(pictures, 1)}
    overlays = {
        shown.overlay.key: (shown.overlay, shown.picture) for card in cards for shown in card.evidence if shown.overlay and shown.picture
    }
    longest = max((max(row.published, row.quota) for row in summary.questions.types), default=0)
    by_type = Counter(card.type for card in cards)
    return environment.get_template(TEMPLATE).render(
        summary=summary,
        steps=funnel(summary),
        quota_bar=lambda row: quota_bar(row.published, row.quota, longest),
        groups=[(name, [card for card in cards if card.type == name]) for name in QA_TYPES if by_type[name]],
        pictures=[(numbers[key], picture) for key, picture in pictures.items()],
        number_of=lambda picture: numbers[picture.key],
        overlays=[(overlay, around(overlay, picture)) for overlay, picture in overlays.values()],
        marks=marks,
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        share=share,
    )


def by_run(rows: Sequence[EvaluationRow]) -> list[tuple[tuple[str, int, str], list[EvaluationRow]]]:
    """The rows of each table: one system at one k over one corpus."""
    tables: dict[tuple[str, int, str], list[EvaluationRow]] = {}
    for row in rows:
        tables.setdefault((row.system, row.k, row.corpus), []).append(row)
    return list(tables.items())


def marks(shown: Shown, picture: Picture) -> list[dict[str, str]]:
    """The read cells as rectangles in the picture's pixels, with a little air around them."""
    air = 0.006 * picture.width
    found = []
    for value in shown.values:
        if value.box is not None:
            left, top, right, bottom = (edge * (picture.width, picture.height)[axis % 2] for axis, edge in enumerate(value.box))
            place = {"x": left - air, "y": top - air, "width": right - left + 2 * air, "height": bottom - top + 2 * air}
            found.append({name: f"{edge:.1f}" for name, edge in place.items()})
    return found


def around(overlay: Overlay, picture: Picture) -> list[dict[str, str]]:
    """All that was read from a chart as rectangles in the picture's pixels, each with its value beside it."""
    found = []
    for mark in overlay.marks:
        left, top, right, bottom = mark.box
        place = {"x": left, "y": top, "width": max(0.0, right - left), "height": max(0.0, bottom - top), "right": right + 1}
        texts = {"text": mark.text, "kind": mark.kind, "size": f"{max(9.0, picture.height / 45):.0f}"}
        found.append({name: f"{edge:.1f}" for name, edge in place.items()} | texts)
    return found


def percent(figure: Mean) -> str:
    """A mean as percent; a dash where nothing was measured."""
    return "–" if figure.value is None else f"{100 * figure.value:.1f} %"


def share(n: int, total: int) -> str:
    """``n`` of ``total`` as percent; empty for an empty whole."""
    return f"{100 * n / total:.0f} %" if total else ""


def count(n: int, one: str, many: str | None = None) -> str:
    """The number with its noun: "1 chart", "12 charts", "1,204 charts"."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def web_link(uri: Any) -> str:
    """The address if it leads to the web, else nothing: what a document calls its own address is not trusted with other schemes."""
    text = str(uri or "")
    return text if text.lower().startswith(("https://", "http://")) else ""
