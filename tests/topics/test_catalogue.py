"""The catalogue of topics against the design: names, keys, who decides alone, what is compacted, who may read."""

from __future__ import annotations

import re
from pathlib import Path

import jsonschema
import orjson
import pytest

from charge_stream.infra.stage import Emission
from charge_stream.topics.catalogue import BY_NAME, TOPICS, Topic
from charge_stream.topics.codec import decode, json_schema

GOLDEN = Path(__file__).parent.parent / "models" / "golden"
DAY_MS = 86_400_000
WITH_RECORDS = [topic for topic in TOPICS if topic.noun is not None]
EACH = pytest.mark.parametrize("topic", WITH_RECORDS, ids=[topic.name for topic in WITH_RECORDS])

KEYS_ON_THE_WIRE = {
    "document_id": "d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0",
    "qa_id": "88a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4",
}


def golden(topic: Topic) -> bytes:
    assert topic.noun is not None
    return (GOLDEN / f"{topic.noun.NAMESPACE}.json").read_bytes()


def test_names_are_unique_and_fit_the_broker() -> None:
    assert len(BY_NAME) == len(TOPICS) == 17
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", topic.name) for topic in TOPICS)
    assert all(topic.about for topic in TOPICS)


def test_topics_with_one_decision_maker_have_one_partition() -> None:
    assert {topic.name for topic in TOPICS if topic.single} == {"pairs", "checked"}


def test_what_can_be_withdrawn_is_compacted_and_keeps_its_tombstones_for_90_days() -> None:
    compacted = {topic.name for topic in TOPICS if topic.compacted}
    assert compacted == {"qa", "explanations", "evaluations"}
    for name in compacted:
        assert BY_NAME[name].settings() == {"cleanup.policy": "compact", "delete.retention.ms": str(90 * DAY_MS)}


def test_the_rest_is_deleted_after_a_while_dead_letters_last() -> None:
    for topic in TOPICS:
        if not topic.compacted:
            days = 90 if topic.name == "dead-letters" else 14
            assert topic.settings() == {"cleanup.policy": "delete", "retention.ms": str(days * DAY_MS)}


def test_what_others_may_subscribe_to() -> None:
    public = {topic.name for topic in TOPICS if topic.audience == "public"}
    assert public == {"documents", "readings", "verified", "qa", "rejected", "explanations", "evaluations", "dead-letters"}


def test_only_dead_letters_carry_foreign_bytes() -> None:
    assert [topic.name for topic in TOPICS if topic.noun is None] == ["dead-letters"]


@EACH
def test_every_record_knows_its_key(topic: Topic) -> None:
    record = decode(golden(topic), topic.noun)  # type: ignore[arg-type]
    key = Emission(topic, record).wire_key()
    assert key == KEYS_ON_THE_WIRE.get(topic.key, record.record_id)  # type: ignore[attr-defined]


@EACH
def test_every_topic_publishes_a_schema_that_its_records_fit(topic: Topic) -> None:
    assert topic.noun is not None
    jsonschema.validate(orjson.loads(golden(topic)), json_schema(topic.noun), jsonschema.Draft202012Validator)


def test_a_tombstone_carries_its_key() -> None:
    assert Emission(BY_NAME["qa"], None, key="a").wire_key() == "a"
