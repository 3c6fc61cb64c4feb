"""A folder that can be pushed to the Hugging Face Hub as it is: Parquet files and a dataset card.

Three configurations: ``qa`` (one row a question), ``text_corpus`` (one row a sentence) and ``charts`` (one row a chart, picture inside).
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from charge_stream.evaluation.chart_mrag import SUFFIXES
from charge_stream.evaluation.contents import Contents, evidence_of
from charge_stream.models import QA, QA_TYPES

if TYPE_CHECKING:
    import pyarrow

    from charge_stream.infra.store import ContentStore

TITLE = "Questions about reports"
_STRING = {"dtype": "string", "_type": "Value"}
CONFIGS = {"qa": "questions", "text_corpus": "sentences", "charts": "charts"}


async def export_hugging_face(
    contents: Contents, store: ContentStore, folder: Path, title: str = "Questions about reports"
) -> dict[str, int]:
    """Writes the dataset folder; returns the number of rows of each configuration."""
    rows = {"qa": _questions(contents), "text_corpus": _sentences(contents), "charts": await _charts(contents, store)}
    for config, schema in _schemas().items():
        _write_parquet(rows[config], schema, folder / "data" / f"{config}.parquet")
    counts = {config: len(rows[config]) for config in CONFIGS}
    (folder / "README.md").write_text(_card(contents, counts, title), encoding="utf-8")
    return counts


def _questions(contents: Contents) -> list[dict[str, Any]]:
    return [_question(qa, contents) for qa in sorted(contents.qa, key=lambda qa: qa.id)]


def _question(qa: QA, contents: Contents) -> dict[str, Any]:
    hops = evidence_of(qa, contents.candidates)
    return {
        "id": qa.id,
        "type": qa.type,
        "query": qa.query,
        "gt_answer": qa.gt_answer,
        "gt_keypoints": [{"source_id": hop.source_id, "keypoint": hop.statement} for hop in hops],
        "gt_text": qa.gt_text,
        "gt_chart": qa.gt_chart,
        "engine": qa.engine,
    }


def _sentences(contents: Contents) -> list[dict[str, Any]]:
    rows = [
        {"id": f"{chunk.id}#{n}", "text": text, "document_id": chunk.document_id, "title": chunk.context.title, "uri": chunk.context.uri}
        for chunk in contents.chunks
        for n, text in enumerate(chunk.sentences)
    ]
    return sorted(rows, key=lambda row: row["id"])


async def _charts(contents: Contents, store: ContentStore) -> list[dict[str, Any]]:
    rows = []
    for chart in sorted(contents.charts, key=lambda chart: chart.id):
        image = None
        if chart.image is not None and chart.image.mime in SUFFIXES and chart.image.mime != "image/svg+xml":  # its readers know no SVG
            image = {"bytes": await store.get_blob(chart.image), "path": chart.id + SUFFIXES[chart.image.mime]}
        words = {"title": chart.title, "caption": chart.caption, "document_id": chart.document_id, "uri": chart.context.uri}
        rows.append({"id": chart.id, "image": image, **words})
    return rows


def _schemas() -> dict[str, pyarrow.Schema]:
    import pyarrow as pa

    text = pa.string()
    keypoint = pa.struct({"source_id": text, "keypoint": text})
    texts = dict.fromkeys(("id", "type", "query", "gt_answer"), text)
    image = {"image": pa.struct({"bytes": pa.binary(), "path": text})}
    # Without this note the Hub shows the picture as bytes.
    words = ("title", "caption", "document_id", "uri")
    features = {"id": _STRING, "image": {"_type": "Image"}, **dict.fromkeys(words, _STRING)}
    note = {"info": {"features": features}}
    return {
        "qa": pa.schema(
            texts | {"gt_keypoints": pa.list_(keypoint), "gt_text": pa.list_(text), "gt_chart": pa.list_(text), "engine": text}
        ),
        "text_corpus": pa.schema(dict.fromkeys(("id", "text", "document_id", "title", "uri"), text)),
        "charts": pa.schema(
            {"id": text} | image | dict.fromkeys(words, text),
            metadata={"huggingface": orjson.dumps(note)},
        ),
    }


def _write_parquet(rows: list[dict[str, Any]], schema: pyarrow.Schema, path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), path, compression="zstd")


def _card(contents: Contents, counts: dict[str, int], title: str) -> str:
    import yaml

    languages = sorted({chunk.context.language for chunk in contents.chunks if chunk.context.language})
    matter = {
        "pretty_name": title,
        **({"language": languages} if languages else {}),
        "license": "other",
        "license_name": "rights-of-the-sources",
        "task_categories": ["question-answering", "visual-question-answering"],
        "tags": ["multimodal", "charts", "retrieval-augmented-generation"],
        "configs": [
            {"config_name": name, "data_files": f"data/{name}.parquet", **({"default": True} if name == "qa" else {})} for name in CONFIGS
        ],
    }
    return f"---\n{yaml.safe_dump(matter, sort_keys=False, allow_unicode=True)}---\n\n{_card_text(contents, counts, title)}"


def _card_text(contents: Contents, counts: dict[str, int], title: str) -> str:
    by_type = Counter(qa.type for qa in contents.qa)
    lines = [
        f"# {_plain(title)}",
        "",
        "Checked question–answer pairs for multimodal retrieval, made from reports after CHARGE, in the eight types of Chart-MRAG Bench.",
        "",
        "| configuration | rows |",
        "| --- | --- |",
        *(f"| `{name}` ({what}) | {counts[name]} |" for name, what in CONFIGS.items()),
        "",
        "| type | questions |",
        "| --- | --- |",
        *(f"| {name} | {by_type[name]} |" for name in QA_TYPES),
        "",
        "`gt_text` names sentences as `<paragraph>#<sentence from 0>`, `gt_chart` names charts; both are ids of the other configurations.",
        "",
        "## Sources",
        "",
        "Texts and charts belong to their publishers; the licence each one states stands beside it.",
        "",
        *(f"- {_source(manifest.context)}" for manifest in contents.manifests if manifest.entries),
    ]
    return "\n".join(lines) + "\n"


def _source(context: dict[str, Any]) -> str:
    parts = [context.get(name) for name in ("title", "publisher", "published", "uri")]
    told = ", ".join(_plain(str(part)) for part in parts if part)
    return f"{told or 'untitled'} (licence: {_plain(context.get('licence') or 'not stated')})"


def _plain(text: str) -> str:
    """Text of a document inside Markdown: one line, nothing in it is markup."""
    line = " ".join(text.split())
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>|#" else sign for sign in line)
