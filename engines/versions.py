"""Which versions of the prompts the stored results were made with, and which of them are older than what is asked now."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from charge_stream.engines.rules.engine import VERSION
from charge_stream.infra import results
from charge_stream.infra.store import ContentStore
from charge_stream.prompts.catalogue import PROMPTS
from charge_stream.prompts.render import load


@dataclass(frozen=True, order=True)
class Made:
    """``results`` that were made with this version of a prompt. ``model`` is "" with the rules; ``now`` None: the prompt is gone."""

    prompt: str
    engine: str
    model: str
    version: int
    now: int | None
    results: int

    @property
    def old(self) -> bool:
        """Whether another version would be asked now."""
        return self.version != self.now


async def versions(store: ContentStore) -> tuple[list[Made], int]:
    """What the store's results were made with, by prompt; and how many results do not tell."""
    counts: Counter[tuple[str, str, str, int]] = Counter()
    untold = 0
    async for prompts in results.prompts_of_all(store):
        untold += prompts is None
        counts.update((prompt, how["engine"], how.get("model") or "", how["version"]) for prompt, how in (prompts or {}).items())
    made = [Made(prompt, engine, model, version, _now(engine, prompt), count) for (prompt, engine, model, version), count in counts.items()]
    return sorted(made), untold


def _now(engine: str, prompt_id: str) -> int | None:
    if prompt_id not in {prompt.id for prompt in PROMPTS}:
        return None
    return VERSION if engine == "rules" else load(prompt_id).front.version
