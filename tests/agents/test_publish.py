"""What keeps a question from being published beside others: the same but for a word, or too many worded alike."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from charge_stream.agents import publish
from charge_stream.infra import decisions
from charge_stream.infra.decisions import Decision
from charge_stream.infra.encoders import Kind, Vectors
from charge_stream.infra.index_rows import Hit
from charge_stream.infra.settings import Settings
from charge_stream.infra.store import ContentStore
from charge_stream.models import QA, Candidate, Checked, Pair

TYPE = "Intra-Document_Text-only"


def checked(number: int, query: str, form: str = "change") -> Checked:
    pair = Pair(id=f"p{number}", type=TYPE, hops=[], similarity=0.9)
    candidate = Candidate(id=f"q{number}", pair=pair, query=query, gt_answer="1", engine="rules", form=form, prompts={})
    return Checked(candidate=candidate, gates={"grounded": True}, reasons={}, vector=[1.0], references=[], encoder="one")


class Deps(SimpleNamespace):
    """A store of its own, and an index in which every published question is a near one, but no duplicate."""

    async def out(self, *questions: Checked) -> None:
        for question in questions:
            qa = publish._qa(question)
            await decisions.save(self.store, Decision(qa))
            for mark in (f"live/{qa.type}/{qa.id}", decisions.wording_mark(qa.type, qa.form, qa.id)):
                await self.store.put_if_absent(mark, b"")
            self.index.hits.append(Hit(id=qa.id, score=0.9, document_id="", source_id=""))


class Index(SimpleNamespace):
    async def similar_questions(self, vector: Any, limit: int) -> list[Hit]:
        self.searched = vector.tolist()
        return list(self.hits[:limit])


class One:
    """An encoder of one dimension."""

    name, dimension = "one", 1

    async def ready(self) -> None:
        pass

    async def encode(self, texts: Sequence[str], kind: Kind) -> Vectors:
        assert kind == "query"
        return np.array([[-1.0]] * len(texts), np.float32)


@pytest.fixture
def deps(tmp_path: Path) -> Deps:
    settings = Settings(quota={TYPE: 20}, quota_mode="total", wording_share=0.15)
    engine = SimpleNamespace(has_wordings=True)
    (tmp_path / "store").mkdir()
    return Deps(
        store=ContentStore(str(tmp_path / "store")), index=Index(hits=[]), settings=settings, engine=engine, encoder=One(), sources=None
    )


async def test_a_question_one_word_apart_is_a_duplicate(deps: Deps) -> None:
    await deps.out(checked(1, "What was the price of oil in 1996?"))
    assert await publish._near_duplicate(checked(2, "What was the price of oil in 2006?"), deps) == "q1"
    assert await publish._near_duplicate(checked(3, "In 2006, what was the price of oil?"), deps) is None
    deps.settings = Settings(near_duplicate=1.5)
    assert await publish._near_duplicate(checked(2, "What was the price of oil in 2006?"), deps) is None


async def test_a_vector_of_another_encoder_is_made_anew_before_it_is_compared(deps: Deps) -> None:
    await publish._near_duplicate(checked(1, "a"), deps)
    assert deps.index.searched == [1.0]
    for encoder in ("two", ""):
        stranger = checked(2, "b").derive(encoder=encoder, vector=[0.5])
        await publish._near_duplicate(stranger, deps)
        assert deps.index.searched == [-1.0]


async def test_three_of_twenty_may_be_worded_alike(deps: Deps) -> None:
    await deps.out(checked(1, "a"), checked(2, "b"))
    assert await publish._overused(checked(4, "d"), deps) is None
    await deps.out(checked(3, "c"))
    assert await publish._overused(checked(4, "d"), deps) == "q1"
    assert await publish._overused(checked(5, "e", form="ratio"), deps) is None
    deps.engine.has_wordings = False
    assert await publish._overused(checked(4, "d"), deps) is None


@pytest.mark.parametrize(("query", "form", "gate"), [("What was it in 1997?", "ratio", "duplicate"), ("And of coal?", "change", "wording")])
async def test_twins_and_overused_wordings_are_told_apart(deps: Deps, query: str, form: str, gate: str) -> None:
    deps.settings = Settings(quota={TYPE: 20}, quota_mode="total", wording_share=0.05)
    await deps.out(checked(1, "What was it in 1996?"))
    rejected = await publish._rejection(checked(2, query, form=form), deps)
    assert rejected is not None and (rejected.gate, rejected.reason.endswith("q1")) == (gate, True)


def test_a_published_question_keeps_its_wording() -> None:
    assert isinstance(publish._qa(checked(1, "a")), QA)
    assert publish._qa(checked(1, "a")).form == "change"
