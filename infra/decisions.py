"""What ``publish`` decided about each question, and what follows from it. ``publish`` alone writes here; others read.

``decisions/<qa_id>.json`` is the decision; ``live/<type>/<qa_id>`` marks a question that is out, ``wording/<type>/<wording>/<qa_id>``
how it is worded; ``waiting/duplicate/<live id>/<qa_id>`` and ``waiting/quota/<type>/<qa_id>`` name what is decided again when a
published question goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson

from charge_stream.infra import results
from charge_stream.infra.store import ContentStore
from charge_stream.models import QA, Checked, Rejected
from charge_stream.models.base import fields_of
from charge_stream.models.ids import make_id
from charge_stream.topics import codec


@dataclass(frozen=True)
class Decision:
    """``record`` is the QA (``published``) or why there is none (``rejected``)."""

    record: QA | Rejected

    @property
    def published(self) -> bool:
        return isinstance(self.record, QA)

    def to_json(self) -> bytes:
        status = "published" if self.published else "rejected"
        return orjson.dumps({"status": status, "record": self.record}, default=fields_of, option=orjson.OPT_SORT_KEYS)

    @classmethod
    def from_data(cls, raw: dict[str, Any]) -> Decision:
        """The inverse of ``to_json``, parsed."""
        return cls(codec.from_data(QA if raw["status"] == "published" else Rejected, raw["record"]))


async def load(store: ContentStore, qa_id: str) -> Decision | None:
    """The decision on a question; None before it is decided."""
    raw = await store.get_json(f"decisions/{qa_id}.json")
    return None if raw is None else Decision.from_data(raw)


async def save(store: ContentStore, decision: Decision) -> None:
    """Store a decision; a later one replaces it."""
    await store.put(f"decisions/{decision.record.id}.json", decision.to_json())


async def live(store: ContentStore, qa_type: str) -> list[str]:
    """Ids of the questions of a type that are out now, ascending."""
    return await _ids(store, f"live/{qa_type}")


def wording_mark(qa_type: str, form: str, qa_id: str) -> str:
    """Where it is noted that a live question of a type has this wording."""
    return f"{_wording(qa_type, form)}/{qa_id}"


async def live_of_wording(store: ContentStore, qa_type: str, form: str) -> list[str]:
    """Ids of the live questions of a type with the wording ``form``, ascending."""
    return await _ids(store, _wording(qa_type, form))


async def published(store: ContentStore) -> list[str]:
    """Ids of the questions once decided to be published, live or withdrawn, ascending."""
    decided = [(qa_id, await load(store, qa_id)) for qa_id in await _ids(store, "decisions")]
    return [qa_id for qa_id, decision in decided if decision is not None and decision.published]


async def recheck(store: ContentStore, qa_id: str, cause: str) -> Checked | None:
    """The checked question again, marked as a recheck and why; None when it never came through ``check``."""
    stored = await results.load(store, "check", qa_id)
    if not stored or not isinstance(stored[0].record, Checked):
        return None
    checked: Checked = stored[0].record.derive(recheck=cause)
    return checked


def _wording(qa_type: str, form: str) -> str:
    return f"wording/{qa_type}/{make_id('wording', form)}"


async def _ids(store: ContentStore, folder: str) -> list[str]:
    return [path.rpartition("/")[2].removesuffix(".json") for path in await store.list(folder)]
