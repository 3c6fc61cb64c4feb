"""A model endpoint that misbehaves on request: an HTTP server that speaks the protocol of chat completions and embeddings without any
model behind it.

It answers by schema from the prompt's own text, checks what a real endpoint checks (key, model, response format, pictures), and fails
in settable ways. What fails is drawn from the seed and the request itself, so the order in which requests arrive changes nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

import orjson
from aiohttp import web

from charge_stream.engines.fake_answers import answer, embedding
from charge_stream.engines.fake_conditions import FAULT_NAMES, Accepts, Allowance, Faults, Refusal
from charge_stream.engines.fake_counting import CHARACTERS_PER_TOKEN, content_of, picture_tokens, pictures_of, prompt_tokens, text_of

SCHEMA_MARK = "JSON schema:\n"
MAX_REQUEST_BYTES = 64 * 1024 * 1024


class FakeEndpoint:
    """``script`` names the faults of the next requests (``""``: none), before any is drawn. ``counts`` tells what was served;

    ``recent`` holds the last request bodies.
    """

    def __init__(self, faults: Faults = Faults(), accepts: Accepts = Accepts(), seed: int = 0, port: int = 0) -> None:
        self.faults, self.accepts = faults, accepts
        self.script: deque[str] = deque()
        self.counts: Counter[str] = Counter()
        self.recent: deque[dict[str, Any]] = deque(maxlen=100)
        self._seed, self._port = seed, port
        self._tries: Counter[str] = Counter()
        self._runner: web.AppRunner | None = None
        self._started = 0.0
        self._allowance = Allowance()
        self._refusal: tuple[int, str, str | None] | None = None
        self._under_way = 0

    @property
    def base_url(self) -> str:
        """The address to point a client at, once started."""
        return f"http://127.0.0.1:{self._port}/v1"

    def refuse(self, status: int, message: str = "No.", code: str | None = None) -> None:
        """Answer everything with this error from here on."""
        self._refusal = (status, message, code)

    async def start(self) -> None:
        """Listen; the port stays the same when started again after a stop."""
        app = web.Application(client_max_size=MAX_REQUEST_BYTES)
        app.router.add_post("/v1/chat/completions", self._complete)
        app.router.add_post("/v1/embeddings", self._embed)
        app.router.add_get("/v1/models", self._models)
        app.router.add_get("/counts", self._counted)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self._port).start()
        self._port = self._runner.addresses[0][1]
        self._started = time.monotonic()

    async def stop(self) -> None:
        """Stop listening: connections are refused from here on."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _models(self, request: web.Request) -> web.Response:
        names = sorted(self.accepts.models) or ["any"]
        return web.json_response({"object": "list", "data": [{"id": name, "object": "model"} for name in names]})

    async def _counted(self, request: web.Request) -> web.Response:
        return web.json_response(dict(self.counts))

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        return await self._served(request, self._completion)

    async def _embed(self, request: web.Request) -> web.StreamResponse:
        self.counts["embeddings"] += 1
        return await self._served(request, _embeddings)

    async def _served(self, request: web.Request, made: Callable[[dict[str, Any], str], dict[str, Any]]) -> web.StreamResponse:
        """What ``made`` makes of the request and its fault, if a real endpoint would answer it at all."""
        self.counts["requests"] += 1
        data = await request.read()
        self._under_way += 1
        try:
            self._be_up()
            told = self._within_limits()
            await asyncio.sleep(self.faults.latency_s)
            body = self._checked(request, data)
            fault = self._fault(data)
            self.counts[fault or "served"] += 1
            if fault == "dropped":
                return _drop(request)
            reply = orjson.dumps(made(body, fault))
            if fault == "broken":
                return await _break(request, reply)
            return web.Response(body=reply, content_type="application/json", headers=told)
        except Refusal as refusal:
            self.counts[str(refusal.status)] += 1
            error = {"message": str(refusal), "type": "error", "param": refusal.parameter, "code": refusal.code}
            return web.json_response({"error": error}, status=refusal.status, headers=refusal.headers)
        finally:
            self._under_way -= 1

    def _be_up(self) -> None:
        if self._refusal is not None:
            raise Refusal(*self._refusal)
        now = time.monotonic() - self._started
        if any(start <= now < end for start, end in self.faults.outages):
            raise Refusal(503, "The server is down.")

    def _within_limits(self) -> dict[str, str] | None:
        """The headers that tell what is left, if the endpoint tells."""
        accepts = self.accepts
        if accepts.together and self._under_way > accepts.together:
            raise Refusal(429, "Too many requests at once.", "rate_limit_exceeded")
        if accepts.per_second is None:
            return None
        left = self._allowance.take(accepts.per_second, accepts.at_once, time.monotonic())
        told = {"x-ratelimit-remaining-requests": str(int(left)), "x-ratelimit-reset-requests": f"{1 / accepts.per_second:.3f}s"}
        if left < 0:
            raise Refusal(429, "Rate limit reached.", "rate_limit_exceeded", {**told, "Retry-After": "1"} if accepts.tells else None)
        return told if accepts.tells else None

    def _checked(self, request: web.Request, data: bytes) -> dict[str, Any]:
        """The request's body, if a real endpoint would take it."""
        key = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if self.accepts.key is not None and key != self.accepts.key:
            raise Refusal(401, f"Incorrect API key provided: {key}.", "invalid_api_key")
        body: dict[str, Any] = orjson.loads(data)
        self.recent.append(body)
        if self.accepts.models and body["model"] not in self.accepts.models:
            raise Refusal(404, f"The model {body['model']} does not exist.", "model_not_found")
        kind = body.get("response_format", {"type": "text"})["type"]
        if kind not in self.accepts.formats:
            raise Refusal(400, f"response_format.type {kind} is not supported.", "invalid_value")
        for name in sorted(self.accepts.parameters & body.keys()):
            raise Refusal(400, f"Unsupported parameter: '{name}' is not supported with this model.", "unsupported_parameter", None, name)
        if max(map(len, _texts(body))) > self.accepts.characters:
            raise Refusal(400, "This model's maximum context length is exceeded.", "context_length_exceeded")
        self._look_at_pictures(body)
        return body

    def _look_at_pictures(self, body: dict[str, Any]) -> None:
        for header, encoded in pictures_of(body):
            if not self.accepts.pictures:
                raise Refusal(400, "Invalid content type. image_url is only supported by certain models.", "invalid_value")
            if not header.startswith("data:image/") or not picture_tokens(encoded):
                raise Refusal(400, "Invalid image.", "invalid_image_url")
            self.counts["pictures"] += 1

    def _fault(self, data: bytes) -> str:
        """The fault of this request, or nothing: by script, else drawn from seed, request, and how often it came."""
        digest = hashlib.sha256(data).hexdigest()
        self._tries[digest] += 1
        fault = (
            self.script.popleft() if self.script else self._drawn(random.Random(f"{self._seed}:{digest}:{self._tries[digest]}").random())
        )
        if fault == "rate_limited":
            wait = self.faults.retry_after_s
            raise Refusal(429, "Rate limit reached.", "rate_limit_exceeded", None if wait is None else {"Retry-After": f"{wait:g}"})
        if fault == "server_error":
            raise Refusal(500, "The server had an error.")
        return fault

    def _drawn(self, draw: float) -> str:
        for name in FAULT_NAMES:
            draw -= getattr(self.faults, name)
            if draw < 0:
                return name
        return ""

    def _completion(self, body: dict[str, Any], fault: str) -> dict[str, Any]:
        text = orjson.dumps(answer(_schema(body), _asked(body))).decode()
        limit = CHARACTERS_PER_TOKEN * (body.get("max_tokens") or body.get("max_completion_tokens") or MAX_REQUEST_BYTES)
        finish, refusal = "stop", None
        if fault == "refused":
            text, refusal = "", "I cannot help with that."
        elif fault == "cut":
            text, finish = text[: len(text) // 2], "length"
        elif fault == "invalid":
            text = f"{text[:-1]},,"
        elif len(text) > limit:
            text, finish = text[:limit], "length"
        text = WRAPPED.get(fault, "{}").replace("{}", text, 1)
        message = {"role": "assistant", "content": text or None, "refusal": refusal}
        tokens = {"prompt_tokens": prompt_tokens(body), "completion_tokens": len(text) // CHARACTERS_PER_TOKEN}
        usage = {} if self.faults.uncounted else {"usage": {**tokens, "total_tokens": sum(tokens.values())}}
        return {
            "id": "chatcmpl-fake",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
            **usage,
        }


WRAPPED = {
    "fenced": "Here is the result:\n```json\n{}\n```\nLet me know if you need more.",
    "wrong_schema": '{"result": "done"}',
}
"""How a fault dresses the reply, which takes the place of the first ``{}``."""


def _schema(body: dict[str, Any]) -> dict[str, Any]:
    """The schema asked for: in the response format, or stated in the instructions."""
    format_ = body.get("response_format", {})
    if format_.get("type") == "json_schema":
        schema: dict[str, Any] = format_["json_schema"]["schema"]
        return schema
    _, mark, stated = text_of(body).partition(SCHEMA_MARK)
    if not mark:
        raise Refusal(400, "This endpoint answers to a JSON schema only; none was given.")
    found: dict[str, Any] = orjson.loads(stated.splitlines()[0])
    return found


def _asked(body: dict[str, Any]) -> str:
    """The first message of the user: later turns only ask for another form."""
    return next(content_of(message) for message in body["messages"] if message["role"] == "user")


def _embeddings(body: dict[str, Any], fault: str) -> dict[str, Any]:
    """Texts that share words are near one another, as far as a bag of hashed words tells."""
    texts = _texts(body)
    data = [{"object": "embedding", "index": number, "embedding": embedding(text)} for number, text in enumerate(texts)]
    tokens = sum(map(len, texts)) // CHARACTERS_PER_TOKEN
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "model": body["model"], "data": data, "usage": usage}


def _texts(body: dict[str, Any]) -> list[str]:
    """What is to be read: all messages as one, or the texts to be embedded."""
    if "messages" in body:
        return [text_of(body)]
    return [body["input"]] if isinstance(body["input"], str) else body["input"]


def _drop(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


async def _break(request: web.Request, reply: bytes) -> web.StreamResponse:
    """Half of the reply, of which more was announced."""
    response = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": str(len(reply))})
    await response.prepare(request)
    await response.write(reply[: len(reply) // 2])
    return _drop(request)
