"""Who gets a chart as a picture and who as a table, by what goes over the wire, and what the record says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hand_made import INPUTS, picture

from charge_stream.engines.fake_conditions import Accepts
from charge_stream.engines.fake_endpoint import FakeEndpoint
from charge_stream.engines.openai import OpenAIEngine
from charge_stream.engines.rules.engine import RulesEngine
from charge_stream.infra import provenance
from charge_stream.infra.gateway.settings import RoleSettings
from charge_stream.infra.stage import Abstained
from charge_stream.models.errors import CallRefused, Permanent, PicturesRefused
from charge_stream.prompts import catalogue
from charge_stream.prompts.outputs import ExtractedKeypoints

Make = Callable[..., OpenAIEngine]
CHART = (catalogue.EXTRACT_CHART, INPUTS["extract_chart"], [picture()])
FROM_CHART = (catalogue.ANSWER_FROM_CHART, INPUTS["answer_from_chart"], [picture()])
READ = (catalogue.READ_CHART, INPUTS["read_chart"], [picture()])


def forms(fake: FakeEndpoint) -> list[str]:
    """How each request showed its chart."""
    contents = [body["messages"][1]["content"] for body in fake.recent]
    return ["picture" if any("image_url" in part for part in content) else "table" for content in contents]


async def test_models_without_vision_get_the_table_only(engine_at: Make, fake: FakeEndpoint) -> None:
    engine = engine_at(vision=False)
    await engine.ask(*CHART)
    sent = fake.recent[-1]["messages"][1]["content"]
    assert not engine.sees and isinstance(sent, str)
    assert "| 1 | Facebook | 69 | 68.5 |" in sent
    assert "picture of the chart comes" not in sent


async def test_a_role_may_see_where_others_do_not_and_the_other_way_round(engine_at: Make, fake: FakeEndpoint) -> None:
    engine = engine_at(vision=False, roles={"extractor": RoleSettings(vision=True)})
    await engine.ask(*CHART)
    await engine.ask(*FROM_CHART)
    assert engine.sees and forms(fake) == ["picture", "table"]
    await engine_at(roles={"verifier": RoleSettings(vision=False)}).ask(*FROM_CHART)
    assert forms(fake)[2:] == ["table"]


async def test_a_model_that_refuses_pictures_is_asked_again_with_the_table_and_never_again_with_one(
    engine_at: Make, fake: FakeEndpoint
) -> None:
    fake.accepts = Accepts(pictures=False)
    engine = engine_at()
    for _ in range(2):
        assert isinstance(await engine.ask(*CHART), ExtractedKeypoints)
    await engine.ask(*FROM_CHART)  # another role, the same model
    assert forms(fake) == ["picture", "table", "table", "table"]
    assert engine.counts["retries"] == 0


async def test_what_one_model_refuses_another_gets(engine_at: Make, fake: FakeEndpoint) -> None:
    fake.accepts = Accepts(pictures=False)
    engine = engine_at(roles={"extractor": RoleSettings(model="sees")})
    await engine.ask(*FROM_CHART)
    fake.accepts = Accepts()
    await engine.ask(*CHART)
    assert forms(fake) == ["picture", "table", "picture"]


async def test_nothing_is_asked_of_a_reader_that_sees_nothing(engine_at: Make, fake: FakeEndpoint) -> None:
    told = Abstained("model gpt-4o-mini was shown no picture")
    assert await engine_at(vision=False).ask(*READ) == told
    assert fake.counts["requests"] == 0
    fake.accepts = Accepts(pictures=False)
    engine = engine_at()
    assert [await engine.ask(*READ), await engine.ask(*READ)] == [told, told]
    assert forms(fake) == ["picture"]


async def test_a_picture_that_is_refused_says_nothing_about_the_model(engine_at: Make, fake: FakeEndpoint) -> None:
    fake.refuse(400, "Invalid image: supported image formats are PNG and JPEG.")
    engine = engine_at()
    with pytest.raises(Permanent, match="refuses the request") as caught:
        await engine.ask(*CHART)
    assert not isinstance(caught.value, PicturesRefused)
    assert fake.counts["requests"] == 1


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "Invalid content type. image_url is only supported by certain models."),
        (400, "llama3.1 is not a multimodal model"),
        (400, "At most 0 image(s) may be provided in one request."),
        (422, "messages[1]: unknown variant `image_url`, expected `text`"),
        (500, "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"),
        (404, "No endpoints found that support image input"),
        (400, "'messages.1' : for 'role:user' the following must be satisfied[('messages.1.content' : value must be a string)]"),
    ],
    ids=["OpenAI", "vLLM", "vLLM, none allowed", "DeepSeek", "llama.cpp", "OpenRouter", "Groq"],
)
async def test_refusals_of_pictures_are_known_by_their_words(engine_at: Make, fake: FakeEndpoint, status: int, message: str) -> None:
    fake.refuse(status, message)
    engine = engine_at()
    with pytest.raises(CallRefused, match="looks at no pictures"):
        await engine.ask(*CHART)
    assert (engine.counts["calls"], engine.counts["retries"]) == (2, 0), "once with the picture, once without"


@pytest.mark.parametrize(
    ("settings", "accepts", "shown"),
    [({}, {}, "picture"), ({"vision": False}, {}, "table"), ({}, {"pictures": False}, "table")],
    ids=["sees", "set blind", "found blind"],
)
async def test_the_record_tells_which_form_was_shown(
    engine_at: Make, fake: FakeEndpoint, settings: dict[str, Any], accepts: dict[str, Any], shown: str
) -> None:
    fake.accepts = Accepts(**accepts)
    with provenance.recording():
        engine = engine_at(**settings)
        await engine.ask(*CHART)
        await engine.ask(catalogue.EXTRACT_TEXT, INPUTS["extract_text"])
        assert (provenance.shown("extract_chart"), provenance.shown("extract_text")) == (shown, None)


async def test_the_rules_are_shown_tables() -> None:
    with provenance.recording():
        engine = RulesEngine()
        await engine.ask(*CHART)
        await engine.close()
        assert provenance.shown("extract_chart") == "table"
