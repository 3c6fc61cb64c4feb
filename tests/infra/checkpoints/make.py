"""Makes the checkpoints beside it: the real architectures, tiny and randomly initialised, with what PyTorch says of them.

    pip install torch transformers onnx onnxscript && python tests/infra/checkpoints/make.py

Each folder is laid out as the Hugging Face hub lays one out. ``expected.json`` holds, by folder, the texts and the vectors that the
original library gives for them, pooled here and of length 1; the tests compare ours with these. PyTorch needs several GB, so the tests do
without it.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import torch
import transformers
from gradients import picture
from PIL import Image
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

HERE = Path(__file__).parent
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.,:%?'-"
TEXTS = [
    "41% of adults in Germany agree.",
    "Whales are mammals.",
    "a",
    "The share rose from 12% to 41% between 2019 and 2021, said the report.",
]
SMALL: dict[str, Any] = {"hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 4}
QUERY_OF_BGE = "Represent this sentence for searching relevant passages: "


def wordpiece() -> Tokenizer:
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "query", "passage", *LETTERS, *(f"##{letter}" for letter in LETTERS)]
    tokenizer = Tokenizer(models.WordPiece({token: number for number, token in enumerate(vocabulary)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    tokenizer.enable_padding(pad_id=0, pad_token="[PAD]")  # as many published ones have it; ours turns it off
    return tokenizer


def unigram(begin: list[str], template: str) -> Tokenizer:
    """Pieces of one letter each, with the special tokens ``begin`` first."""
    pieces = [(token, 0.0) for token in begin] + [(letter, -2.0) for letter in ("▁", *LETTERS)]
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=begin.index("<unk>")))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    used = [(token, begin.index(token)) for token in begin if token in template]
    tokenizer.post_processor = processors.TemplateProcessing(template, special_tokens=used)
    return tokenizer


def byte_pairs() -> Tokenizer:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: number for number, token in enumerate([*alphabet, "th", "<|startoftext|>", "<|endoftext|>"])}
    tokenizer = Tokenizer(models.BPE(vocabulary, [("t", "h")]))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    ends = [(token, vocabulary[token]) for token in ("<|startoftext|>", "<|endoftext|>")]
    tokenizer.post_processor = processors.TemplateProcessing("<|startoftext|> $A <|endoftext|>", special_tokens=ends)
    return tokenizer


class Outputs(torch.nn.Module):
    """``model``, called by its inputs' order, giving the outputs named."""

    def __init__(self, model: torch.nn.Module, takes: list[str], gives: list[str]) -> None:
        super().__init__()
        self.model, self.takes, self.gives = model, takes, gives

    def forward(self, *inputs: torch.Tensor) -> tuple[torch.Tensor, ...]:
        found = self.model(**dict(zip(self.takes, inputs, strict=True)))
        return tuple(getattr(found, name) for name in self.gives)


def export(model: torch.nn.Module, folder: str, name: str, inputs: dict[str, torch.Tensor], gives: list[str]) -> None:
    path = HERE / folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    axes = {key: {0: "batch", 1: "sequence"} if value.ndim == 2 else {0: "batch"} for key, value in inputs.items()}
    wrapped = Outputs(model, list(inputs), gives).eval()
    torch.onnx.export(
        wrapped, tuple(inputs.values()), str(path), input_names=list(inputs), output_names=gives, dynamic_axes=axes, dynamo=False
    )


def lay(folder: str, model: transformers.PreTrainedModel, tokenizer: Tokenizer) -> None:
    (HERE / folder).mkdir(parents=True, exist_ok=True)
    (HERE / folder / "config.json").write_text(json.dumps(model.config.to_diff_dict(), indent=1, sort_keys=True, default=str) + "\n")
    tokenizer.save(str(HERE / folder / "tokenizer.json"), pretty=False)


def unit(rows: torch.Tensor) -> list[list[float]]:
    return [[round(value, 6) for value in row] for row in torch.nn.functional.normalize(rows.double(), dim=-1).tolist()]


def ids_of(tokenizer: Tokenizer, text: str, most: int) -> torch.Tensor:
    tokenizer.no_padding()
    tokenizer.enable_truncation(most)
    return torch.tensor([tokenizer.encode(text).ids])


