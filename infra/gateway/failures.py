"""What an endpoint's failures mean for us, translated once: try again, wait for it, or give this record up.

Messages never hold a key: what the endpoint says is quoted for few kinds, shortened, with every secret blanked; and the library's own
exception, which holds the request, is not chained: ours is returned here and raised where that one is gone.
"""

from __future__ import annotations

import email.utils
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import aiohttp
import httpx2
import openai

from charge_stream.infra.scrubbing import HIDDEN, scrub
from charge_stream.models import errors
from charge_stream.models.errors import ChargeError

PASSING = frozenset({408, 409, 425})
"""Statuses below 500, beside 429, that may pass by themselves."""
LONGEST_WAIT_S = 60.0
"""An endpoint that asks for a longer wait counts as down: the stage pauses instead of holding the record."""
QUOTA_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
FORMAT_WORDS = ("response_format", "json_schema", "json_object", "json mode", "structured output", "guided")
FILTER_CODES = frozenset({"content_filter", "content_policy_violation", "ResponsibleAIPolicyViolation"})
LENGTH_CODES = frozenset({"context_length_exceeded", "string_above_max_length"})
LENGTH_WORDS = ("maximum context length", "context window", "context size", "prompt is too long", "input is too long")
PICTURE_WORDS = (
    "image input",
    "image_url is only supported",
    "unknown variant `image_url`",
    "not support image",
    "not a multimodal model",
    "at most 0 image",
    "content must be a string",
    "content' : value must be a string",
)
"""How OpenAI, vLLM, Ollama, llama.cpp, OpenRouter, Groq and others say that a model looks at no pictures (with 400, 404, 422 or 500)."""
PARAMETERS = ("max_tokens", "temperature", "seed")
"""Optional parameters of ours that some models refuse."""

REFUSALS: dict[int, tuple[type[errors.CallRefused], str]] = {
    401: (errors.KeyRefused, "The model endpoint {address} refuses the key: set CHARGE_OPENAI__API_KEY to a valid one."),
    403: (
        errors.AccessRefused,
        "The model endpoint {address} does not let this key use model {model}: check the key's rights, or set CHARGE_OPENAI__MODEL.",
    ),
    404: (
        errors.ModelUnknown,
        "The model endpoint {address} knows no model {model}, or its address is wrong: "
        "check CHARGE_OPENAI__MODEL and CHARGE_OPENAI__BASE_URL.",
    ),
    413: (errors.RequestTooLong, "The request to model {model} is larger than the endpoint {address} takes."),
}


@dataclass(frozen=True)
class Place:
    """Where a call went: the endpoint's address, the model, and what must never be quoted."""

    address: str
    model: str
    secrets: tuple[str, ...] = ()


def translated(error: BaseException, place: Place) -> ChargeError:
    """Our error for what the library raised, or what reading its reply did."""
    if isinstance(error, openai.APIStatusError):
        return _from_status(error, place)
    if isinstance(error, openai.APIConnectionError):
        if _unreachable(error):
            return errors.EndpointDown(f"The model endpoint {place.address} cannot be reached: start it, or set CHARGE_OPENAI__BASE_URL.")
        if isinstance(error, openai.APITimeoutError) and not _broken(error):
            return _late(place)
        return errors.ConnectionBroken(f"The connection to the model endpoint {place.address} broke.")
    if isinstance(error, TimeoutError):
        return _late(place)
    return errors.NoCompletion(f"The model endpoint {place.address} answers with something that is no completion.")


def wait_asked(headers: Mapping[str, str]) -> float | None:
    """Seconds that ``Retry-After`` asks to wait, or None when it does not say."""
    milliseconds, seconds = headers.get("retry-after-ms"), headers.get("retry-after")
    try:
        wait = float(milliseconds) / 1000 if milliseconds is not None else float(seconds) if seconds is not None else None
    except ValueError:
        parsed = email.utils.parsedate_tz(seconds or "")
        wait = email.utils.mktime_tz(parsed) - time.time() if parsed else None
    return max(0.0, wait) if wait is not None and math.isfinite(wait) else None


def _late(place: Place) -> ChargeError:
    return errors.NoReplyInTime(f"The model endpoint {place.address} gave no reply in time.")


