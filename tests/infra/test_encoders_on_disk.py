"""E5, BGE, CLIP and SigLIP from checkpoints of the real architectures (``checkpoints/``), held against what PyTorch says of them."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gradients import picture

from charge_stream.infra.encoders import PictureEncoder, load_encoder
from charge_stream.infra.encoders.onnx import OnnxEncoder
from charge_stream.infra.settings import Settings
from charge_stream.models.errors import Permanent, UserError

CHECKPOINTS = Path(__file__).parent / "checkpoints"
EXPECTED: dict[str, Any] = json.loads((CHECKPOINTS / "expected.json").read_text())
TEXTS: list[str] = EXPECTED["texts"]


def encoder(family: str, folder: str | Path, **settings: Any) -> OnnxEncoder:
    made = load_encoder(Settings(encoder=f"{family}:{CHECKPOINTS / folder}", **settings))
    assert isinstance(made, OnnxEncoder)
    return made


@pytest.mark.parametrize("folder", ["bert", "xlm-roberta"])
@pytest.mark.parametrize("family", ["e5", "bge"])
async def test_texts_are_prefixed_and_pooled_as_their_family_is(family: str, folder: str) -> None:
    made = encoder(family, folder)
    for kind in ("query", "passage"):
        vectors = await made.encode(TEXTS, kind)  # type: ignore[arg-type]
        assert (vectors.shape, vectors.dtype) == ((4, 32), np.float32)
        np.testing.assert_allclose(vectors, EXPECTED[folder][f"{family} {kind}"], atol=2e-5)


@pytest.mark.parametrize(("family", "dimension"), [("clip", 24), ("siglip", 32)])
async def test_texts_and_pictures_lie_in_one_space(family: str, dimension: int) -> None:
    made = encoder(family, family)
    assert isinstance(made, PictureEncoder)
    texts, pictures = await made.encode(TEXTS, "query"), await made.encode_pictures([picture(0), picture(1)])
    assert (texts.shape, pictures.shape) == ((4, dimension), (2, dimension))
    np.testing.assert_allclose(texts, EXPECTED[family]["texts"], atol=2e-5)
    np.testing.assert_allclose(pictures, EXPECTED[family]["pictures"], atol=2e-3)  # resampling of pixels differs between libraries
    assert (await made.encode_pictures([])).shape == (0, dimension)


async def test_an_encoder_of_texts_has_no_tower_for_pictures() -> None:
    assert not isinstance(encoder("e5", "bert"), PictureEncoder)


async def test_what_is_no_picture_fails_alone() -> None:
    made = encoder("clip", "clip")
    assert isinstance(made, PictureEncoder)
    good, bad = await asyncio.gather(made.encode_pictures([picture(0)]), made.encode_pictures([b"no"]), return_exceptions=True)
    assert isinstance(bad, Permanent) and not isinstance(good, BaseException)


async def test_texts_of_several_records_go_together_and_their_bytes_do_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of one length: the first nine are equally long, the last is not."""
    made, alone = encoder("e5", "bert"), encoder("e5", "bert", encoder_batch=1)
    await made.ready()
    batches: list[set[int]] = []
    run = made._run_texts

    def counted(texts: list[tuple[int, ...]]) -> Any:
        batches.append({len(text) for text in texts})
        return run(texts)

    monkeypatch.setattr(made, "_run_texts", counted)
    asked = [f"{number}1% of adults agree." for number in range(1, 10)] + ["Whales are mammals."]
    together = await asyncio.gather(*(made.encode([text], "passage") for text in asked))
    assert len(batches) <= 4 and all(len(lengths) == 1 for lengths in batches)
    singly = [await alone.encode([text], "passage") for text in asked]
    assert [vector.tobytes() for vector in together] == [vector.tobytes() for vector in singly]


async def test_padding_changes_no_vector_where_it_is_used() -> None:
    """As on other devices than the processor, where texts of all lengths go together."""
    made = encoder("bge", "bert")
    await made.ready()
    ids = made._tokens(TEXTS)
    assert len({len(text) for text in ids}) > 1
    np.testing.assert_allclose(np.stack(made._run_texts(ids)), EXPECTED["bert"]["bge passage"], atol=2e-5)


