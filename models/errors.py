"""The error tree. Whatever a user can cause or mend is a ``UserError``: one plain sentence that says what to do, shown without a traceback.

What a stage meets is sorted by what helps: trying again (``Transient``), waiting for a service (``DependencyDown``), or nothing
(``Permanent``: the record goes to the dead letters).
"""

from __future__ import annotations


class ChargeError(Exception):
    """Base of all our errors."""


class UserError(ChargeError):
    """Something the person at the command line can mend; the message is the whole output."""


class Transient(ChargeError):
    """Trying again soon may help."""


class DependencyDown(ChargeError):
    """A service does not answer: pause until it does. ``dependency`` is what health shows (``kafka``, ``index``, ``store``, ``model``)."""

    def __init__(self, dependency: str, message: str) -> None:
        super().__init__(message)
        self.dependency = dependency


class Permanent(ChargeError):
    """Trying again cannot help this record."""


class Undecodable(Permanent):
    """The bytes are no record of the expected kind."""


class UnknownVersion(Permanent):
    """A record of a schema version that this program does not know; redrive it after the upgrade."""


class Damaged(Permanent):
    """What the store holds is not what was put there."""


class BrokenDocument(Permanent):
    """The document cannot be parsed; the message tells what is wrong with it, for its owner."""


class WorkerDied(Permanent):
    """The record killed the worker process that handled it, as often as allowed."""
