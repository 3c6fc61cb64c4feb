from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from charge_stream.evaluation.contents import Contents, read
from charge_stream.evaluation.figures import Summary, Timing
from charge_stream.evaluation.metrics.mean import Mean
from charge_stream.evaluation.summary import RunFacts, collect, evaluation_rows, summarise, tally
from charge_stream.infra.sources import Sources
from charge_stream.infra.store import ContentStore
from charge_stream.models import Context


def ids(records: list[Any]) -> list[str]:
    return [record.id for record in records]


async def test_only_what_rests_on_current_sources_is_read(contents: Contents) -> None:
    assert ids(contents.keypoints) == ["kc", "kd", "ks", "kt"]  # not kg: its source is gone
    assert ids(contents.verified) == ["v-kc", "v-kd", "v-ks", "v-kt"]  # not v-older: held against another chart
    assert ids(contents.pairs) == ["p-q1", "p-q2", "p-q3", "p-q5", "p-q9"]  # p-q2 was proposed from both ends
    assert ids(contents.selected) == ["p-q1", "p-q2", "p-q3", "p-q5"]
    assert ids(contents.qa) == ["q1", "q2"]
    assert contents.withdrawn == 1
    assert ids(contents.rejected) == ["q3", "q5"]
    assert contents.silent == {"extract_chart": ["no table was read"]}


async def test_evaluations_over_another_corpus_are_left_out(filled: Any, contents: Contents) -> None:
    assert ids(contents.evaluations) == ["e-q1", "e-q2"]
    assert len((await read(filled.store, filled.sources)).evaluations) == 4


async def test_a_document_that_is_retracted_takes_everything_with_it(filled: Any) -> None:
    await filled.manifest("power", 7, Context(), [])
    after = await read(filled.store, filled.sources)
    assert (ids(after.qa), ids(after.charts), ids(after.chunks)) == ([], ["cs"], ["ts"])
    assert after.withdrawn == 3
    assert summarise(after, RunFacts()).documents.retracted == 1


async def test_every_stage_adds_up(contents: Contents) -> None:
    summary = summarise(contents, RunFacts(quota={"Single-Point_Text-only": 3}, engine="rules"))
    assert (summary.documents.announced, summary.documents.parsed) == (3, 2)
    assert [(failure.name, failure.reason) for failure in summary.documents.failed] == [("broken.pdf", "It is empty.")]
    assert (summary.chunks, summary.sentences) == (2, 9)
    charts = summary.readings
    assert (charts.found, charts.read, charts.abstained, charts.missing, charts.cells) == (2, 1, {"no numbers": 1}, 0, 2)
    keypoints = summary.keypoints
    assert keypoints.extracted == {"text": 3, "chart": 1}
    assert keypoints.retained == {"text": 2, "chart": 1}
    assert keypoints.dropped == {"the other modality gives the fact too": 1}
    assert keypoints.undecided == 0
    questions = summary.questions
    assert (questions.proposed, questions.selected, questions.candidates, questions.published) == (5, 4, 4, 2)
    assert {gate.name: gate.reasons for gate in questions.rejected} == {"duplicate": {"as …": 1}, "write": {"no form fits": 1}}
    single = questions.types[0]
    assert (single.type, single.proposed, single.selected, single.written) == ("Single-Point_Text-only", 1, 1, 1)
    assert (single.published, single.quota, single.short) == (1, 3, 2)
    assert [(row.document_id, row.charts, row.charts_read, row.keypoints, row.qa) for row in summary.documents.read] == [
        ("power", 1, 1, 2, 2),
        ("school", 1, 0, 1, 0),
    ]


async def test_the_run_says_what_it_handed_in(contents: Contents) -> None:
    announced = {"power-r0": "power.html", "school-r1": "school.pdf", "broken-r1": "./broken.pdf"}
    documents = summarise(contents, RunFacts(announced=announced, failed={"empty.pdf": "0 bytes"})).documents
    assert (documents.announced, documents.parsed) == (4, 2)
    assert [failure.name for failure in documents.failed] == ["./broken.pdf", "empty.pdf"]
    vanished = summarise(contents, RunFacts(announced={"power-r0": "power.html", "fatal-r1": "fatal.pdf"})).documents
    assert (vanished.announced, vanished.parsed) == (2, 1)  # nothing came of it: its worker processes died
    assert [(failure.name, failure.reason) for failure in vanished.failed] == [
        ("fatal.pdf", "fatal.pdf could not be read: `charge-stream dlq list` or the log tells why")
    ]
    without = summarise(contents, RunFacts(announced={"power-r0": "power.html"})).documents
    assert (without.announced, without.parsed, without.failed) == (1, 1, [])  # an older failure is not this run's


async def test_scores_stand_beside_their_denominators(contents: Contents) -> None:
    rows = evaluation_rows(contents.evaluations)
    assert [(row.type, row.questions) for row in rows] == [("all", 2), ("Single-Point_Text-only", 1), ("Intra-Document_Text-Chart", 1)]
    assert rows[0].recall == Mean(0.75, 2, 0)
    assert rows[0].recall_all == Mean(0.5, 2, 0)
    assert rows[0].correctness == Mean(1.0, 1, 1)
    assert rows[2].correctness == Mean(None, 0, 1)


async def test_the_summary_is_json_and_comes_back(filled: Any) -> None:
    summary = await collect(filled.store, filled.sources, RunFacts(timing=Timing(wall_s=1.5), engine_calls={"judge": {"asked": 2}}))
    assert Summary.model_validate_json(summary.to_json()) == summary
    assert orjson.loads(summary.to_json())["timing"]["wall_s"] == 1.5


async def test_an_empty_store_has_a_summary(tmp_path: Path) -> None:
    store = ContentStore(str(tmp_path))
    summary = await collect(store, Sources(store), RunFacts())
    assert summary.documents.announced == summary.questions.published == 0
    assert summary.evaluations == []


def test_rare_reasons_are_summed_and_frequent_ones_come_first() -> None:
    assert tally(["b", "a", "a", None, ""]) == {"a": 2, "no reason given": 2, "b": 1}
    assert tally(["a", "a", "b", "c", "d"], shown=2) == {"a": 2, "3 other reasons": 3}
    assert tally([f"like {n:032x}" for n in range(3)]) == {"like …": 3}