async def test_a_text_that_is_too_long_is_cut_where_the_checkpoint_ends() -> None:
    made = encoder("clip", "clip")
    vectors = await made.encode(["whales " * 500, "whales " * 500 + "agree"], "query")
    assert vectors[0].tobytes() == vectors[1].tobytes()


async def test_what_stands_before_texts_can_be_set() -> None:
    plain = encoder("e5", "bert", encoder_query=" ", encoder_passage="passage: ")
    usual = encoder("e5", "bert")
    await asyncio.gather(plain.ready(), usual.ready())
    bare, passage = await plain.encode(TEXTS[:1], "query"), await plain.encode(TEXTS[:1], "passage")
    assert not np.allclose(bare, EXPECTED["bert"]["e5 query"][0], atol=1e-3)
    np.testing.assert_allclose(passage[0], EXPECTED["bert"]["e5 passage"][0], atol=2e-5)
    assert plain.name != usual.name, "the vectors of the two must not be mixed"


async def test_the_name_follows_the_bytes_and_not_the_place(tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere"
    shutil.copytree(CHECKPOINTS / "bert", copy)
    here, there, other = encoder("e5", "bert"), encoder("e5", copy), encoder("bge", "bert")
    await asyncio.gather(here.ready(), there.ready(), other.ready())
    assert here.name == there.name and here.name.startswith("e5-") and other.name.startswith("bge-")
    shutil.copy(CHECKPOINTS / "siglip" / "tokenizer.json", copy / "tokenizer.json")
    changed = encoder("e5", copy)
    await changed.ready()
    assert changed.name != here.name


async def test_a_repository_of_the_hub_is_taken_from_its_cache(tmp_path: Path) -> None:
    """Laid out as the hub's library lays its cache out; nothing is fetched."""
    repository = tmp_path / "hub" / "models--someone--tiny-e5"
    shutil.copytree(CHECKPOINTS / "bert", repository / "snapshots" / ("a" * 40))
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text("a" * 40)
    script = (
        "import asyncio, sys\n"
        "from charge_stream.infra.encoders import load_encoder\n"
        "from charge_stream.infra.settings import Settings\n"
        "encoder = load_encoder(Settings(encoder=sys.argv[1]))\n"
        "print(asyncio.run(encoder.encode(['ready'], 'query')).shape, encoder.name[:3])\n"
    )
    environment = {"HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1", "PATH": "", "PYTHONPATH": ":".join(sys.path)}

    def run(name: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", script, name], env=environment, capture_output=True, text=True, cwd=tmp_path)

    there, missing = await asyncio.to_thread(run, "e5:someone/tiny-e5"), await asyncio.to_thread(run, "e5:someone/other")
    assert there.stdout == "(1, 32) e5-\n", there.stderr
    assert "UserError: The encoder someone/other is no folder, and cannot be fetched from the hub" in missing.stderr


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("e5:/no/such/folder", "There is no folder /no/such/folder"),
        (f"e5:{CHECKPOINTS}", r"has no tokenizer\.json|has no config\.json"),
        (f"clip:{CHECKPOINTS / 'bert'}", r"has no text_model\.onnx"),
        (f"e5:{CHECKPOINTS / 'clip'}", r"has no model\.onnx"),
    ],
)
async def test_what_is_missing_is_told_in_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        await load_encoder(Settings(encoder=name)).encode(["x"], "query")


async def test_broken_weights_are_told_in_a_sentence(tmp_path: Path) -> None:
    shutil.copytree(CHECKPOINTS / "bert", tmp_path / "bert")
    (tmp_path / "bert" / "onnx" / "model.onnx").write_bytes(b"no model")
    with pytest.raises(UserError, match="cannot be loaded"):
        await encoder("e5", tmp_path / "bert").encode(["x"], "query")


async def test_a_device_that_is_not_there_is_told_in_a_sentence() -> None:
    with pytest.raises(UserError, match="CHARGE_ENCODER_DEVICE=cuda needs an onnxruntime built for it"):
        await encoder("e5", "bert", encoder_device="cuda").encode(["x"], "query")


def test_nothing_is_read_before_the_first_text() -> None:
    made = encoder("e5", "bert")
    assert (made.name, made.dimension, "_checkpoint" in vars(made)) == ("", 0, False)
