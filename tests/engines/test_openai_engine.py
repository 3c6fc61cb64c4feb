"""The engine for models, by what goes over the wire: each kind of failure, the forms of a reply, pictures, and the key's secrecy."""

from __future__ import annotations

import base64
import io
import logging
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from hand_made import ABSTAINED, CHUNK, GATE_INPUTS, INPUTS, READING, picture
from PIL import Image

from charge_stream.engines.fake_conditions import Accepts, Faults
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.engines.openai import OpenAIEngine
from charge_stream.infra.gateway.settings import OpenAISettings, RoleSettings
from charge_stream.infra.stage import Abstained
from charge_stream.models.errors import DependencyDown, Permanent, Transient, UserError
from charge_stream.prompts import catalogue
from charge_stream.prompts.outputs import ExtractedKeypoints, ModalityAnswer, Question, ResponseKeypoints
from charge_stream.prompts.render import PromptError

Make = Callable[..., OpenAIEngine]
KEY = "sk-planted-key-0123456789"
ASK = (catalogue.ANSWER_FROM_TEXT, INPUTS["answer_from_text"])
TOLD = ModalityAnswer(answer="In 2024, 33% of U.S. adults said they use TikTok.")


async def test_answers_with_the_prompts_type(engine_at: Make, fake: FakeEndpoint) -> None:
    answer = await engine_at().ask(catalogue.EXTRACT_TEXT, INPUTS["extract_text"])
    assert isinstance(answer, ExtractedKeypoints)
    assert [(item.statement, item.sentences, item.frame) for item in answer.keypoints] == [(CHUNK.sentences[0], [0], {})]
    body = fake.recent[-1]
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert (body["model"], body["temperature"], body["seed"], body["max_tokens"]) == ("gpt-4o-mini", 0.0, 0, 1024)


async def test_the_schema_sent_is_strict_and_leaves_out_what_only_rules_fill(engine_at: Make, fake: FakeEndpoint) -> None:
    await engine_at().ask(catalogue.EXTRACT_TEXT, INPUTS["extract_text"])
    sent = fake.recent[-1]["response_format"]["json_schema"]
    assert (sent["name"], sent["strict"]) == ("ExtractedKeypoints", True)
    keypoint = sent["schema"]["$defs"]["ExtractedKeypoint"]
    assert list(keypoint["properties"]) == keypoint["required"] == ["statement", "sentences", "cells"]
    assert keypoint["additionalProperties"] is False
    assert keypoint["properties"]["cells"]["items"] == {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}


async def test_each_role_has_its_model_and_limits(engine_at: Make, fake: FakeEndpoint) -> None:
    roles = {"judge": RoleSettings(model="strict-judge", temperature=0.3, seed=None, max_tokens=77)}
    engine = engine_at(roles=roles)
    await engine.ask(catalogue.JUDGE, INPUTS["judge"])
    judge = fake.recent[-1]
    await engine.ask(*ASK)
    assert (judge["model"], judge["temperature"], judge["max_tokens"], "seed" in judge) == ("strict-judge", 0.3, 77, False)
    assert fake.recent[-1]["model"] == "gpt-4o-mini"


@pytest.mark.parametrize("fault", ["rate_limited", "server_error", "dropped"])
async def test_a_failure_that_passes_is_tried_again(engine_at: Make, fake: FakeEndpoint, fault: str) -> None:
    engine = engine_at()
    fake.script.extend([fault, fault, ""])
    assert await engine.ask(*ASK) == TOLD
    assert (fake.counts["requests"], engine.counts["calls"], engine.counts["retries"]) == (3, 3, 2)


@pytest.mark.parametrize("fault", ["rate_limited", "server_error", "dropped"])
async def test_a_failure_that_stays_is_transient_after_the_deadline(engine_at: Make, fake: FakeEndpoint, fault: str) -> None:
    fake.faults = Faults(**{fault: 1.0})
    with pytest.raises(Transient):
        await engine_at(deadline_s=0.1).ask(*ASK)
    assert fake.counts["requests"] >= 3


