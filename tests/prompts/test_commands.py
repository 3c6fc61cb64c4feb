"""``charge-stream prompts``: what it shows is what is sent, whatever the input comes from; what was made with older versions is counted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import Result
from hand_made import CHART, CHART_KEYPOINT, CHUNK, INPUTS, OTHER_CHUNK, READING, TEXT_KEYPOINT, picture
from typer.testing import CliRunner

from charge_stream.cli.main import app
from charge_stream.documents.manifest import Manifest, ManifestEntry
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.engines.openai import OpenAIEngine
from charge_stream.infra import provenance, results
from charge_stream.infra.gateway.settings import OpenAISettings
from charge_stream.infra.sources import Sources
from charge_stream.infra.stage import Emission
from charge_stream.infra.store import ContentStore
from charge_stream.models import Candidate, Checked, Evaluation, Pair, Verified
from charge_stream.models.errors import UserError
from charge_stream.prompts import catalogue
from charge_stream.prompts.catalogue import Prompt
from charge_stream.prompts.render import load
from charge_stream.topics import catalogue as topics
from charge_stream.topics import codec

PROMPTS = {prompt.id: prompt for prompt in catalogue.PROMPTS}
KEY = "sk-planted-key-0123456789"
PRICES = '{"gpt-4o-mini": {"prompt": 1, "completion": 2}}'

Call = Callable[..., Result]


@pytest.fixture
def call(fake: FakeEndpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Runs ``charge-stream prompts`` with the fake endpoint and a store of the test's own."""
    for name, value in {
        "CHARGE_OPENAI__BASE_URL": fake.base_url,
        "CHARGE_OPENAI__API_KEY": KEY,
        "CHARGE_OPENAI__PRICES": PRICES,
        "CHARGE_STORE": str(tmp_path / "store"),
    }.items():
        monkeypatch.setenv(name, value)
    return lambda *arguments: CliRunner().invoke(app, ["prompts", *map(str, arguments)])


VERDICTS = {
    keypoint.id: Verified(
        id=f"verified-{keypoint.id}", keypoint=keypoint, paired=[other], status="retain", question="How many?", from_own="33%."
    )
    for keypoint, other in ((TEXT_KEYPOINT, "chart1"), (CHART_KEYPOINT, "chunk1"))
}
PAIR = Pair(id="pair1", type="Intra-Document_Text-Chart", hops=[VERDICTS[CHART_KEYPOINT.id], VERDICTS[TEXT_KEYPOINT.id]])
CANDIDATE = Candidate(
    id="qa1", pair=PAIR, query="Which is larger?", gt_answer="YouTube, 83%.", engine="openai", form="comparison", prompts={}
)
CHECKED = Checked(candidate=CANDIDATE, gates={}, reasons={}, vector=[], references=[])
EVALUATION = Evaluation(
    id="evaluation1", qa_id="qa1", type=PAIR.type, system="s", k=5, corpus="c", retrieved=["chunk2#0", "chart1"], response="83%.",
    response_keypoints=["It is 83%."], recall=1.0, recall_all=1.0, correctness=1.0, coverage=1.0,
)  # fmt: skip


@pytest.fixture
async def store(tmp_path: Path) -> ContentStore:
    """A store with two documents, the reading of a chart with its picture, and what was made of them up to an evaluation."""
    made = ContentStore(str(tmp_path / "store"))
    sources = Sources(made)
    chart = CHART.derive(image=await made.put_blob(picture(), "image/png"))
    for document_id, held in (("doc1", [(CHUNK, "text"), (chart, "chart")]), ("doc2", [(OTHER_CHUNK, "text")])):
        entries = [
            ManifestEntry(source.id, modality, (await made.put_blob(codec.encode(source), "application/json")).sha256, list(source.paired))
            for source, modality in held
        ]
        await sources.write_manifest(Manifest(document_id, "r1", (1, 0), {}, entries))
    for stage, topic, record in (
        ("read_chart", topics.READINGS, READING.derive(chart=chart)),
        ("extract_text", topics.KEYPOINTS, TEXT_KEYPOINT),
        ("extract_chart", topics.KEYPOINTS, CHART_KEYPOINT),
        *(("verify", topics.VERIFIED, verdict) for verdict in VERDICTS.values()),
        ("pair", topics.PAIRS, PAIR),
        ("check", topics.CHECKED, CHECKED),
        ("evaluate", topics.EVALUATIONS, EVALUATION),
    ):
        identity = "chart1" if stage == "read_chart" else record.record_id
        await results.save(made, stage, identity, [Emission(topic, record)])
    return made


