"""What an endpoint's failures mean for us, translated once: try again, wait for it, or give this record up.

Messages never hold a key: what the endpoint says is quoted for few kinds, shortened, with the key blanked; and the library's own
exception, which holds the request, is not chained.
"""

from __future__ import annotations

import email.utils
import time

import httpx2
import openai

from charge_stream.models.errors import ChargeError, DependencyDown, Permanent, Transient

PASSING = frozenset({408, 409, 425, 429})
"""Statuses below 500 that may pass by themselves."""
LONGEST_WAIT_S = 60.0
"""An endpoint that asks for a longer wait counts as down: the stage pauses instead of holding the record."""
QUOTA_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
FORMAT_WORDS = ("response_format", "json_schema", "json_object", "json mode", "structured output", "guided")
FILTER_CODES = frozenset({"content_filter", "content_policy_violation"})
LENGTH_CODES = frozenset({"context_length_exceeded", "string_above_max_length"})

REFUSALS: dict[int, str] = {
    401: "The model endpoint refuses the key: set CHARGE_OPENAI__API_KEY to a valid one.",
    403: "The model endpoint does not let this key use model {model}: check the key's rights, or set CHARGE_OPENAI__MODEL.",
    404: "The model endpoint knows no model {model}, or its address is wrong: check CHARGE_OPENAI__MODEL and CHARGE_OPENAI__BASE_URL.",
    413: "The request to model {model} is larger than the endpoint takes.",
}


class FormatRefused(Permanent):
    """The endpoint does not know the response format asked for; another one may do."""


class ContentRefused(Permanent):
    """The endpoint's filter does not let this content through."""


def is_passing(error: BaseException) -> bool:
    """Whether trying the same call again soon may help."""
    if isinstance(error, openai.APIStatusError):
        return (error.status_code in PASSING or error.status_code >= 500) and not _pauses(error)
    if isinstance(error, openai.APIConnectionError):
        return not _unreachable(error)
    return isinstance(error, TimeoutError | NoCompletion)


class NoCompletion(Exception):
    """The endpoint answered with success, but with nothing that is a completion."""


def wait_asked(error: BaseException | None) -> float | None:
    """Seconds the endpoint asks to wait, or None when it does not say."""
    if not isinstance(error, openai.APIStatusError):
        return None
    milliseconds = error.response.headers.get("retry-after-ms")
    seconds = error.response.headers.get("retry-after")
    try:
        if milliseconds is not None:
            return max(0.0, float(milliseconds) / 1000)
        return None if seconds is None else max(0.0, float(seconds))
    except ValueError:
        parsed = email.utils.parsedate_tz(seconds or "")
        return max(0.0, email.utils.mktime_tz(parsed) - time.time()) if parsed else None


def translated(error: BaseException, model: str, address: str, key: str | None) -> ChargeError:
    """Our error for what the library raised (after its last try)."""
    if isinstance(error, openai.APIConnectionError):
        if _unreachable(error):
            return DependencyDown("model", f"The model endpoint {address} cannot be reached: start it, or set CHARGE_OPENAI__BASE_URL.")
        return Transient(f"The connection to the model endpoint {address} broke or timed out.")
    if isinstance(error, openai.APIStatusError):
        return _from_status(error, model, address, key)
    return Transient(f"The model endpoint {address} gave no completion in time.")


def _from_status(error: openai.APIStatusError, model: str, address: str, key: str | None) -> ChargeError:
    detail = _detail(error, key)
    if error.code in QUOTA_CODES:
        return DependencyDown("model", f"The account at the model endpoint {address} has no quota left: {detail}")
    if _pauses(error):
        return DependencyDown("model", f"The model endpoint {address} asks to wait {wait_asked(error):.0f} s.")
    if is_passing(error):
        return Transient(f"The model endpoint {address} answers {error.status_code} to model {model}, again and again.")
    if error.code in FILTER_CODES:
        return ContentRefused(f"The model endpoint's filter refuses the content: {detail}")
    if error.code in LENGTH_CODES:
        return Permanent(f"The request is too long for model {model}.")
    if error.status_code in (400, 422) and any(word in error.message.lower() for word in FORMAT_WORDS):
        return FormatRefused(f"Model {model} does not take the response format: {detail}")
    sentence = REFUSALS.get(error.status_code)
    if sentence:
        return Permanent(sentence.format(model=model))
    return Permanent(f"The model endpoint refuses the request to model {model} ({error.status_code}): {detail}")


def _pauses(error: openai.APIStatusError) -> bool:
    return error.code in QUOTA_CODES or (wait_asked(error) or 0.0) > LONGEST_WAIT_S


def _unreachable(error: openai.APIConnectionError) -> bool:
    return isinstance(error.__cause__, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.UnsupportedProtocol | httpx2.ProxyError)


def _detail(error: openai.APIStatusError, key: str | None) -> str:
    said = error.body.get("message") if isinstance(error.body, dict) else None
    text = " ".join(str(said or error.response.reason_phrase).split())
    if key:
        text = text.replace(key, "***")
    return text[:200]