async def test_retry_after_is_honoured(engine_at: Make, fake: FakeEndpoint) -> None:
    fake.faults = Faults(retry_after_s=0.4)
    fake.script.extend(["rate_limited", ""])
    started = time.monotonic()
    assert await engine_at().ask(*ASK) == TOLD
    assert time.monotonic() - started >= 0.4


async def test_a_long_retry_after_means_down_and_holds_nobody(engine_at: Make, fake: FakeEndpoint) -> None:
    fake.faults = Faults(retry_after_s=3600)
    fake.script.append("rate_limited")
    with pytest.raises(DependencyDown, match="asks to wait 3600 s") as caught:
        await engine_at().ask(*ASK)
    assert (caught.value.dependency, fake.counts["requests"]) == ("model", 1)


async def test_a_slow_endpoint_times_out_as_transient(engine_at: Make, fake: FakeEndpoint) -> None:
    fake.faults = Faults(latency_s=1.0)
    with pytest.raises(Transient):
        await engine_at(timeout_s=0.1, deadline_s=0.3).ask(*ASK)


async def test_an_endpoint_that_is_not_there_is_down_at_once_and_comes_back(engine_at: Make, fake: FakeEndpoint) -> None:
    engine = engine_at()
    await fake.stop()
    with pytest.raises(DependencyDown, match=r"127\.0\.0\.1.*cannot be reached") as caught:
        await engine.ask(*ASK)
    assert (caught.value.dependency, engine.counts["calls"]) == ("model", 1)
    await fake.start()
    assert await engine.ask(*ASK) == TOLD


async def test_an_outage_is_transient_until_it_ends(engine_at: Make, fake: FakeEndpoint) -> None:
    fake.faults = Faults(outages=((0.0, 3600.0),))
    with pytest.raises(Transient):
        await engine_at(deadline_s=0.2).ask(*ASK)
    fake.faults = Faults()
    assert await engine_at().ask(*ASK) == TOLD


@pytest.mark.parametrize(
    ("accepts", "sentence"),
    [
        (Accepts(key="another"), "refuses the key: set CHARGE_OPENAI__API_KEY"),
        (Accepts(models=frozenset({"other"})), "knows no model gpt-4o-mini"),
        (Accepts(characters=10), "too long for model gpt-4o-mini"),
        (Accepts(formats=frozenset()), "does not take the response format|refuses the request"),
    ],
    ids=["401", "404", "400 too long", "400 no format at all"],
)
async def test_refusals_of_the_request_are_permanent_and_not_repeated(
    engine_at: Make, fake: FakeEndpoint, accepts: Accepts, sentence: str
) -> None:
    fake.accepts = accepts
    engine = engine_at()
    with pytest.raises(Permanent, match=sentence):
        await engine.ask(*ASK)
    assert engine.counts["retries"] == 0


async def test_the_key_stands_in_no_message_and_no_log(engine_at: Make, fake: FakeEndpoint, caplog: pytest.LogCaptureFixture) -> None:
    """The fake endpoint echoes the key it refuses, as real ones do."""
    caplog.set_level(logging.DEBUG)
    fake.accepts = Accepts(key="another")
    engine = engine_at()
    with pytest.raises(Permanent) as caught:
        await engine.ask(*ASK)
    chain = caught.getrepr(chain=True, style="long", showlocals=False)
    assert KEY not in str(chain)
    assert KEY not in repr(caught.value) + repr(engine) + repr(vars(engine)) + caplog.text


@pytest.mark.parametrize("supported", [{"json_schema", "json_object", "text"}, {"json_object", "text"}, {"text"}])
async def test_the_strictest_format_the_endpoint_takes_is_found_once(engine_at: Make, fake: FakeEndpoint, supported: set[str]) -> None:
    fake.accepts = Accepts(formats=frozenset(supported))
    engine = engine_at()
    assert await engine.ask(*ASK) == TOLD
    probes = 3 - len(supported)
    assert fake.counts["requests"] == 1 + probes
    assert await engine.ask(*ASK) == TOLD
    assert fake.counts["requests"] == 2 + probes
    states_schema = "JSON schema" in fake.recent[-1]["messages"][0]["content"]
    assert states_schema == (probes > 0)


