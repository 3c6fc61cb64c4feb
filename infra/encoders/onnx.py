"""Encoders whose checkpoint lies on disk: E5, BGE, CLIP and SigLIP, run by onnxruntime."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from cachetools import LRUCache

from charge_stream.infra.batcher import Batcher
from charge_stream.infra.encoders.checkpoint import Checkpoint, find
from charge_stream.infra.encoders.families import FAMILIES
from charge_stream.infra.encoders.pixels import pixels
from charge_stream.infra.encoders.protocol import Kind, Vectors, unit
from charge_stream.infra.once import once
from charge_stream.models.errors import UserError
from charge_stream.models.ids import make_id

T = TypeVar("T")
Ids = tuple[int, ...]
Pixels = npt.NDArray[np.float32]
Outputs = dict[str, npt.NDArray[np.float32]]

POOLED = ("text_embeds", "image_embeds", "pooler_output")
"""What exports call the vector that a tower gives, the projected one first."""
HIDDEN = ("last_hidden_state", "token_embeddings")
"""What they call the last layer."""
REMEMBERED = 4096


class OnnxEncoder:
    """``place``: a folder or a repository of the hub. ``before``: what stands before texts of a kind, None: what the family wants.

    Texts of several records go through the model together, up to ``most``. On the processor only those of one length do: nothing is
    padded, so a text's vector is the same bytes whatever it is with. All work is done on a thread of its own.
    """

    def __init__(self, family: str, place: str, *, device: str, threads: int, most: int, before: Mapping[Kind, str | None]) -> None:
        self.name, self.dimension = "", 0
        self._family_name, self._place = family, place
        self._family = FAMILIES[family]
        self._device, self._threads = device, threads
        usual: dict[Kind, str] = {"query": self._family.query, "passage": self._family.passage}
        self._before = usual | {kind: told for kind, told in before.items() if told is not None}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="encoder")
        self._recent: LRUCache[Ids, Vectors] = LRUCache(REMEMBERED)
        self._texts = Batcher[Ids, Vectors](lambda texts: self._work(self._run_texts, texts), most, group=self._group)
        self._pictures = Batcher[Pixels, Vectors](lambda pictures: self._work(self._run_pictures, pictures), most)

    async def ready(self) -> None:
        """Find its files and load the tower for texts."""
        if not self.name:
            await once(self, "ready", lambda: self._work(self._load))

    async def encode(self, texts: Sequence[str], kind: Kind) -> Vectors:
        await self.ready()
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        tokens = await self._work(self._tokens, [self._before[kind] + text for text in texts])
        return np.stack(await asyncio.gather(*map(self._vector, tokens)))

    async def _vector(self, ids: Ids) -> Vectors:
        """Each keypoint is encoded by ``index`` and soon again by ``pair``."""
        vector: Vectors | None = self._recent.get(ids)
        if vector is None:
            vector = self._recent[ids] = await self._texts.ask(ids)
        return vector

    async def _work(self, work: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def _group(self, ids: Ids) -> int | None:
        return len(ids) if self._device == "cpu" else None

    # -- on the thread

    def _load(self) -> None:
        self.dimension = len(self._run_texts(self._tokens(["ready"]))[0])
        self.name = f"{self._family_name}-{make_id(self._checkpoint.digest(), *self._before.values())[:12]}"

    def _tokens(self, texts: list[str]) -> list[Ids]:
        return [tuple(encoding.ids) for encoding in self._tokenizer.encode_batch(texts)]

    def _run_texts(self, texts: list[Ids]) -> list[Vectors]:
        length = self._longest if self._family.padded else max(map(len, texts))
        filler = self._text_config.get("pad_token_id", self._family.filler)
        ids = np.array([[*text, *[filler] * (length - len(text))] for text in texts], np.int64)
        mask = np.array([[1] * len(text) + [0] * (length - len(text)) for text in texts], np.int64)
        outputs = _outputs(self._text_tower, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})
        if self._family.pooling is None:
            return [unit(row) for row in _first(outputs, POOLED, self._place)]
        hidden = _first(outputs, HIDDEN, self._place)
        return [unit(self._family.pooling(tokens, row)) for tokens, row in zip(hidden, mask, strict=True)]

    def _run_pictures(self, pictures: list[Pixels]) -> list[Vectors]:
        outputs = _outputs(self._picture_tower, {"pixel_values": np.stack(pictures)})
        vectors = [unit(row) for row in _first(outputs, POOLED, self._place)]
        if len(vectors[0]) != self.dimension:
            raise UserError(f"The towers of {self._place} share no space: texts have {self.dimension} numbers, pictures {len(vectors[0])}.")
        return vectors

    # -- the checkpoint, each part read when it is first needed

    @cached_property
    def _checkpoint(self) -> Checkpoint:
        return find(self._place, list(self._family.towers.values()))

    @cached_property
    def _text_config(self) -> dict[str, Any]:
        config = self._checkpoint.json("config.json")
        text: dict[str, Any] = config.get("text_config") or config
        return text

    @cached_property
    def _longest(self) -> int:
        return min(self._family.longest, int(self._text_config.get("max_position_embeddings", self._family.longest)))

    @cached_property
    def _tokenizer(self) -> Any:
        return self._checkpoint.tokenizer(self._longest)

    @cached_property
    def _text_tower(self) -> Any:
        return self._checkpoint.session(self._family.towers["text"], self._device, self._threads)

    @cached_property
    def _picture_tower(self) -> Any:
        return self._checkpoint.session(self._family.towers["picture"], self._device, self._threads)

    @cached_property
    def _preprocessing(self) -> dict[str, Any]:
        return self._checkpoint.json("preprocessor_config.json")

    def _pixels(self, picture: bytes) -> Pixels:
        return pixels(picture, self._preprocessing)


class TwoTowers(OnnxEncoder):
    """CLIP and SigLIP: the tower for pictures is loaded at the first picture."""

    async def encode_pictures(self, pictures: Sequence[bytes]) -> Vectors:
        await self.ready()
        if not pictures:
            return np.empty((0, self.dimension), np.float32)
        values = [await self._work(self._pixels, picture) for picture in pictures]
        return np.stack(await asyncio.gather(*map(self._pictures.ask, values)))


def _outputs(session: Any, feed: Mapping[str, npt.NDArray[Any]]) -> Outputs:
    """What the model gives for those of ``feed`` that it takes."""
    taken = {node.name for node in session.get_inputs()}
    names = [node.name for node in session.get_outputs()]
    return dict(zip(names, session.run(names, {name: array for name, array in feed.items() if name in taken}), strict=True))


def _first(outputs: Outputs, names: Sequence[str], place: str) -> npt.NDArray[np.float32]:
    for name in names:
        if name in outputs:
            return outputs[name]
    given, wanted = ", ".join(outputs), ", ".join(names)
    raise UserError(f"The encoder {place} gives {given}, and none of {wanted}: take another export (docs/models.md).")
