"""The endpoint that misbehaves: the whole flow runs on it, and its faults are those asked for, whatever the order of requests."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest
from hand_made import CHUNK, OTHER_CHUNK, OTHER_KEYPOINT, READING, TEXT_KEYPOINT

from charge_stream.engines.fake_conditions import FAULT_NAMES, Accepts, Faults
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.engines.openai import OpenAIEngine
from charge_stream.models import Chunk, Keypoint, Reading
from charge_stream.prompts import catalogue

Make = Callable[..., OpenAIEngine]


def keypoint(statement: str, source: Chunk | Reading) -> Keypoint:
    modality = "text" if isinstance(source, Chunk) else "chart"
    return Keypoint(**TEXT_KEYPOINT.asdict() | {"statement": statement, "modality": modality, "context": CHUNK.context})


async def answers(engine: OpenAIEngine, question: str, asked: Keypoint) -> tuple[str | None, str | None]:
    """The question answered from the paragraph alone, and from the chart alone."""
    from_text: Any = await engine.ask(catalogue.ANSWER_FROM_TEXT, {"question": question, "chunks": [CHUNK], "keypoint": asked})
    from_chart: Any = await engine.ask(catalogue.ANSWER_FROM_CHART, {"question": question, "readings": [READING], "keypoint": asked})
    return from_text.answer, from_chart.answer


@pytest.mark.parametrize(
    ("prompt", "inputs", "source", "statement"),
    [
        (catalogue.EXTRACT_TEXT, {"chunk": CHUNK, "preceding": ""}, CHUNK, CHUNK.sentences[0]),
        (catalogue.EXTRACT_CHART, {"reading": READING}, READING, "Use of platforms among U.S. adults: YouTube, 2021: 81 %."),
    ],
    ids=["text", "chart"],
)
async def test_keypoints_are_extracted_and_survive_verification(
    engine_at: Make, prompt: Any, inputs: dict[str, Any], source: Chunk | Reading, statement: str
) -> None:
    engine = engine_at()
    extracted: Any = await engine.ask(prompt, inputs)
    assert extracted.keypoints[0].statement == statement
    asked = keypoint(statement, source)
    classified: Any = await engine.ask(
        catalogue.CLASSIFY_KEYPOINT,
        {
            "statement": statement,
            "modality": asked.modality,
            "chunk": source if isinstance(source, Chunk) else None,
            "reading": source if isinstance(source, Reading) else None,
        },
    )
    assert classified.modality == f"{asked.modality}-only"
    question: Any = await engine.ask(catalogue.QUESTION_FROM_KEYPOINT, {"keypoint": asked})
    assert not any(number in question.question for number in ("33", "81"))
    by_modality = dict(zip(("text", "chart"), await answers(engine, question.question, asked), strict=True))
    own, other = by_modality.pop(asked.modality), by_modality.popitem()[1]
    assert (own, other) == (statement, None)
    verdict: Any = await engine.ask(catalogue.JUDGE, {"keypoint": asked, "question": question.question, "answer": own})
    assert verdict.verdict == "same"


async def test_a_question_is_written_checked_answered_and_scored(engine_at: Make) -> None:
    engine = engine_at()
    hops, sources = [TEXT_KEYPOINT, OTHER_KEYPOINT], [CHUNK, OTHER_CHUNK]
    written: Any = await engine.ask(catalogue.WRITE_QA["Inter-Document_Text-only"], {"hops": hops, "sources": sources})
    assert written.query.endswith("?") and "33" not in written.query and "50" not in written.query
    for gate in catalogue.GATES.values():
        inputs = {"query": written.query, "answer": written.answer, "form": written.form, "type": "Inter-Document_Text-only"}
        verdict: Any = await engine.ask(gate, {**inputs, "hops": hops, "sources": sources, "neighbours": []})
        assert verdict.passed
    single: Any = await engine.ask(catalogue.WRITE_QA["Single-Point_Text-only"], {"hops": hops[:1], "sources": sources[:1]})
    response: Any = await engine.ask(catalogue.ANSWER_QUESTION, {"question": single.query, "chunks": [OTHER_CHUNK, CHUNK], "readings": []})
    told: Any = await engine.ask(catalogue.KEYPOINTS_OF_RESPONSE, {"question": single.query, "response": response.answer})
    truth = [hop.statement for hop in hops]
    matched: Any = await engine.ask(catalogue.MATCH_KEYPOINTS, {"ground_truth": truth, "response": told.keypoints})
    assert matched.matches == [(0, 0)]


async def drawn(order: list[int], seed: int) -> tuple[dict[int, str], FakeEndpoint]:
    """How each of the requests, sent in ``order``, ends on an endpoint with an equal share of every fault."""
    share = 1 / (len(FAULT_NAMES) + 1)
    fake = FakeEndpoint(Faults(**dict.fromkeys(FAULT_NAMES, share)), seed=seed)
    await fake.start()
    outcomes: dict[int, str] = {}
    async with aiohttp.ClientSession() as session:
        for number in order:
            body = {
                "model": "m",
                "messages": [{"role": "user", "content": f'JSON schema:\n{{"properties": {{"passed": 0, "reason": 0}}}}\n{number}'}],
            }
            try:
                async with session.post(f"{fake.base_url}/chat/completions", json=body) as response:
                    outcomes[number] = f"{response.status} {await response.text()}"
            except aiohttp.ClientError as error:
                outcomes[number] = type(error).__name__
    await fake.stop()
    return outcomes, fake


async def test_faults_are_drawn_from_seed_and_request_not_from_arrival() -> None:
    forward, fake = await drawn(list(range(120)), seed=3)
    backward, _ = await drawn(list(reversed(range(120))), seed=3)
    other, _ = await drawn(list(range(120)), seed=4)
    assert forward == backward
    assert forward != other
    ends = {name: fake.counts[{"rate_limited": "429", "server_error": "500"}.get(name, name)] for name in (*FAULT_NAMES, "served")}
    assert sum(ends.values()) == fake.counts["requests"] == 120
    assert min(ends.values()) >= 4


async def test_the_same_request_is_drawn_anew_each_time() -> None:
    outcomes, fake = await drawn([7] * 60, seed=0)
    assert len(outcomes) == 1
    assert len([name for name in FAULT_NAMES if fake.counts[name]]) >= 4


async def test_latency_and_outages_are_kept(fake: FakeEndpoint) -> None:
    fake.faults = Faults(latency_s=0.2, outages=((1000.0, 2000.0),))
    body = {"model": "m", "messages": [{"role": "user", "content": 'JSON schema:\n{"properties": {"passed": 0, "reason": 0}}'}]}
    async with aiohttp.ClientSession() as session:
        started = time.monotonic()
        posts = [session.post(f"{fake.base_url}/chat/completions", json=body) for _ in range(5)]
        assert [response.status for response in await asyncio.gather(*posts)] == [200] * 5
        assert 0.2 <= time.monotonic() - started < 1.0
        fake.faults = Faults(latency_s=60.0, outages=((0.0, 1000.0),))
        assert (await session.post(f"{fake.base_url}/chat/completions", json=body)).status == 503


async def test_models_are_listed(fake: FakeEndpoint) -> None:
    fake.accepts = Accepts(models=frozenset({"b", "a"}))
    async with aiohttp.ClientSession() as session, session.get(f"{fake.base_url}/models") as response:
        assert [model["id"] for model in (await response.json())["data"]] == ["a", "b"]


async def test_texts_that_share_words_are_near_one_another(fake: FakeEndpoint) -> None:
    body = {"model": "e", "input": ["adults walk to work", "adults walk to school", "prices of wheat"]}
    async with aiohttp.ClientSession() as session, session.post(f"{fake.base_url}/embeddings", json=body) as response:
        first, near, far = (row["embedding"] for row in (await response.json())["data"])
    assert sum(a * b for a, b in zip(first, first, strict=True)) == pytest.approx(1.0)
    assert sum(a * b for a, b in zip(first, near, strict=True)) > sum(a * b for a, b in zip(first, far, strict=True))


def test_shares_of_faults_are_at_most_one() -> None:
    with pytest.raises(ValueError, match="more than 1"):
        Faults(dropped=0.6, cut=0.6)
