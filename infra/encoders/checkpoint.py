"""A checkpoint on disk: the folder as the Hugging Face hub lays it out, with its weights as ONNX.

A folder holds ``config.json``, ``tokenizer.json``, with a tower for pictures ``preprocessor_config.json``, and, beside them or under
``onnx/``, the weights. What is no folder is taken as a repository of the hub, and fetched into its cache once.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from charge_stream.models.errors import UserError

CONFIGURATION = ("config.json", "tokenizer.json", "preprocessor_config.json")
PROVIDERS = {
    "cpu": "CPUExecutionProvider",
    "cuda": "CUDAExecutionProvider",
    "coreml": "CoreMLExecutionProvider",
    "openvino": "OpenVINOExecutionProvider",
}
"""What onnxruntime calls the devices."""
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Checkpoint:
    """``weights``: the names of its ONNX files, without the ending."""

    folder: Path
    weights: tuple[str, ...]

    def json(self, name: str) -> dict[str, Any]:
        """One of its JSON files.

        Raises:
            UserError: it is missing, or no JSON.
        """
        try:
            found: dict[str, Any] = orjson.loads(self.file(name).read_bytes())
        except orjson.JSONDecodeError as error:
            raise UserError(f"{self.folder / name} is no JSON: fetch the encoder again.") from error
        return found

    def file(self, name: str) -> Path:
        """The path of one of its files.

        Raises:
            UserError: it is missing.
        """
        path = next((path for path in (self.folder / name, self.folder / "onnx" / name) if path.is_file()), None)
        if path is None:
            raise UserError(
                f"The encoder in {self.folder} has no {name}: take a checkpoint with ONNX weights and tokenizer.json (docs/models.md)."
            )
        return path

    def digest(self) -> str:
        """Twelve hex digits that change with any byte that vectors depend on. Reads all weights."""
        sha = hashlib.sha256()
        names = [*CONFIGURATION, *(name for weights in self.weights for name in (f"{weights}.onnx", f"{weights}.onnx_data"))]
        for path in (path for name in names for path in (self.folder / name, self.folder / "onnx" / name)):
            if path.is_file():
                sha.update(f"{path.name}:{path.stat().st_size}:".encode())
                with path.open("rb") as file:
                    while chunk := file.read(_CHUNK):
                        sha.update(chunk)
        return sha.hexdigest()[:12]

    def session(self, weights: str, device: str, threads: int) -> Any:
        """An ``onnxruntime.InferenceSession`` of one of its ONNX files.

        Raises:
            UserError: this onnxruntime has no such device, or the file is none of its kind.
        """
        import onnxruntime

        provider = PROVIDERS[device]
        if provider not in onnxruntime.get_available_providers():
            raise UserError(f"CHARGE_ENCODER_DEVICE={device} needs an onnxruntime built for it (such as onnxruntime-gpu); install one.")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.log_severity_level = 3
        path = self.file(f"{weights}.onnx")
        try:
            return onnxruntime.InferenceSession(str(path), options, providers=[provider])
        except Exception as error:  # the library's errors share no class but this one
            raise UserError(f"The encoder's weights {path} cannot be loaded ({str(error).splitlines()[0][:200]}).") from error

    def tokenizer(self, most: int) -> Any:
        """A ``tokenizers.Tokenizer`` that cuts texts after ``most`` tokens and pads nothing."""
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self.file("tokenizer.json")))
        tokenizer.enable_truncation(most)
        tokenizer.no_padding()
        return tokenizer


def find(name: str, weights: Sequence[str]) -> Checkpoint:
    """The checkpoint in a folder, or of a repository of the hub; its ONNX files are named by ``weights``.

    Raises:
        UserError: there is no such folder, and it cannot be fetched either.
    """
    folder = Path(name).expanduser()
    if folder.is_dir():
        return Checkpoint(folder, tuple(weights))
    if not _REPOSITORY.fullmatch(name):
        raise UserError(
            f"There is no folder {name} with an encoder: set CHARGE_ENCODER to one, or to a repository such as e5:intfloat/e5-base-v2."
        )
    from huggingface_hub import snapshot_download

    wanted = [
        *CONFIGURATION,
        *(f"{place}{file}{ending}" for file in weights for place in ("", "onnx/") for ending in (".onnx", ".onnx_data")),
    ]
    try:
        return Checkpoint(Path(snapshot_download(name, allow_patterns=wanted)), tuple(weights))
    except (OSError, ValueError) as error:
        raise UserError(f"The encoder {name} is no folder, and cannot be fetched from the hub ({_brief(error)}).") from error


def _brief(error: Exception) -> str:
    return str(error).strip().splitlines()[0][:200] if str(error).strip() else type(error).__name__
