"""One HTTP exchange with an endpoint, through the ``openai`` library over aiohttp. It sends once and translates what came back."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import httpx2
import openai
import orjson

from charge_stream.infra.gateway.failures import Place, translated
from charge_stream.infra.gateway.request import Call, Reply
from charge_stream.infra.gateway.settings import EndpointSettings
from charge_stream.models.errors import ChargeError

_NO_HEADERS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Outcome:
    """How one exchange ended: with a reply, or with an error of ours. ``headers``: the endpoint's, none when it did not answer."""

    reply: Reply | None
    error: ChargeError | None = None
    headers: Mapping[str, str] = field(default_factory=lambda: _NO_HEADERS)


class Wire:
    """The connections to one endpoint."""

    def __init__(self, settings: EndpointSettings) -> None:
        self._settings = settings
        proxy = settings.proxy.get_secret_value() if settings.proxy else None
        connections = httpx2.Limits(max_connections=max(settings.in_flight, 1) + 8, keepalive_expiry=30)
        self._client = openai.AsyncOpenAI(
            base_url=settings.address,
            # endpoints without keys take any; without one the library would look into the environment
            api_key=settings.api_key.get_secret_value() if settings.api_key else "none",
            organization=settings.organization,
            default_headers={name: value.get_secret_value() for name, value in settings.headers.items()},
            timeout=settings.timeout_s,
            max_retries=0,
            http_client=openai.DefaultAioHttpClient(limits=connections, proxy=proxy, timeout=settings.timeout_s),
        )

    async def send(self, call: Call, refused: frozenset[str]) -> Outcome:
        """Send ``call`` without the parameters ``refused``; whatever comes of it is an outcome, and nothing but a cancellation is raised.

        The library is asked for the bare response and given ready bytes: reading into its types and copying out of ours would take twice
        the time of everything else.
        """
        body = call.body(refused)
        place = Place(self._settings.address, str(body["model"]), self._settings.secrets)
        limit = call.role.timeout_s or self._settings.timeout_s
        try:
            async with asyncio.timeout(limit):  # the library's own timeout starts again with every byte
                response = await self._client.post(
                    call.path,
                    cast_to=httpx2.Response,
                    content=orjson.dumps(body),
                    options={"headers": {"Content-Type": "application/json"}, "timeout": limit},
                )
        except (openai.APIError, TimeoutError, httpx2.HTTPError) as error:
            answered = error.response.headers if isinstance(error, openai.APIStatusError) else _NO_HEADERS
            return Outcome(None, translated(error, place), answered)
        try:
            return Outcome(call.read(orjson.loads(response.content)), headers=response.headers)
        except (LookupError, TypeError, AttributeError, ValueError) as error:  # no JSON is a ValueError too
            return Outcome(None, translated(error, place), response.headers)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()
