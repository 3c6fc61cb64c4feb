"""A bounded memory for what is derived from a record again and again: the same record, byte for byte, gives the same facts."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from cachetools import LRUCache, cached

from charge_stream.models.base import Record
from charge_stream.topics.codec import encode

P = ParamSpec("P")
R = TypeVar("R")
SIZE = 512


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """``function`` of records (and plain values), remembering its last ``SIZE`` results by the content of its arguments."""
    return cached(LRUCache(SIZE), key=_content, lock=threading.Lock())(function)


def _content(*arguments: object) -> tuple[object, ...]:
    return tuple(encode(argument) if isinstance(argument, Record) else argument for argument in arguments)
