"""Topics on the broker: created from the catalogue, and checked against it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.admin.config_resource import ConfigResource, ConfigResourceType
from aiokafka.errors import KafkaError, for_code

from charge_stream.infra.brokers import Broker, locate
from charge_stream.infra.emitter import topic_name
from charge_stream.infra.settings import Settings
from charge_stream.infra.topic_ids import KNOWN_SECONDS, topic_id
from charge_stream.models.errors import DependencyDown, UserError
from charge_stream.topics.catalogue import DOCUMENTS, TOPICS, Topic

POLICY = "cleanup.policy"
ALREADY_THERE = 36


@dataclass(frozen=True)
class TopicState:
    """A topic as the broker has it; ``partitions`` 0: it is not there. ``policy`` is None where the broker does not tell."""

    topic: Topic
    name: str
    partitions: int
    replication: int
    policy: str | None


@asynccontextmanager
async def connect(broker: Broker) -> AsyncIterator[AIOKafkaAdminClient]:
    """A client for the broker.

    Raises:
        DependencyDown: it does not answer.
    """
    client = AIOKafkaAdminClient(bootstrap_servers=broker.address)
    try:
        await client.start()
        yield client
    except (KafkaError, OSError) as error:
        raise DependencyDown(
            "kafka", f"No Kafka broker answers at {broker.address} ({type(error).__name__}); is it running, and CHARGE_BROKER right?"
        ) from error
    finally:
        await client.close()


def partitions(settings: Settings, topic: Topic) -> int:
    """How many partitions the topic is to have."""
    return 1 if topic.single else settings.partitions


async def create_topics(settings: Settings, broker: Broker | None = None) -> list[str]:
    """Create the topics that are missing; their names.

    Raises:
        DependencyDown: the broker does not answer.
        UserError: it refuses a topic.
    """
    async with connect(locate(settings, broker)) as client:
        there = await _listing(client)
        missing = [topic for topic in TOPICS if topic_name(settings.prefix, topic) not in there]
        if not missing:
            return []
        answer = await client.create_topics([_new(settings, topic) for topic in missing])
        await _until_known(client, {topic_name(settings.prefix, topic) for topic in missing} - _refused(answer))
    for name, code, *message in answer.topic_errors:
        if name in _refused(answer):
            raise UserError(f"The broker refuses to create topic {name}: {next(filter(None, message), for_code(code).__name__)}")
    return [topic_name(settings.prefix, topic) for topic in missing]


def _refused(answer: Any) -> set[str]:
    return {name for name, code, *_ in answer.topic_errors if code not in (0, ALREADY_THERE)}


async def _until_known(client: AIOKafkaAdminClient, names: set[str]) -> None:
    """A broker that has taken a topic may not know it for a moment."""
    async with asyncio.timeout(KNOWN_SECONDS):
        while True:
            if names <= (await _listing(client)).keys():
                return
            await asyncio.sleep(0.1)


def _new(settings: Settings, topic: Topic) -> NewTopic:
    return NewTopic(topic_name(settings.prefix, topic), partitions(settings, topic), settings.replication, topic_configs=topic.settings())


async def check_topics(settings: Settings, broker: Broker | None = None) -> list[str]:
    """What is wrong with the topics, one plain sentence each; empty when all is well."""
    return [problem for state in await describe_topics(settings, broker) for problem in _problems(settings, state)]


def _problems(settings: Settings, state: TopicState) -> Iterable[str]:
    if not state.partitions:
        yield f"Topic {state.name} does not exist; create it with: charge-stream topics create"
        return
    wanted = partitions(settings, state.topic)
    if state.topic.single and state.partitions != 1:
        yield f"Topic {state.name} has {state.partitions} partitions but must have 1, for one decides at a time; delete and create it anew."
    elif state.partitions < wanted:
        yield f"Topic {state.name} has {state.partitions} partitions instead of {wanted}; add some, or lower CHARGE_PARTITIONS."
    policy = state.topic.settings()[POLICY]
    if state.policy is not None and state.policy != policy:
        yield f"Topic {state.name} has {POLICY}={state.policy} instead of {policy}; change it on the broker."


async def describe_topics(settings: Settings, broker: Broker | None = None) -> list[TopicState]:
    """Every topic of the catalogue as it stands on the broker."""
    broker = locate(settings, broker)
    async with connect(broker) as client:
        there = await _listing(client)
        names = [topic_name(settings.prefix, topic) for topic in TOPICS]
        policies = {} if broker.embedded else await _policies(client, [name for name in names if name in there])
    return [_state(topic, name, there.get(name, []), policies.get(name)) for topic, name in zip(TOPICS, names, strict=True)]


def _state(topic: Topic, name: str, found: list[dict[str, Any]], policy: str | None) -> TopicState:
    return TopicState(topic, name, len(found), min((len(partition["replicas"]) for partition in found), default=0), policy)


async def _listing(client: AIOKafkaAdminClient) -> dict[str, list[dict[str, Any]]]:
    """Partitions by topic. All topics are asked for: to ask for one by name would create it."""
    return {topic["topic"]: topic["partitions"] for topic in await client.describe_topics()}


async def _policies(client: AIOKafkaAdminClient, names: list[str]) -> dict[str, str]:
    answers = await client.describe_configs([ConfigResource(ConfigResourceType.TOPIC, name, {POLICY: None}) for name in names])
    return {resource[3]: entry[1] for answer in answers for resource in answer.resources for entry in resource[4] if entry[0] == POLICY}


async def documents_id(settings: Settings, broker: Broker | None = None) -> tuple[str, str]:
    """(cluster id, topic id) of ``documents``: what its offsets are counted in. The topic id is "" where the broker gives none."""
    async with connect(locate(settings, broker)) as client:
        cluster = (await client.describe_cluster())["cluster_id"]
        return str(cluster), await topic_id(client, topic_name(settings.prefix, DOCUMENTS)) or ""