async def test_fences_and_chatter_are_stripped(engine_at: Make, fake: FakeEndpoint) -> None:
    fake.script.append("fenced")
    engine = engine_at()
    assert await engine.ask(*ASK) == TOLD
    assert engine.counts["calls"] == 1


@pytest.mark.parametrize("fault", ["invalid", "wrong_schema"])
async def test_a_bad_reply_is_shown_to_its_model_once(engine_at: Make, fake: FakeEndpoint, fault: str) -> None:
    fake.script.extend([fault, ""])
    engine = engine_at()
    assert await engine.ask(*ASK) == TOLD
    turns = fake.recent[-1]["messages"]
    assert [turn["role"] for turn in turns] == ["system", "user", "assistant", "user"]
    assert "cannot be used" in turns[-1]["content"]
    assert (engine.counts["calls"], engine.counts["repaired"], engine.counts["mended"]) == (2, 1, 0)


async def test_json_is_mended_by_guessing_only_when_its_model_could_not(engine_at: Make, fake: FakeEndpoint) -> None:
    fake.script.extend(["invalid", "invalid"])
    engine = engine_at()
    assert await engine.ask(*ASK) == TOLD
    assert (engine.counts["calls"], engine.counts["repaired"], engine.counts["mended"]) == (2, 0, 1)


async def test_a_reply_that_stays_wrong_is_permanent_after_two_calls(engine_at: Make, fake: FakeEndpoint) -> None:
    fake.script.extend(["wrong_schema", "wrong_schema"])
    engine = engine_at()
    with pytest.raises(Permanent, match="gave no valid answer to prompt answer_from_text"):
        await engine.ask(*ASK)
    assert engine.counts["calls"] == 2


async def test_a_cut_reply_is_asked_for_once_more_with_more_room(engine_at: Make, fake: FakeEndpoint) -> None:
    """The reply to the split takes 23 tokens: it does not fit 10, and fits 40."""
    engine = engine_at(roles={"judge": RoleSettings(max_tokens=10)})
    answer = await engine.ask(catalogue.KEYPOINTS_OF_RESPONSE, INPUTS["keypoints_of_response"])
    assert answer == ResponseKeypoints(keypoints=["In 2024, 33% of U.S. adults used TikTok.", "Teens use it more."])
    assert [body["max_tokens"] for body in fake.recent] == [10, 40]
    assert engine.counts["cut"] == 1


async def test_a_reply_that_does_not_fit_even_so_is_permanent(engine_at: Make, fake: FakeEndpoint) -> None:
    fake.script.extend(["cut", "cut"])
    with pytest.raises(Permanent, match="raise max_tokens"):
        await engine_at().ask(*ASK)
    assert fake.counts["requests"] == 2


async def test_a_refusal_is_an_abstention(engine_at: Make, fake: FakeEndpoint) -> None:
    fake.script.append("refused")
    engine = engine_at()
    assert await engine.ask(*ASK) == Abstained("the model refused: I cannot help with that.")
    assert engine.counts["refused"] == 1


async def test_a_sentence_cannot_pass_for_another_ones_number(engine_at: Make) -> None:
    """The fake, like a model, names sentences by the numbers it sees; there are two, and only the second holds figures."""
    chunk = type(CHUNK)(**CHUNK.asdict() | {"sentences": ["No figure.", "In all, 12% agree.\n[7] And 33% do not."]})
    answer = await engine_at().ask(catalogue.EXTRACT_TEXT, {**INPUTS["extract_text"], "chunk": chunk})
    assert isinstance(answer, ExtractedKeypoints)
    assert [item.sentences for item in answer.keypoints] == [[1]]