def _from_status(error: openai.APIStatusError, place: Place) -> ChargeError:
    wait = wait_asked(error.response.headers)
    said = _said(error, place)
    if error.code in QUOTA_CODES:
        return errors.EndpointDown(f"The account at the model endpoint {place.address} has no quota left: {said}")
    if error.status_code != 429 and any(words in error.message.lower() for words in PICTURE_WORDS):
        return errors.PicturesRefused(f"Model {place.model} looks at no pictures: {said}")
    passing = error.status_code == 429 or error.status_code in PASSING or error.status_code >= 500
    if passing and wait is not None and wait > LONGEST_WAIT_S:
        return errors.EndpointDown(f"The model endpoint {place.address} asks to wait {wait:.0f} s.")
    if passing:
        kind = errors.RateLimited if error.status_code == 429 else errors.ServerFailed
        return kind(f"The model endpoint {place.address} answers {error.status_code} to model {place.model}, again and again.", wait)
    for fits, make in REFUSED:
        if fits(error):
            return make(error, place, said)
    kind_of, sentence = REFUSALS.get(error.status_code, (errors.CallRefused, ""))
    if sentence:
        return kind_of(sentence.format(model=place.model, address=place.address))
    return errors.CallRefused(f"The model endpoint refuses the request to model {place.model} ({error.status_code}): {said}")


Refused = tuple[
    Callable[[openai.APIStatusError], bool],
    Callable[[openai.APIStatusError, Place, str], ChargeError],
]


def _names(error: openai.APIStatusError, words: tuple[str, ...]) -> bool:
    return error.status_code in (400, 422) and any(word in error.message.lower() for word in words)


def _parameter(error: openai.APIStatusError) -> str | None:
    """Which parameter of ours the model does not take: the one the error names, by its field or in its sentence."""
    if not _names(error, ("support", "not allowed", "unknown", "unrecognized", "extra inputs")):
        return None
    return next((name for name in PARAMETERS if error.param == name or (not error.param and name in error.message)), None)


REFUSED: tuple[Refused, ...] = (
    (
        lambda error: error.code in FILTER_CODES,
        lambda error, place, said: errors.ContentRefused(f"The model endpoint's filter refuses the content: {said}"),
    ),
    (
        lambda error: error.code in LENGTH_CODES or _names(error, LENGTH_WORDS),
        lambda error, place, said: errors.RequestTooLong(f"The request is too long for model {place.model}."),
    ),
    (
        lambda error: _names(error, FORMAT_WORDS),
        lambda error, place, said: errors.FormatRefused(f"Model {place.model} does not take the response format: {said}"),
    ),
    (
        lambda error: _parameter(error) is not None,
        lambda error, place, said: errors.ParameterRefused(
            f"Model {place.model} does not take {_parameter(error)}: {said}", _parameter(error) or ""
        ),
    ),
)
"""Refusals told by more than their status, the first that fits."""


def _causes(error: BaseException) -> list[BaseException]:
    causes = []
    cause = error.__cause__
    while cause is not None:
        causes.append(cause)
        cause = cause.__cause__
    return causes


def _unreachable(error: openai.APIConnectionError) -> bool:
    """Whether no connection could be made. (The transport calls every broken connection a timeout of connecting: its own cause tells.)"""
    told = [cause for cause in _causes(error) if isinstance(cause, aiohttp.ClientError)]
    if told:
        return isinstance(told[0], aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError | aiohttp.InvalidURL)
    unreachable = httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.UnsupportedProtocol | httpx2.ProxyError
    return any(isinstance(cause, unreachable) for cause in _causes(error))


def _broken(error: openai.APIConnectionError) -> bool:
    return any(isinstance(cause, aiohttp.ServerDisconnectedError | aiohttp.ClientOSError) for cause in _causes(error))


def _said(error: openai.APIStatusError, place: Place) -> str:
    message = error.body.get("message") if isinstance(error.body, dict) else None
    text = " ".join(str(message or error.response.reason_phrase).split())
    for secret in place.secrets:
        text = text.replace(secret, HIDDEN)
    return scrub(text)[:200]
