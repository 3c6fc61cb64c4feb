"""Records of the content store by their ids, without asking any model: what was not made yet is not there."""

from __future__ import annotations

from charge_stream.cli.files import is_missing
from charge_stream.infra import results
from charge_stream.infra.corpus import picture_of
from charge_stream.infra.sources import Sources
from charge_stream.infra.store import ContentStore
from charge_stream.models import Candidate, Chart, Checked, Chunk, Keypoint, Reading, Verified
from charge_stream.models.base import Record
from charge_stream.models.errors import UserError

RICHEST = (Checked, Candidate, Verified)
"""Of several records of one id the one that tells most; after them any."""


class Stored:
    """The store at ``url``; a folder that is not there holds nothing."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.store = None if is_missing(url) else ContentStore(url)
        self._sources = Sources(self.store) if self.store else None
        self._documents: dict[str, str] | None = None

    async def record(self, identity: str) -> Record:
        """The chunk, chart or record made from them that has this id.

        Raises:
            UserError: there is none.
        """
        if self.store is not None:
            source = await self.source(identity)
            found: list[Record] = [source] if source else await results.naming(self.store, identity)
            for noun in (*RICHEST, object):
                for record in found:
                    if isinstance(record, noun):
                        return record
        raise UserError(f"There is no file {identity}, nor a record of that id in the store {self._url}.")

    async def source(self, identity: str) -> Chunk | Chart | None:
        """The chunk or chart of this id, whatever document it is of."""
        if self.store is None or self._sources is None:
            return None
        if self._documents is None:
            ids = sorted({path.split("/")[1] for path in await self.store.list("manifests")})
            self._documents = {entry.source_id: one for one in ids for held in await self._sources.manifests(one) for entry in held.entries}
        document_id = self._documents.get(identity)
        return await self._sources.source(document_id, identity) if document_id else None

    async def seen(self, record: Record) -> Record:
        """As engines see it: a chart as its reading.

        Raises:
            UserError: the chart was not read yet.
        """
        if not isinstance(record, Chart):
            return record
        made = await results.load(self.store, "read_chart", record.id) if self.store else None
        if not made or not isinstance(made[0].record, Reading):
            raise UserError(f"The chart {record.id} was not read yet: let a worker read it first.")
        return made[0].record

    async def source_of(self, keypoint: Keypoint) -> Chunk | Reading:
        """What a keypoint was extracted from, as engines see it.

        Raises:
            UserError: it is no longer in the store, or was not read yet.
        """
        source = await self.source(keypoint.source_id)
        seen = None if source is None else await self.seen(source)
        if not isinstance(seen, Chunk | Reading):
            raise UserError(f"The source {keypoint.source_id} of keypoint {keypoint.id} is not in the store {self._url}.")
        return seen

    async def paired(self, verified: Verified) -> list[Chunk | Reading]:
        """What a keypoint was held against."""
        found = [await self.source(identity) for identity in verified.paired]
        seen = [await self.seen(source) for source in found if source is not None]
        return [source for source in seen if isinstance(source, Chunk | Reading)]

    async def preceding(self, chunk: Chunk) -> str:
        """The paragraph before; empty for the first."""
        return await self._sources.preceding(chunk) if self._sources else ""

    async def picture(self, chart: Chart) -> bytes | None:
        """The chart's picture in pixels; None where it has none."""
        return await picture_of(chart, self.store) if self.store else None
