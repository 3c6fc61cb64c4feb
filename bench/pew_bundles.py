"""Turns the web pages of a `documents.json` (paragraphs and charts in order) into bundles: `python bench/pew_bundles.py SRC DST`.

One folder a page, with `<id>.bundle.json` and the pictures it names. The charts' true tables are not handed over: reading them is the task.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

_DATE = re.compile(r"/(\d{4})/(\d{2})/(\d{2})/")
_SMALL_WORDS = {"a", "an", "and", "at", "but", "for", "in", "of", "on", "or", "the", "to", "with"}
_SPELLED = {"us": "U.S.", "u-s": "U.S.", "tv": "TV", "african": "African", "american": "American", "americans": "Americans"}


def main(source: Path, target: Path) -> None:
    """Writes a folder in ``target`` for each page in ``source/documents.json``."""
    for page in json.loads((source / "documents.json").read_text(encoding="utf-8")):
        folder = target / page["id"]
        folder.mkdir(parents=True, exist_ok=True)
        for chart in page["charts"]:
            shutil.copyfile(source / chart["image"], folder / Path(chart["image"]).name)
        path = folder / f"{page['id']}.bundle.json"
        path.write_text(json.dumps(bundle(page), ensure_ascii=False, indent=1), encoding="utf-8")


def bundle(page: dict[str, Any]) -> dict[str, Any]:
    """The bundle of one page; blocks by their order, charts after the paragraph of the same number, those without one last."""
    pieces = [(piece["order"], 0, _paragraph(piece)) for piece in page["paragraphs"]]
    pieces += [(piece["order"], 1, _chart(piece)) for piece in page["charts"]]
    pieces.sort(key=lambda piece: (piece[0] is None, piece[0] or 0, piece[1]))
    found = _DATE.search(page["url"])
    return {
        "id": page["id"],
        "uri": page["url"],
        "title": title_of(page["url"]),
        "publisher": "Pew Research Center",
        "published": "-".join(found.groups()) if found else None,
        "language": "en",
        "country": "US",
        "tags": sorted({chart["topic"] for chart in page["charts"] if chart["topic"]}),
        "blocks": [block for _, _, block in pieces],
    }


def title_of(url: str) -> str:
    """The last part of the address as a title: pages came without theirs."""
    slug = urlparse(url).path.strip("/").split("/")[-1].replace("u-s", "us")
    slug = re.sub(r"(?<=\d)-(?=\d{4}$)", "–", slug)
    words = slug.split("-")
    spelled = [_SPELLED.get(word, word if word in _SMALL_WORDS and index else word.capitalize()) for index, word in enumerate(words)]
    return " ".join(spelled)


def _paragraph(piece: dict[str, Any]) -> dict[str, Any]:
    return {"type": "paragraph", "text": piece["text"]}


def _chart(piece: dict[str, Any]) -> dict[str, Any]:
    words = {name: piece[name] or None for name in ("title", "subtitle", "notes")}
    return {"type": "chart", "image": Path(piece["image"]).name, **words}


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
