"""The subscribing page: its table is the catalogue, its Python consumer works, its announcement is a document."""

from __future__ import annotations

import asyncio
import contextlib
import re
from pathlib import Path
from typing import Any

from charge_stream.infra.admin import create_topics
from charge_stream.infra.brokers import EmbeddedBroker
from charge_stream.infra.producer import Announcer
from charge_stream.infra.settings import Settings
from charge_stream.models import QA, Document
from charge_stream.topics import catalogue, codec
from charge_stream.topics.catalogue import TOPICS, Topic

PAGE = (Path(__file__).parents[2] / "docs/subscribing.md").read_text()
DAY_MS = catalogue.DAY_MS


def described(topic: Topic) -> list[str]:
    """The topic's row, as the page should have it."""
    settings = topic.settings()
    noun = f"`{topic.noun.NAMESPACE}`" if topic.noun else "the original bytes"
    key = f"`{topic.key}`" if topic.key != "original" else "that of the original"
    kept = "compacted" if topic.compacted else f"{int(settings['retention.ms']) // DAY_MS} days"
    return [f"`{topic.name}`", noun, key, "one" if topic.single else "several", kept, topic.audience]


def test_the_table_is_the_catalogue() -> None:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("| `")]
    assert rows == [described(topic) for topic in TOPICS]


def test_tombstones_are_kept_as_long_as_it_says() -> None:
    assert {topic.settings()["delete.retention.ms"] for topic in TOPICS if topic.compacted} == {str(90 * DAY_MS)}
    assert "kept for 90 days" in PAGE


def question(number: int) -> QA:
    return QA(
        id=f"q{number}",
        type="Single-Point_Text-only",
        query=f"Question {number}?",
        gt_answer="33%",
        gt_keypoints={},
        gt_text=[],
        gt_chart=[],
        references=[],
        gates={},
        engine="rules",
        form="value",
        prompts={},
    )


async def test_the_python_consumer_sees_questions_and_retractions() -> None:
    found = re.search(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(found[1], "subscribing.md", "exec", dont_inherit=True), names)
    settings = Settings(partitions=1)
    async with EmbeddedBroker() as broker:
        await create_topics(settings, broker)
        async with Announcer(settings, broker) as announcer:
            await announcer.announce(catalogue.QA, question(1))
            await announcer.announce(catalogue.QA, question(2))
            await announcer.raw(catalogue.QA, b"q1", None, [("reason", b"revision 0123")])
        seen = []
        async with asyncio.timeout(45), contextlib.aclosing(names["questions"](broker.address, "my-team")) as questions:
            async for qa_id, value, reason in questions:
                seen.append((qa_id, value and value["query"], reason))
                if len(seen) == 3:
                    break
    assert seen == [("q1", "Question 1?", ""), ("q2", "Question 2?", ""), ("q1", None, "revision 0123")]


def test_the_announcement_is_a_document() -> None:
    found = re.search(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    document = codec.decode(found[1].encode(), Document)
    assert isinstance(document, Document)
    assert document.content is not None
    assert document.content.uri == f"blobs/{document.content.sha256}"
