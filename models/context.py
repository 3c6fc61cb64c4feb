"""What a document says of itself; questions are scoped with it."""

from __future__ import annotations

from charge_stream.models.base import Record


class Context(Record, namespace="charge.context.v1"):
    """Dates are ISO 8601 (a day, a month or a year); ``language`` and ``country`` are ISO codes; ``as_of`` is when the data hold.

    ``basis`` ("2000 = 100") is the year that is 100 in all of the document's indices.
    """

    title: str = ""
    uri: str = ""
    publisher: str | None = None
    published: str | None = None
    language: str | None = None
    country: str | None = None
    as_of: str | None = None
    licence: str | None = None
    tags: list[str] = []
    basis: str | None = None
