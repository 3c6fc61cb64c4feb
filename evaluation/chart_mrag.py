"""The layout of the Chart-MRAG dataset (CHARGE): ``samples.json``, ``text_corpus.jsonl`` and ``charts/``, with ids in its style.

Documents are numbered by ascending id, paragraphs and charts in reading order, sentences from 1; ``ids.json`` leads back to ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from charge_stream.evaluation.contents import Contents, Evidence, evidence_of
from charge_stream.models import QA, BlobRef, Chart, Chunk

if TYPE_CHECKING:
    from charge_stream.infra.store import ContentStore

SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/gif": ".gif", "image/svg+xml": ".svg"}


@dataclass(frozen=True)
class Names:
    """Ids in the dataset's style, by ours."""

    documents: dict[str, str] = field(default_factory=dict)
    paragraphs: dict[str, str] = field(default_factory=dict)
    charts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Exported:
    """``left_out`` are the ids of questions that rest on a chart without a picture, which this layout cannot hold."""

    samples: int
    sentences: int
    charts: int
    left_out: list[str]


def names_of(chunks: Iterable[Chunk], charts: Iterable[Chart]) -> Names:
    """``paragraph_<document, 5 digits>_<paragraph, 2 digits>`` and ``chart_<document>_<chart>``, all counted from 1."""
    chunks, charts = list(chunks), list(charts)
    documents = sorted({source.document_id for source in [*chunks, *charts]})
    names = Names({document_id: f"{number:05d}" for number, document_id in enumerate(documents, 1)})
    for kind, named, sources in (("paragraph", names.paragraphs, chunks), ("chart", names.charts, charts)):
        counted: Counter[str] = Counter()
        for source in sorted(sources, key=lambda source: (source.document_id, source.position, source.id)):
            counted[source.document_id] += 1
            named[source.id] = f"{kind}_{names.documents[source.document_id]}_{counted[source.document_id]:02d}"
    return names


async def export_chart_mrag(contents: Contents, store: ContentStore, folder: Path) -> Exported:
    """Writes the valid questions and the whole corpus of sentences and charts they are asked over."""
    names = names_of(contents.chunks, contents.charts)
    pictures = await save_pictures(contents.charts, names, store.get_blob, folder / "charts")
    numbered: Counter[str] = Counter()
    samples, sample_ids, left_out = [], {}, []
    chunks = {chunk.id: chunk for chunk in contents.chunks}
    for qa in sorted(contents.qa, key=lambda qa: qa.id):
        if not pictures.keys() >= set(qa.gt_chart):
            left_out.append(qa.id)
            continue
        numbered[qa.type] += 1
        sample_ids[f"{qa.type}_{numbered[qa.type]:05d}"] = qa.id
        hops = evidence_of(qa, contents.candidates)
        samples.append(_sample(qa, f"{qa.type}_{numbered[qa.type]:05d}", hops, names, chunks, pictures))
    corpus = corpus_lines(contents.chunks, names)
    _write(folder / "samples.json", orjson.dumps(samples, option=orjson.OPT_INDENT_2) + b"\n")
    _write(folder / "text_corpus.jsonl", b"".join(orjson.dumps(line) + b"\n" for line in corpus))
    ids = {"samples": sample_ids, **{kind: _turned(getattr(names, kind)) for kind in ("documents", "paragraphs", "charts")}}
    _write(folder / "ids.json", orjson.dumps(ids, option=orjson.OPT_INDENT_2) + b"\n")
    return Exported(len(samples), len(corpus), len(pictures), left_out)


def corpus_lines(chunks: Iterable[Chunk], names: Names) -> list[dict[str, str]]:
    """Every sentence as ``{id, text}``, by ascending id."""
    lines = [{"id": _sentence(names, chunk.id, n), "text": text} for chunk in chunks for n, text in enumerate(chunk.sentences)]
    return sorted(lines, key=lambda line: line["id"])


async def save_pictures(charts: Iterable[Chart], names: Names, blob: Callable[[BlobRef], Awaitable[bytes]], folder: Path) -> dict[str, str]:
    """Writes the charts' pictures, bytes unchanged; returns their paths (``charts/<name>.png``) by chart id, of those that have one."""
    paths = {}
    for chart in charts:
        if chart.image is not None and chart.image.mime in SUFFIXES:
            name = names.charts[chart.id] + SUFFIXES[chart.image.mime]
            _write(folder / name, await blob(chart.image))
            paths[chart.id] = f"charts/{name}"
    return paths


def _sample(
    qa: QA, sample_id: str, hops: list[Evidence], names: Names, chunks: dict[str, Chunk], pictures: dict[str, str]
) -> dict[str, Any]:
    """A sample: ``gt_text`` holds the whole paragraph, ``gt_keypoints`` names the sentence (the first of several) or the chart."""
    keypoints: dict[str, list[str]] = {}
    for hop in hops:
        place = names.charts[hop.source_id] if hop.modality == "chart" else _sentence(names, hop.source_id, min(hop.sentences, default=0))
        keypoints.setdefault(place, []).append(hop.statement)
    paragraphs = sorted({names.paragraphs[hop.source_id]: hop.source_id for hop in hops if hop.modality == "text"}.items())
    return {
        "id": sample_id,
        "query": qa.query,
        "gt_answer": qa.gt_answer,
        "gt_chart": [pictures[chart] for chart in qa.gt_chart],
        "gt_text": {name: chunks[chunk_id].sentences for name, chunk_id in paragraphs},
        "gt_keypoints": {place: " ".join(dict.fromkeys(statements)) for place, statements in keypoints.items()},
    }


def _sentence(names: Names, chunk_id: str, index: int) -> str:
    return f"{names.paragraphs[chunk_id]}_{index + 1:02d}"


def _turned(named: dict[str, str]) -> dict[str, str]:
    return {name: ours for ours, name in sorted(named.items(), key=lambda item: item[1])}


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
