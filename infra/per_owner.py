"""What belongs to an owner (a store, say): made when it is first asked for, the same for all who ask, gone with the owner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

Owner = TypeVar("Owner")
Thing = TypeVar("Thing")


class PerOwner(Generic[Owner, Thing]):
    """``make`` makes the thing of an owner."""

    def __init__(self, make: Callable[[Owner], Thing]) -> None:
        self._make = make
        self._things: WeakKeyDictionary[Owner, Thing] = WeakKeyDictionary()

    def of(self, owner: Owner) -> Thing:
        """The owner's thing."""
        if owner not in self._things:
            self._things[owner] = self._make(owner)
        return self._things[owner]
