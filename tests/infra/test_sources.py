"""Manifests, what is current, lineage and epochs, on a store in memory."""

from __future__ import annotations

import asyncio
import uuid

import pytest

from charge_stream.documents.manifest import Manifest, ManifestEntry
from charge_stream.infra.sources import Source, Sources
from charge_stream.infra.store import ContentStore
from charge_stream.models import Chart, Chunk, Context
from charge_stream.topics import codec


@pytest.fixture
def store() -> ContentStore:
    return ContentStore(f"memory://{uuid.uuid4().hex}")


@pytest.fixture
def sources(store: ContentStore) -> Sources:
    return Sources(store)


def chunk(name: str, *paired: str, document: str = "doc") -> Chunk:
    text = f"This is {name}."
    return Chunk(
        id=name, document_id=document, position=0, text=text, sentences=[text], headings=[], paired=list(paired), context=Context(title="T")
    )


def chart(name: str, *paired: str, document: str = "doc") -> Chart:
    return Chart(id=name, document_id=document, position=1, paired=list(paired), headings=[], context=Context(title="T"))


async def written(sources: Sources, store: ContentStore, order: tuple[int, int], *records: Source, document: str = "doc") -> Manifest:
    entries = []
    for record in records:
        blob = await store.put_blob(codec.encode(record), "application/json")
        modality = "text" if isinstance(record, Chunk) else "chart"
        entries.append(ManifestEntry(record.id, modality, blob.sha256, list(record.paired)))
    manifest = Manifest(document, f"revision-{order[0]}-{order[1]}", order, {"title": "T"}, entries)
    await sources.write_manifest(manifest)
    return manifest


async def test_the_manifest_of_greatest_order_is_current_whenever_it_was_written(sources: Sources, store: ContentStore) -> None:
    assert await sources.current("doc") is None
    late = await written(sources, store, (2, 0), chunk("a"))
    early = await written(sources, store, (1, 999), chunk("b"))
    middle = await written(sources, store, (1, 1_000_000), chunk("c"))
    assert await sources.manifests("doc") == [early, middle, late]
    assert await sources.current("doc") == late


async def test_an_announcement_handled_twice_leaves_the_first_manifest(sources: Sources, store: ContentStore) -> None:
    first = await written(sources, store, (1, 5), chunk("a"))
    await sources.write_manifest(Manifest("doc", first.revision, (1, 5), {"title": "other"}, []))
    assert await sources.manifests("doc") == [first]


async def test_is_current_asks_for_the_source_and_its_pairing(sources: Sources, store: ContentStore) -> None:
    await written(sources, store, (1, 0), chunk("a", "x", "y"), chart("x", "a"), chart("y", "a"))
    assert await sources.is_current("doc", "a")
    assert await sources.is_current("doc", "a", ["y", "x"])
    assert not await sources.is_current("doc", "a", ["x"])
    assert not await sources.is_current("doc", "nobody")
    assert not await sources.is_current("other", "a")
    await written(sources, store, (1, 1), chunk("a", "x"), chart("x", "a"))
    assert await sources.is_current("doc", "a", ["x"])
    assert not await sources.is_current("doc", "a", ["x", "y"])
    assert not await sources.is_current("doc", "y")


async def test_a_source_comes_from_the_current_manifest_or_the_last_that_had_it(sources: Sources, store: ContentStore) -> None:
    await written(sources, store, (1, 0), chunk("a"), chunk("gone", "x"), chart("x", "gone"))
    await written(sources, store, (1, 1), chunk("a", "z"), chart("z", "a"))
    assert await sources.source("doc", "a") == chunk("a", "z")
    assert await sources.source("doc", "gone") == chunk("gone", "x")
    assert await sources.source("doc", "never") is None
    assert await sources.paired("doc", "a") == [chart("z", "a")]
    assert await sources.paired("doc", "gone") == [chart("x", "gone")]
    assert await sources.paired("doc", "never") == []


async def test_all_of_a_document_stands_in_reading_order_and_a_retracted_one_is_empty(sources: Sources, store: ContentStore) -> None:
    await written(sources, store, (1, 0), chunk("b", "x"), chart("x", "b"), chunk("a"))
    assert [source.id for source in await sources.all_of("doc")] == ["b", "x", "a"]
    await written(sources, store, (1, 1))
    assert await sources.all_of("doc") == []
    assert await sources.all_of("unknown") == []


async def test_documents_may_have_any_id(sources: Sources, store: ContentStore) -> None:
    names = ["reports/2024 é.pdf", "..", "plain", 'say "no"\\']
    for name in names:
        await written(sources, store, (1, 0), chunk("a", document=name), document=name)
    assert await sources.documents() == sorted(names)
    assert [await sources.is_current(name, "a") for name in names] == [True] * 4


async def test_lineage_names_each_question_once(sources: Sources) -> None:
    assert await sources.lineage("a") == []
    for qa_id in ("q2", "q1", "q2"):
        await sources.add_lineage("a", qa_id)
    await sources.add_lineage("ab", "q3")
    assert await sources.lineage("a") == ["q1", "q2"]


async def test_an_epoch_is_the_same_for_one_topic_and_ascends_for_new_ones(sources: Sources, store: ContentStore) -> None:
    assert await sources.epoch("cluster", "topic") == 1
    assert await sources.epoch("cluster", "topic") == 1
    assert await sources.epoch("cluster", "topic made again") == 2
    assert await Sources(store).epoch("another cluster", "topic") == 3
    assert await Sources(store).epoch("cluster", "topic") == 1


async def test_epochs_asked_for_at_once_are_all_different(sources: Sources, store: ContentStore) -> None:
    others = [Sources(store) for _ in range(3)]
    numbers = await asyncio.gather(*(asker.epoch("cluster", f"topic {number}") for number in range(4) for asker in others))
    by_topic = [set(numbers[start : start + 3]) for start in range(0, 12, 3)]
    assert sorted(number for topic in by_topic for number in topic) == [1, 2, 3, 4]