def written(folder: Path, inputs: dict[str, Any]) -> Path:
    """The inputs as a JSON file, records with their schema."""
    path = folder / "inputs.json"
    path.write_bytes(orjson.dumps(inputs, default=lambda record: orjson.Fragment(codec.encode(record))))
    return path


def sent_of(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    messages: list[dict[str, Any]] = json.loads(result.stdout)["request"]["messages"]
    return messages


TOLD_BY_WORDS = {name: prompt for name, prompt in PROMPTS.items() if load(name).front.pictures != "needed"}
"""Prompts that can be asked without a picture, which a JSON file cannot hold."""


@pytest.mark.parametrize("prompt", TOLD_BY_WORDS.values(), ids=list(TOLD_BY_WORDS))
async def test_what_is_rendered_is_what_goes_over_the_wire(prompt: Prompt[Any], call: Call, fake: FakeEndpoint, tmp_path: Path) -> None:
    """The inputs of each prompt as a JSON file."""
    given = written(tmp_path, INPUTS[prompt.id])
    shown = await asyncio.to_thread(call, "render", prompt.id, given, "--json")
    assert fake.counts["requests"] == 0
    engine = OpenAIEngine(OpenAISettings(base_url=fake.base_url))
    await engine.ask(prompt, INPUTS[prompt.id])
    await engine.close()
    assert json.loads(shown.stdout)["request"] == fake.recent[-1]


ROUTES = {
    "extract_text": ("chunk1", {"chunk": CHUNK, "preceding": ""}),
    "classify_keypoint": ("keypoint1", {"statement": TEXT_KEYPOINT.statement, "modality": "text", "chunk": CHUNK, "reading": None}),
    "question_from_keypoint": ("keypoint1", {"keypoint": TEXT_KEYPOINT}),
    "answer_from_text": ("keypoint1", {"question": "How many?", "chunks": [CHUNK], "keypoint": TEXT_KEYPOINT}),
    "judge": ("keypoint1", {"keypoint": TEXT_KEYPOINT, "question": "How many?", "answer": "33%."}),
    "gate_self_contained": ("qa1", {**INPUTS["gate_self_contained"], "query": "Which is larger?"}),
    "keypoints_of_response": ("evaluation1", {"question": "Which is larger?", "response": "83%."}),
    "match_keypoints": (
        "evaluation1",
        {"ground_truth": [CHART_KEYPOINT.statement, TEXT_KEYPOINT.statement], "response": ["It is 83%."]},
    ),
}
"""Prompt → the id of a stored record, and the inputs that a stage would make of it."""


@pytest.mark.parametrize("name", ROUTES)
async def test_a_stored_record_is_shown_as_its_stage_would(name: str, call: Call, store: ContentStore, tmp_path: Path) -> None:
    identity, inputs = ROUTES[name]
    given = written(tmp_path, inputs)
    by_id, by_file = [sent_of(await asyncio.to_thread(call, "render", name, one, "--json")) for one in (identity, given)]
    assert by_id == by_file


@pytest.mark.parametrize(
    ("name", "identity"), [("extract_chart", "chart1"), ("write_intra_document_text_chart", "pair1"), ("answer_question", "evaluation1")]
)
async def test_pictures_come_along_and_are_named_by_their_size(name: str, identity: str, call: Call, store: ContentStore) -> None:
    text, image = sent_of(await asyncio.to_thread(call, "render", name, identity, "--json"))[1]["content"]
    assert "| 0 | YouTube | 81 | 83 |" in text["text"]
    size = f"{len(picture())} bytes"
    assert image == {"type": "image_url", "picture": f"[picture: image/png, 40 × 30 pixels, {size}, counted as 1600 tokens]"}
    plain = await asyncio.to_thread(call, "render", name, identity)
    assert image["picture"] in plain.stdout and "base64" not in plain.stdout


async def test_a_documents_paragraph_or_chart_is_taken_by_its_number(call: Call, tmp_path: Path) -> None:
    document = tmp_path / "walking.md"
    table = "| Year | Share |\n| --- | --- |\n| 2011 | 12 |\n| 2012 | 14 |\n"
    document.write_text(f"# Walking\n\nIn 2013, 39% of adults walked.\n\nIn 2014, 41% did.\n\n{table}")
    first, second, chart = [
        sent_of(await asyncio.to_thread(call, "render", name, document, "--number", number, "--json"))[1]["content"]
        for name, number in (("extract_text", 1), ("extract_text", 2), ("extract_chart", 3))
    ]
    assert "[0] In 2013, 39% of adults walked." in first and "The paragraph before" not in first
    assert "[0] In 2014, 41% did." in second and "The paragraph before" in second
    assert "| 1 | 2012 | 14 |" in chart


async def test_a_trial_shows_reply_validation_tokens_and_cost(call: Call, fake: FakeEndpoint, tmp_path: Path) -> None:
    """A dollar for a million tokens of the prompt, two for the reply; the first reply is of another schema."""
    given = written(tmp_path, INPUTS["judge"])
    fake.script.extend(["wrong_schema", ""])
    result = await asyncio.to_thread(call, "test", "judge", given, "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["valid"], told["answer"]) == (0, True, {"verdict": "same"})
    assert [reply["problem"] for reply in told["replies"]] == ["verdict: Field required", None]
    for reply in told["replies"]:
        assert reply["usd"] == pytest.approx((reply["prompt_tokens"] + 2 * reply["completion_tokens"]) / 1e6)
    assert fake.counts["requests"] == 2


async def test_a_trial_without_a_valid_answer_says_why(call: Call, fake: FakeEndpoint, tmp_path: Path) -> None:
    given = written(tmp_path, INPUTS["judge"])
    fake.script.extend(["wrong_schema", "wrong_schema"])
    failed = await asyncio.to_thread(call, "test", "judge", given)
    assert failed.exit_code == 1
    assert "not valid: verdict: Field required" in failed.stdout
    assert "no answer: Model gpt-4o-mini gave no valid answer to prompt judge" in failed.stdout
    fake.script.append("refused")
    refused = await asyncio.to_thread(call, "test", "judge", given)
    assert (refused.exit_code, "no answer: the model refused" in refused.stdout) == (1, True)


async def test_a_trial_pays_for_no_reply_twice_unless_told_to(call: Call, fake: FakeEndpoint, store: ContentStore) -> None:
    for options, requests in (((), 1), ((), 1), (("--no-cache",), 2)):
        result = await asyncio.to_thread(call, "test", "extract_text", "chunk1", *options)
        assert (result.exit_code, fake.counts["requests"]) == (0, requests)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("show",), "Say which prompt; there are read_chart, extract_text, "),
        (("render", "extract_txt"), "There is no prompt extract_txt; there are read_chart, "),
        (("render", "judge", "keypoint9"), "There is no file keypoint9, nor a record of that id in the store"),
        (("render", "judge", "missing.json"), "There is no file missing.json"),
        (("render", "judge"), r"Prompt judge needs keypoint \(Keypoint\), question \(str\), answer \(str\): give the id"),
        (("render", "judge", "chunk1"), r"Prompt judge needs keypoint \(Keypoint\)"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(arguments: tuple[str, ...], sentence: str, call: Call, store: ContentStore) -> None:
    result = call(*arguments)
    assert isinstance(result.exception, UserError)
    with pytest.raises(UserError, match=sentence):
        raise result.exception


def test_a_prompt_is_shown_with_its_text_and_its_model(call: Call) -> None:
    shown = call("show", "answer_from_text").stdout
    for line in (
        "version: 1",
        "role: verifier",
        "model: gpt-4o-mini",
        "keypoint Keypoint (not shown to models)",
        "--- answer: ModalityAnswer",
    ):
        assert line in shown
    assert '{{ show.text("question", question) }}' in shown
    assert KEY not in shown


async def test_results_of_older_versions_are_counted(call: Call, store: ContentStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven results stand there that tell nothing; ten more are made with two versions and by two engines."""
    made = [("openai", 0, "old-model")] * 3 + [("openai", 1, "new-model")] * 5 + [("rules", 1, None)] * 2
    for number, (engine, version, model) in enumerate(made):
        with provenance.recording():
            provenance.note("judge", engine=engine, version=version, model=model)
            await results.save(store, "verify", f"made{number}", [])
    rows = [json.loads(line) for line in (await asyncio.to_thread(call, "diff", "--all", "--json")).stdout.splitlines()]
    assert [(row["prompt"], row["model"], row["version"], row["results"], row["old"]) for row in rows] == [
        ("judge", "new-model", 1, 5, False),
        ("judge", "old-model", 0, 3, True),
        ("judge", "", 1, 2, True),
    ]
    told = (await asyncio.to_thread(call, "diff")).stdout
    assert "old-model" in told and "new-model" not in told
    assert "A new CHARGE_GENERATION, in a store of its own, makes them anew." in told


def test_a_store_that_is_not_there_holds_nothing_old(call: Call, tmp_path: Path) -> None:
    assert "Nothing was made with other versions" in call("diff").stdout
    assert not (tmp_path / "store").exists()
