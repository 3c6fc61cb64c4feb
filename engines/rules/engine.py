"""The engine without a model: deterministic rules over quantities, sentences and tables; no network. It abstains where it is not sure."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

from charge_stream.engines.rules.answer import answer_question
from charge_stream.engines.rules.extract import classify_keypoint, extract_chart, extract_text
from charge_stream.engines.rules.gates import gate_grounded, gate_hops_needed, gate_not_given_away, gate_numbers, gate_self_contained
from charge_stream.engines.rules.matching import keypoints_of_response, match_keypoints
from charge_stream.engines.rules.verify import answer_from_chart, answer_from_text, judge, question_from_keypoint
from charge_stream.engines.rules.write import suited, write_pair, write_single
from charge_stream.infra import provenance
from charge_stream.infra.stage import Abstained
from charge_stream.models import Keypoint
from charge_stream.prompts import catalogue
from charge_stream.prompts.catalogue import Prompt
from charge_stream.prompts.outputs import Output

T = TypeVar("T", bound=Output)
Answerer = Callable[[dict[str, Any]], Output | Abstained]

VERSION = 4
"""Recorded as the version of every prompt; changes whenever the same inputs may be answered differently."""

ANSWERERS: dict[str, Answerer] = {
    catalogue.READ_CHART.id: lambda inputs: Abstained("the rules look at no picture"),
    catalogue.EXTRACT_TEXT.id: extract_text,
    catalogue.EXTRACT_CHART.id: extract_chart,
    catalogue.CLASSIFY_KEYPOINT.id: classify_keypoint,
    catalogue.QUESTION_FROM_KEYPOINT.id: question_from_keypoint,
    catalogue.ANSWER_FROM_TEXT.id: answer_from_text,
    catalogue.ANSWER_FROM_CHART.id: answer_from_chart,
    catalogue.JUDGE.id: judge,
    **{prompt.id: write_single if name.startswith("Single-Point") else write_pair for name, prompt in catalogue.WRITE_QA.items()},
    catalogue.GATES["grounded"].id: gate_grounded,
    catalogue.GATES["numbers"].id: gate_numbers,
    catalogue.GATES["not_given_away"].id: gate_not_given_away,
    catalogue.GATES["hops_needed"].id: gate_hops_needed,
    catalogue.GATES["self_contained"].id: gate_self_contained,
    catalogue.ANSWER_QUESTION.id: answer_question,
    catalogue.KEYPOINTS_OF_RESPONSE.id: keypoints_of_response,
    catalogue.MATCH_KEYPOINTS.id: match_keypoints,
    catalogue.EXPLAIN_ANSWER.id: lambda inputs: Abstained("the rules explain nothing"),
    catalogue.VOTE_EXPLANATION.id: lambda inputs: Abstained("the rules judge no explanation"),
}


class RulesEngine:
    """Answers every prompt of the catalogue by the function in ``ANSWERERS``.

    All run in one thread of their own, one after another: the parser is not shared between threads and what is asked at
    the same time cannot influence an answer. Images are not looked at; a chart speaks through its reading.
    """

    name = "rules"
    sees = False
    has_wordings = True
    explainers: tuple[str, ...] = ()

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="rules")

    async def ask(
        self, prompt: Prompt[T], inputs: dict[str, Any], images: Sequence[bytes] = (), sample: int = 0, explainer: str | None = None
    ) -> T | Abstained:
        """The prompt's typed answer for ``inputs`` (named as in the prompt's front matter), or an abstention with its reason.

        Every sample is the same: rules have one answer.
        """
        answerer = ANSWERERS.get(prompt.id)
        if answerer is None:
            return Abstained(f"the rules have no answer to {prompt.id}")
        provenance.note(prompt.id, engine=self.name, version=VERSION, shown=provenance.form_of(inputs, pictures=0))
        answer = await asyncio.get_running_loop().run_in_executor(self._thread, answerer, inputs)
        return cast("T | Abstained", answer)

    async def suits(self, keypoint: Keypoint, partners: Sequence[Keypoint]) -> list[bool]:
        """Those for which a form fits."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, suited, keypoint, partners)

    def version(self, prompt: Prompt[Any]) -> int:
        """The rules' version, the same for all prompts."""
        return VERSION

    async def close(self) -> None:
        """Let the thread go."""
        self._thread.shutdown(wait=False)
