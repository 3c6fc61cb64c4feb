"""An engine that counts what it is asked: the proof that a second run over the same documents costs nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeVar

from charge_stream.infra.stage import Abstained, Engine
from charge_stream.models import Keypoint
from charge_stream.prompts.catalogue import Prompt
from charge_stream.prompts.outputs import Output

T = TypeVar("T", bound=Output)


class CountingEngine:
    """``engine``, with what each prompt was asked: ``calls[prompt id]`` counts ``answered`` and ``abstained``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.name = engine.name
        self.sees = engine.sees
        self.has_wordings = engine.has_wordings
        self.explainers = engine.explainers
        self.calls: dict[str, Counter[str]] = {}

    async def ask(
        self, prompt: Prompt[T], inputs: dict[str, Any], images: Sequence[bytes] = (), sample: int = 0, explainer: str | None = None
    ) -> T | Abstained:
        answer = await self._engine.ask(prompt, inputs, images, sample, explainer)
        counts = self.calls.setdefault(prompt.id, Counter(answered=0, abstained=0))
        counts["abstained" if isinstance(answer, Abstained) else "answered"] += 1
        return answer

    async def suits(self, keypoint: Keypoint, partners: Sequence[Keypoint]) -> list[bool]:
        return await self._engine.suits(keypoint, partners)

    def version(self, prompt: Prompt[Any]) -> int:
        return self._engine.version(prompt)

    async def close(self) -> None:
        await self._engine.close()
