"""The index on Milvus Lite: exactness, filters, read-your-writes, ties, other encoders, locks."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from charge_stream.infra.encoders import Kind, Vectors
from charge_stream.infra.index import Index
from charge_stream.infra.index_rows import ReferenceRow
from charge_stream.infra.settings import Settings
from charge_stream.models.errors import DependencyDown, Permanent, UserError

DIMENSION = 8


class Small:
    """An encoder that is only asked for its name and dimension."""

    def __init__(self, name: str = "small", dimension: int = DIMENSION) -> None:
        self.name = name
        self.dimension = dimension

    async def ready(self) -> None:
        pass

    async def encode(self, texts: Sequence[str], kind: Kind) -> Vectors:
        return np.zeros((len(texts), self.dimension), np.float32)


def axis(number: int, lean: float = 0.0) -> Vectors:
    """The unit vector along an axis, leaning towards the next one; the cosine to the axis is 1 / sqrt(1 + lean²)."""
    vector = np.zeros(DIMENSION, np.float32)
    vector[number], vector[number + 1] = 1, lean
    unit: Vectors = vector / np.linalg.norm(vector)
    return unit


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(store=str(tmp_path / "store"), prefix="test-run", call_timeout_s=20)


@pytest.fixture
async def index(settings: Settings) -> AsyncIterator[Index]:
    index = await Index.open(settings, Small())
    yield index
    await index.close()


async def test_partners_are_of_the_modality_and_of_the_same_or_another_document(index: Index) -> None:
    rows = [("k1", "doc", "text"), ("k2", "doc", "chart"), ("k3", 'other "doc"\\', "text"), ("k4", "third", "text")]
    for position, (key, document, modality) in enumerate(rows):
        await index.upsert_keypoint(key, f"source-{key}", document, modality, axis(0, 0.1 * position))
    same = await index.partners(axis(0), modality="text", document_id="doc", same_document=True, limit=5)
    assert [hit.id for hit in same] == ["k1"]
    assert (same[0].score, same[0].source_id, same[0].document_id, same[0].modality) == (1.0, "source-k1", "doc", "text")
    others = await index.partners(axis(0), modality="text", document_id="doc", same_document=False, limit=5)
    assert [hit.id for hit in others] == ["k3", "k4"]
    assert others[0].score == round(1 / np.sqrt(1.04), 6) and others[0].document_id == 'other "doc"\\'
    assert [hit.id for hit in await index.partners(axis(0), modality="text", document_id="doc", same_document=False, limit=1)] == ["k3"]
    charts = await index.partners(axis(0), modality="chart", document_id='other "doc"\\', same_document=False, limit=5)
    assert [hit.id for hit in charts] == ["k2"]
    assert await index.partners(axis(0), modality="chart", document_id="third", same_document=True, limit=5) == []


async def test_equal_scores_are_ordered_by_id_even_across_the_limit(index: Index) -> None:
    names = [f"k{number:02d}" for number in range(40)]
    await asyncio.gather(*(index.upsert_keypoint(name, name, "doc", "text", axis(0, 0.5)) for name in reversed(names)))
    hits = await index.partners(axis(0), modality="text", document_id="doc", same_document=True, limit=3)
    assert [hit.id for hit in hits] == ["k00", "k01", "k02"]


async def test_many_writes_at_once_are_all_visible_to_the_search_that_follows_each(index: Index) -> None:
    generator = np.random.default_rng(7)
    vectors = generator.standard_normal((300, DIMENSION)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)

    async def write_and_read(number: int) -> None:
        await index.upsert_keypoint(f"k{number:03d}", "s", f"doc-{number % 7}", "text", vectors[number])
        hits = await index.partners(vectors[number], modality="text", document_id=f"doc-{number % 7}", same_document=True, limit=1)
        assert hits[0].id == f"k{number:03d}"

    await asyncio.gather(*(write_and_read(number) for number in range(300)))
    assert await index.count("keypoints") == 300
    hits = await index.partners(vectors[0], modality="text", document_id="none", same_document=False, limit=10)
    exact = (vectors.astype(np.float64) @ vectors[0].astype(np.float64)).round(6)
    assert [hit.id for hit in hits] == [f"k{number:03d}" for number in sorted(range(300), key=lambda n: (-exact[n], n))[:10]]


async def test_an_upsert_replaces_and_survives_reopening(settings: Settings) -> None:
    index = await Index.open(settings, Small())
    await index.upsert_keypoint("k", "s", "doc", "text", axis(0))
    await index.upsert_keypoint("k", "s", "doc", "text", axis(3))
    assert await index.count("keypoints") == 1
    await index.close()
    index = await Index.open(settings, Small())
    assert [hit.score for hit in await index.partners(axis(3), modality="text", document_id="doc", same_document=True, limit=3)] == [1.0]
    await index.close()


async def test_questions_are_found_until_they_are_deleted(index: Index) -> None:
    await index.upsert_question("q1", "Single-Point_Text-only", axis(0))
    await index.upsert_question("q2", "Inter-Document_Text-Chart", axis(0, 0.2))
    assert [hit.id for hit in await index.similar_questions(axis(0), 5)] == ["q1", "q2"]
    await index.delete_question("q1")
    await index.delete_question("q1")
    assert [hit.id for hit in await index.similar_questions(axis(0), 5)] == ["q2"]
    assert await index.count("questions") == 1
    await index.upsert_question("q1", "Single-Point_Text-only", axis(0))
    assert [hit.id for hit in await index.similar_questions(axis(0), 1)] == ["q1"]


async def test_references_hold_their_text_and_can_be_limited_to_documents(index: Index) -> None:
    rows = [
        ReferenceRow("c1#0", "c1", "one", "text", "A sentence.", axis(0)),
        ReferenceRow("c1#1", "c1", "one", "text", "ä" * 40_000, axis(0, 0.1)),
        ReferenceRow("c2#0", "c2", "two", "text", "Another.", axis(0, 0.2)),
        ReferenceRow("x", "x", "one", "chart", "A chart.", axis(0)),
    ]
    await index.upsert_references(rows)
    await index.upsert_references([])
    found = await index.search_references(axis(0), modality="text", limit=5)
    assert [hit.id for hit in found] == ["c1#0", "c1#1", "c2#0"]
    assert found[0].text == "A sentence." and found[1].text == "ä" * 32_767
    only = await index.search_references(axis(0), modality="text", limit=5, documents=["two", "three"])
    assert [hit.id for hit in only] == ["c2#0"]
    assert await index.search_references(axis(0), modality="text", limit=5, documents=[]) == []


async def test_dropping_empties_everything_and_the_index_stays_usable(index: Index) -> None:
    await index.upsert_keypoint("k", "s", "doc", "text", axis(0))
    await index.upsert_question("q", "Single-Point_Text-only", axis(0))
    await index.drop()
    assert [await index.count(collection) for collection in ("keypoints", "questions", "references")] == [0, 0, 0]
    await index.upsert_keypoint("k", "s", "doc", "text", axis(0))
    await index.ping()
    assert await index.count("keypoints") == 1


async def test_what_no_server_would_take_is_refused_before_it_is_sent(index: Index) -> None:
    with pytest.raises(Permanent, match="longer than 256 bytes"):
        await index.upsert_keypoint("k", "s", "d" * 257, "text", axis(0))
    with pytest.raises(Permanent, match="8 finite numbers"):
        await index.upsert_question("q", "t", np.full(DIMENSION, np.nan, np.float32))
    with pytest.raises(Permanent, match="8 finite numbers"):
        await index.upsert_question("q", "t", np.ones(3, np.float32))
    with pytest.raises(ValueError, match="modality"):
        await index.partners(axis(0), modality='text" or "" == "', document_id="doc", same_document=True, limit=1)


@pytest.mark.parametrize("other", [Small("bigger", DIMENSION), Small("small", DIMENSION * 2)])
async def test_the_collections_of_another_encoder_are_refused_or_made_anew(other: Small, settings: Settings) -> None:
    index = await Index.open(settings, Small())
    await index.upsert_keypoint("k", "s", "doc", "text", axis(0))
    await index.close()
    with pytest.raises(UserError, match="made by another encoder"):
        await Index.open(settings, other)
    index = await Index.open(settings, other, reset=True)
    assert await index.count("keypoints") == 0
    await index.close()


async def test_two_users_in_one_process_share_the_embedded_index(settings: Settings, index: Index) -> None:
    second = await Index.open(settings, Small())
    await second.upsert_keypoint("k", "s", "doc", "text", axis(0))
    await second.close()
    assert await index.count("keypoints") == 1


async def test_an_index_that_another_process_uses_is_told_in_one_sentence(settings: Settings) -> None:
    folder = Path(settings.store) / "index" / "milvus.db"
    holder = "import sys, time; from milvus_lite import MilvusLite; db = MilvusLite(sys.argv[1]); print('held', flush=True); time.sleep(60)"
    folder.parent.mkdir(parents=True)
    process = subprocess.Popen([sys.executable, "-c", holder, str(folder)], stdout=subprocess.PIPE)  # noqa: ASYNC220
    try:
        assert process.stdout is not None and process.stdout.readline() == b"held\n"
        with pytest.raises(UserError, match="Another process uses the index"):
            await Index.open(settings, Small())
    finally:
        process.kill()
        process.wait()


async def test_a_server_that_does_not_answer_is_a_dependency_that_is_down() -> None:
    with pytest.raises(DependencyDown, match="does not answer") as caught:
        await Index.open(Settings(index="http://127.0.0.1:9", call_timeout_s=1), Small())
    assert caught.value.dependency == "index"


async def test_an_index_that_dies_is_a_dependency_that_is_down(settings: Settings) -> None:
    from milvus_lite import server_manager_instance

    index = await Index.open(settings.model_copy(update={"call_timeout_s": 1}), Small())
    server_manager_instance.release_all()
    with pytest.raises(DependencyDown, match="does not answer"):
        await index.upsert_keypoint("k", "s", "doc", "text", axis(0))
    with pytest.raises(DependencyDown, match="does not answer"):
        await index.ping()
    await index.close()


async def test_the_embedded_index_needs_a_folder_beside_it() -> None:
    with pytest.raises(UserError, match="CHARGE_INDEX"):
        await Index.open(Settings(store="memory://x"), Small())
