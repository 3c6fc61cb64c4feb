"""A bounded memory for what is derived from a record again and again: the same record, byte for byte, gives the same facts."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from charge_stream.models.base import Record
from charge_stream.topics.codec import encode

P = ParamSpec("P")
R = TypeVar("R")
SIZE = 512


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """``function`` of records (and plain values), remembering its last ``SIZE`` results by the content of its arguments."""
    known: OrderedDict[tuple[object, ...], R] = OrderedDict()

    @functools.wraps(function)
    def remembering(*args: P.args, **kwargs: P.kwargs) -> R:
        key = tuple(encode(arg) if isinstance(arg, Record) else arg for arg in args)
        if key in known:
            known.move_to_end(key)
            return known[key]
        result = function(*args, **kwargs)
        known[key] = result
        if len(known) > SIZE:
            known.popitem(last=False)
        return result

    return cast("Callable[P, R]", remembering)
