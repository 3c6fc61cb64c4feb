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


# -- what a model endpoint answers with; the gateway raises these, translated once from what came over the wire


class CallFailed(Transient):
    """A call to a model failed in a way that may pass. ``wait_s``: how long the endpoint asks to wait, None when it does not say."""

    def __init__(self, message: str, wait_s: float | None = None) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class RateLimited(CallFailed):
    """429: more than the endpoint wants at the moment."""


class ServerFailed(CallFailed):
    """5xx, 408, 409 or 425: the endpoint could not do it this time."""


class ConnectionBroken(CallFailed):
    """The connection broke before the whole reply was there."""


class NoReplyInTime(CallFailed):
    """No reply within the time a call may take."""


class NoCompletion(CallFailed):
    """The endpoint answered with success, but with nothing that is a completion."""


class EndpointDown(DependencyDown):
    """A model endpoint cannot be reached, asks for a long wait, has no quota left, or fails every call."""

    def __init__(self, message: str) -> None:
        super().__init__("model", message)


class BudgetReached(DependencyDown):
    """The ceiling of spending is reached: nothing more is bought until it is raised, or the day is over."""

    def __init__(self, message: str) -> None:
        super().__init__("budget", message)


class CallRefused(Permanent):
    """400, 422 and others: the endpoint refuses this very request."""


class KeyRefused(CallRefused):
    """401: the key is wrong, or no longer valid."""


class AccessRefused(CallRefused):
    """403: the key may not use this model."""


class ModelUnknown(CallRefused):
    """404: there is no such model, or nothing at that address."""


class RequestTooLong(CallRefused):
    """The request is longer than the model's context, or larger than the endpoint takes."""


class ContentRefused(CallRefused):
    """The endpoint's filter does not let this content through."""


class NoValidAnswer(Permanent):
    """What a model replied is no answer, even after it was told what is wrong, or does not fit its token limit."""


class FormatRefused(CallRefused):
    """The endpoint does not know the response format asked for; another one may do."""


class PicturesRefused(CallRefused):
    """The model looks at no pictures."""


class ParameterRefused(CallRefused):
    """The model does not take a parameter that others take. ``parameter`` is its name."""

    def __init__(self, message: str, parameter: str) -> None:
        super().__init__(message)
        self.parameter = parameter