def text_model(folder: str, model: Any, tokenizer: Tokenizer, most: int) -> dict[str, Any]:
    """One text at a time, without padding, as E5 and BGE pool it."""
    lay(folder, model, tokenizer)
    sample = ids_of(tokenizer, TEXTS[0], most)
    inputs = {"input_ids": sample, "attention_mask": torch.ones_like(sample)}
    if model.config.model_type == "bert":
        inputs["token_type_ids"] = torch.zeros_like(sample)
    export(model, folder, "onnx/model.onnx", inputs, ["last_hidden_state"])

    def hidden(text: str) -> torch.Tensor:
        ids = ids_of(tokenizer, text, most)
        with torch.no_grad():
            return model(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state[0]

    return {
        "e5 query": unit(torch.stack([hidden(f"query: {text}").mean(0) for text in TEXTS])),
        "e5 passage": unit(torch.stack([hidden(f"passage: {text}").mean(0) for text in TEXTS])),
        "bge query": unit(torch.stack([hidden(QUERY_OF_BGE + text)[0] for text in TEXTS])),
        "bge passage": unit(torch.stack([hidden(text)[0] for text in TEXTS])),
    }


def two_towers(
    folder: str,
    model: Any,
    tokenizer: Tokenizer,
    most: int,
    processor: Any,
    towers: tuple[Any, Any],
    gives: tuple[str, str],
    pad: int | None,
) -> dict[str, Any]:
    lay(folder, model, tokenizer)
    settings = {key: value for key, value in json.loads(processor.to_json_string()).items() if not key.startswith("_")}
    (HERE / folder / "preprocessor_config.json").write_text(json.dumps(settings, indent=1, sort_keys=True) + "\n")
    text_tower, picture_tower = towers

    def ids(text: str) -> torch.Tensor:
        found = ids_of(tokenizer, text, most)
        return found if pad is None else torch.nn.functional.pad(found, (0, most - found.shape[1]), value=pad)

    export(text_tower, folder, "onnx/text_model.onnx", {"input_ids": ids(TEXTS[0])}, [gives[0]])
    values = torch.cat([processor(Image.open(io.BytesIO(picture(number))), return_tensors="pt")["pixel_values"] for number in (0, 1)])
    export(picture_tower, folder, "onnx/vision_model.onnx", {"pixel_values": values[:1]}, [gives[1]])
    with torch.no_grad():
        texts = torch.cat([getattr(text_tower(input_ids=ids(text)), gives[0]) for text in TEXTS])
        pictures = getattr(picture_tower(pixel_values=values), gives[1])
    return {"texts": unit(texts), "pictures": unit(pictures)}


def main() -> None:
    torch.manual_seed(6)
    eager = {"attn_implementation": "eager"}
    words, letters = wordpiece(), unigram(["<s>", "<pad>", "</s>", "<unk>"], "<s> $A </s>")
    bert = transformers.BertModel(transformers.BertConfig(vocab_size=words.get_vocab_size(), max_position_embeddings=128, **SMALL, **eager))
    roberta = transformers.XLMRobertaModel(
        transformers.XLMRobertaConfig(vocab_size=letters.get_vocab_size(), max_position_embeddings=514, **SMALL, **eager)
    )
    pairs = byte_pairs()
    ends = {"bos_token_id": pairs.token_to_id("<|startoftext|>"), "eos_token_id": pairs.token_to_id("<|endoftext|>")}
    clip_text = {**ends, "vocab_size": pairs.get_vocab_size(), "max_position_embeddings": 77, "projection_dim": 24, **SMALL}
    clip_vision = {"image_size": 32, "patch_size": 16, **SMALL}
    clip = transformers.CLIPModel(
        transformers.CLIPConfig(text_config=clip_text, vision_config={**clip_vision, "projection_dim": 24}, projection_dim=24, **eager)
    ).eval()
    clip_config = clip.config
    towers = (
        transformers.CLIPTextModelWithProjection(clip_config.text_config),
        transformers.CLIPVisionModelWithProjection(clip_config.vision_config),
    )
    for tower in towers:
        tower.load_state_dict(clip.state_dict(), strict=False)
        tower.config._attn_implementation = "eager"
    pieces = unigram(["<unk>", "</s>"], "$A </s>")
    siglip_text = {"vocab_size": pieces.get_vocab_size(), "max_position_embeddings": 64, "projection_size": 32, **SMALL}
    siglip = transformers.SiglipModel(transformers.SiglipConfig(text_config=siglip_text, vision_config=clip_vision, **eager)).eval()
    clip_pixels = transformers.CLIPImageProcessorPil if hasattr(transformers, "CLIPImageProcessorPil") else transformers.CLIPImageProcessor
    siglip_pixels = (
        transformers.SiglipImageProcessorPil if hasattr(transformers, "SiglipImageProcessorPil") else transformers.SiglipImageProcessor
    )
    expected = {
        "bert": text_model("bert", bert.eval(), words, 128),
        "xlm-roberta": text_model("xlm-roberta", roberta.eval(), letters, 512),
        "clip": two_towers(
            "clip", clip, pairs, 77, clip_pixels(size={"shortest_edge": 32}, crop_size={"height": 32, "width": 32}),
            tuple(tower.eval() for tower in towers), ("text_embeds", "image_embeds"), None,
        ),
        "siglip": two_towers(
            "siglip", siglip, pieces, 64, siglip_pixels(size={"height": 32, "width": 32}),
            (siglip.text_model, siglip.vision_model), ("pooler_output", "pooler_output"), 1,
        ),
    }  # fmt: skip
    (HERE / "expected.json").write_text(json.dumps({"texts": TEXTS, **expected}) + "\n")


if __name__ == "__main__":
    main()
