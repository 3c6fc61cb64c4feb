"""What a run leaves in its folder (``design`` §5)."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from charge_stream import __version__
from charge_stream.charts import READER_VERSION
from charge_stream.cli.announce import Tally
from charge_stream.engines.counting import CountingEngine
from charge_stream.evaluation import contents as store_contents
from charge_stream.evaluation.cards import cards as cards_of
from charge_stream.evaluation.contents import Contents
from charge_stream.evaluation.export import export_jsonl, export_parquet
from charge_stream.evaluation.figures import Summary, Timing
from charge_stream.evaluation.report import write_report
from charge_stream.evaluation.summary import RunFacts, summarise
from charge_stream.infra import announcements
from charge_stream.infra.stage import Deps
from charge_stream.models.errors import UserError

SETTINGS_THAT_MATTER = (
    "engine",
    "encoder",
    "generation",
    "quota",
    "quota_mode",
    "margin",
    "partners",
    "per_keypoint",
    "per_document",
    "relatedness_intra",
    "relatedness_inter",
    "near_duplicate",
    "wording_share",
    "top_k",
)


async def write_results(deps: Deps, out: Path, tally: Tally, dead_letters: dict[str, int], timing: Timing) -> Summary:
    """Write every file of a run; the figures are those of the documents announced now.

    Raises:
        UserError: the folder does not take them.
    """
    contents = await store_contents.read(deps.store, deps.sources, await deps.sources.fingerprint())
    summary = summarise(contents, await _facts(deps, tally, dead_letters, timing))
    try:
        _write_records(contents, out)
        (out / "summary.json").write_bytes(summary.to_json())
        write_report(summary, await cards_of(contents, deps.store), out / "report.html")
    except OSError as error:
        raise UserError(f"The results cannot be written to {out}: {error.strerror}; make room or choose another folder.") from error
    return summary


def _write_records(contents: Contents, out: Path) -> None:
    export_jsonl(contents.qa, out / "qa.jsonl")
    export_parquet(contents.qa, out / "qa.parquet")
    export_jsonl(contents.rejected, out / "rejected.jsonl")
    export_jsonl(contents.keypoints, out / "keypoints.jsonl")
    export_jsonl((contents.readings[chart] for chart in sorted(contents.readings)), out / "readings.jsonl")
    export_jsonl(contents.evaluations, out / "evaluations.jsonl")


async def _facts(deps: Deps, tally: Tally, dead_letters: dict[str, int], timing: Timing) -> RunFacts:
    known = await announcements.remembered(deps.store)
    engine = deps.engine
    return RunFacts(
        announced={f"{document.document_id}-{document.revision}": document.uri for document in known if document.problem is None},
        failed=tally.problems,
        quota=deps.settings.quota,
        dead_letters=dead_letters,
        engine=engine.name,
        engine_calls=engine.calls if isinstance(engine, CountingEngine) else {},
        settings={name: getattr(deps.settings, name) for name in SETTINGS_THAT_MATTER},
        versions=dict(_versions(("faust-streaming", "aiokafka", "pymilvus", "milvus-lite", "spacy", "rapidocr", "pypdfium2"))),
        timing=timing,
    )


def _versions(libraries: Iterable[str]) -> Iterable[tuple[str, str]]:
    yield "charge-stream", __version__
    yield "reader", READER_VERSION
    yield "python", platform.python_version()
    yield from ((name, version(name)) for name in libraries)
