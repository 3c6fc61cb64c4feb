"""What all records share: a namespace that names noun and version, keyword construction, equality by value."""

from __future__ import annotations

from typing import Any, ClassVar, dataclass_transform

import faust


@dataclass_transform(kw_only_default=True)
class Record(faust.Record, abstract=True, include_metadata=False, validation=False, serializer="json"):
    """Base of all records. Validation happens once, at the edge (``topics.codec``), strictly; not in every constructor.

    Records are values: never change one, or a list in one, after construction (defaults are shared).
    """

    NAMESPACE: ClassVar[str]

    def __init_subclass__(cls, namespace: str | None = None, **kwargs: Any) -> None:
        if namespace is not None:
            cls.NAMESPACE = namespace
            kwargs["namespace"] = namespace
        super().__init_subclass__(**kwargs)


def to_data(value: Any) -> Any:
    """A record, or any nesting of records, lists and dicts, as plain JSON data."""
    if isinstance(value, faust.Record):
        return {name: to_data(field) for name, field in value.asdict().items()}
    if isinstance(value, list | tuple):
        return [to_data(item) for item in value]
    if isinstance(value, dict):
        return {key: to_data(item) for key, item in value.items()}
    return value