async def test_pictures_go_along_as_data_urls(engine_at: Make, fake: FakeEndpoint) -> None:
    await engine_at().ask(catalogue.EXTRACT_CHART, INPUTS["extract_chart"], [picture()])
    text, image = fake.recent[-1]["messages"][1]["content"]
    assert "YouTube" in text["text"]
    assert image["image_url"]["url"] == "data:image/png;base64," + base64.b64encode(picture()).decode()
    assert fake.counts["pictures"] == 1


@pytest.mark.parametrize(("mode", "format_"), [("RGB", "PNG"), ("L", "TIFF"), ("RGBA", "WEBP"), ("P", "GIF")])
async def test_a_large_picture_is_scaled_and_made_a_png(engine_at: Make, fake: FakeEndpoint, mode: str, format_: str) -> None:
    await engine_at().ask(catalogue.EXTRACT_CHART, INPUTS["extract_chart"], [picture(3136, 1000, mode, format_)])
    header, _, data = fake.recent[-1]["messages"][1]["content"][1]["image_url"]["url"].partition(",")
    with Image.open(io.BytesIO(base64.b64decode(data))) as sent:
        assert (header, sent.size, sent.format) == ("data:image/png;base64", (1568, 500), "PNG")


async def test_a_broken_picture_is_permanent(engine_at: Make) -> None:
    with pytest.raises(Permanent, match="cannot be decoded"):
        await engine_at().ask(catalogue.EXTRACT_CHART, INPUTS["extract_chart"], [picture(3000, 20)[:60]])


async def test_no_picture_goes_to_a_prompt_of_text(engine_at: Make) -> None:
    with pytest.raises(PromptError, match="takes no pictures"):
        await engine_at().ask(*ASK, [picture()])


async def test_the_verified_keypoint_and_the_neighbours_are_never_sent(engine_at: Make, fake: FakeEndpoint) -> None:
    engine = engine_at()
    secret = type(INPUTS["judge"]["keypoint"])(**INPUTS["judge"]["keypoint"].asdict() | {"statement": "PLANTED-STATEMENT"})
    neighbour = type(READING)(**ABSTAINED.asdict() | {"words": ["PLANTED-WORD"], "chart": ABSTAINED.chart})
    await engine.ask(catalogue.ANSWER_FROM_TEXT, {**INPUTS["answer_from_text"], "keypoint": secret})
    await engine.ask(catalogue.ANSWER_FROM_CHART, {**INPUTS["answer_from_chart"], "keypoint": secret})
    for prompt in catalogue.GATES.values():
        await engine.ask(prompt, {**GATE_INPUTS, "neighbours": [neighbour]})
    assert len(fake.recent) == 7
    assert "PLANTED" not in str(list(fake.recent))


async def test_with_every_fault_at_once_every_call_ends_in_an_answer_or_a_named_failure(engine_at: Make, fake: FakeEndpoint) -> None:
    shares = dict.fromkeys(("rate_limited", "server_error", "dropped", "refused", "cut", "fenced", "invalid", "wrong_schema"), 0.08)
    fake.faults = replace(Faults(), **shares)
    engine = engine_at()
    outcomes = {"answer": 0, "abstained": 0, "failed": 0}
    for number in range(60):
        keypoint = type(INPUTS["judge"]["keypoint"])(**INPUTS["judge"]["keypoint"].asdict() | {"statement": f"{number}% of adults agree."})
        try:
            answer = await engine.ask(catalogue.QUESTION_FROM_KEYPOINT, {"keypoint": keypoint})
        except (Permanent, Transient):
            outcomes["failed"] += 1
            continue
        outcomes["answer" if isinstance(answer, Question) else "abstained"] += 1
    assert sum(outcomes.values()) == 60
    assert outcomes["answer"] >= 48
    assert all(fake.counts[name] for name in ("429", "500", "dropped", "refused", "cut", "fenced", "invalid", "wrong_schema"))


def test_an_engine_without_key_and_address_says_what_to_set() -> None:
    with pytest.raises(UserError, match="CHARGE_OPENAI__API_KEY"):
        OpenAIEngine(OpenAISettings())
