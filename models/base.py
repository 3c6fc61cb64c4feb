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


def fields_of(value: Any) -> dict[str, Any]:
    """A record's fields, for ``orjson.dumps(..., default=fields_of)``, which asks for those of the records within by itself.

    Raises:
        TypeError: it is no record.
    """
    if isinstance(value, faust.Record):
        fields: dict[str, Any] = value.asdict()
        return fields
    raise TypeError(f"{type(value).__name__} is no JSON data")
