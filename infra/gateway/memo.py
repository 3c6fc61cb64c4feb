"""Replies that were paid for, kept in the content store under the hash of what was asked: a call is paid for once, whoever asks again.

A reply is stored before anybody sees it, so that what a killed process had received is not bought again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

import orjson

from charge_stream.infra.gateway.request import Reply, Tokens
from charge_stream.infra.store import ContentStore

FOLDER = "calls"


def path_of(key: str) -> str:
    """Where the reply to the call of that key stands."""
    return f"{FOLDER}/{key[:2]}/{key}.json"


class Memo:
    """The kept replies of one store."""

    def __init__(self, store: ContentStore) -> None:
        self._store = store

    async def load(self, key: str) -> Reply | None:
        """The kept reply, or None.

        Raises:
            Damaged: what is stored there is none.
        """
        stored = await self._store.get_json(path_of(key))
        if stored is None:
            return None
        return Reply(stored["text"], stored["cut"], stored["refusal"], Tokens(**stored["tokens"]), kept=True)

    async def keep(self, key: str, reply: Reply) -> None:
        """Store the reply, unless one is there."""
        plain = {"text": reply.text, "cut": reply.cut, "refusal": reply.refusal, "tokens": asdict(reply.tokens)}
        await self._store.put_if_absent(path_of(key), orjson.dumps(plain))

    async def forget(self, keys: Iterable[str]) -> None:
        """Drop replies, so that the same calls are made anew."""
        for key in keys:
            await self._store.delete(path_of(key))
