"""The words of a picture, by rapidocr (PP-OCR models from the wheel), one thread, loaded once per process."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from charge_stream.charts.decode import Pixels
from charge_stream.charts.drawing import RGB
from charge_stream.charts.missed import Place, missed
from charge_stream.charts.numbers import CURRENCIES, parse_number
from charge_stream.charts.reading import Box
from charge_stream.charts.scene import Word
from charge_stream.charts.turned_text import Level, Region, levelled, turned_regions

_BULLETS = re.compile(r"^[■▪•●◆▲◼○◦·\s]+(?=\S)|^[—–_]+\s+(?=\w)")
_FOREIGN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Icons are taken for characters of scripts that the recogniser knows too."""
_TICKED = re.compile(rf"^(-?[{CURRENCIES}]?[\d., ]*\d ?(?:%|[^\W\d_]{{1,3}})?|0)(?:\s?[-−–—_=]+|(?<=^0)\+)$")
_TICKED_NAME = re.compile(r"(?<=\w)\s[-–—_]$")
"""A tick mark runs into its label."""
_TURNED, _TURNED_TICK = 60, re.compile(r"(?<=\w)[-–—_ ]+$")
"""Of turned labels it is the end, and leaves no gap."""
_PERCENT = re.compile(r"^(-?\d[\d.,]* ?%)\d$")
"""Half of a percent sign is read once more, as a figure."""
SHORT, HARDLY, SURE = 2, 30.0, 0.9
"""Level words longer than this and read as surely are no pieces of turned ones; shorter ones turned by fewer degrees are level."""
SIDE, MAX_SIDE = 736, 2_000
ROOM = 2
"""The recogniser is shown a place with so many pixels of ground around."""
FIGURE, NAME, ROUND = 0.75, 0.85, 0.85
"""How sure it must be of a number where only a number can stand, and of other words; what is wider, in shares of its height, is no 0."""
_CONFUSED = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "|": "1"})
_ALMOST_NUMBER = re.compile(r"[\dOol|I][\dOol|I.,% ]*")


@lru_cache(maxsize=1)
def _engine() -> Any:
    from rapidocr import RapidOCR

    return RapidOCR(
        params={
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "Det.limit_side_len": 32,
            # Short words are recognised as they are, not widened to a line, and what is read does not depend on the words beside it.
            "Rec.rec_img_shape": [3, 48, 80],
            "Rec.rec_batch_num": 1,
            "Global.log_level": "error",
        }
    )


def load() -> None:
    """Load the recogniser now instead of at the first picture."""
    _engine()


def recognise(pixels: Pixels) -> list[Word]:
    """All words, top to bottom and left to right, boxes in pixels of the picture given."""
    return looked_again(detected(pixels), pixels)


def looked_again(words: list[Word], pixels: Pixels) -> list[Word]:
    """The words with those that the detector passed over. A lone figure is not taken for a turned one."""
    words = [word for word in words if len(word.text) > 1 or abs(word.angle) < _TURNED]
    further = [word for place in missed(words, pixels) if (word := _read_at(place, pixels)) is not None]
    return _in_order(words + further)


def _read_at(place: Place, pixels: Pixels) -> Word | None:
    """The word at a place, where the recogniser is sure of it and it is of the kind that can stand there."""
    x0, y0, x1, y1 = (round(edge) for edge in place.box)
    part = pixels[max(y0 - ROOM, 0) : y1 + ROOM, max(x0 - ROOM, 0) : x1 + ROOM]
    part = np.rot90(part, -1) if place.turned else part
    found = _engine()(np.ascontiguousarray(part[:, :, ::-1]), use_det=False, use_cls=False, use_rec=True, return_word_box=False)
    if found is None or not found.txts:
        return None
    text, score = clean(found.txts[0]), float(found.scores[0])
    word = Word(text, place.box, score, -90.0 if place.turned else 0.0)
    sure = score >= (FIGURE if place.figures and word.number is not None else NAME)
    # A hollow marker is as wide as high.
    ring = text == "0" and x1 - x0 > ROUND * (y1 - y0)
    if not sure or ring or (place.figures and word.number is None) or not _legible(word, pixels):
        return None
    return replace(word, colour=ink(pixels, place.box))


def _legible(word: Word, pixels: Pixels) -> bool:
    """Letters or figures, and no picture taken for them."""
    return any(map(str.isalnum, word.text)) and not _FOREIGN.search(word.text) and not is_blob(word, pixels)


def _in_order(words: list[Word]) -> list[Word]:
    return sorted(words, key=lambda word: (round(word.box[1]), word.box[0]))


def detected(pixels: Pixels) -> list[Word]:
    """The words that the detector finds. Turned text is read again, turned level."""
    words = _found(pixels)
    for region in turned_regions(words, pixels.shape[:2]):
        words = _read_again(region, words, pixels)
    return _in_order([word for word in words if _legible(word, pixels)])


def _found(pixels: Pixels, level: Level | None = None) -> list[Word]:
    """Words of the picture, or of a part of it that was turned level, in coordinates of the whole."""
    import cv2

    seen = pixels if level is None else level.pixels
    factor = _enlargement(seen.shape[0], seen.shape[1]) if level is None else 1.0
    large = cv2.resize(seen, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC) if factor > 1 else seen
    found = _engine()(np.ascontiguousarray(large[:, :, ::-1]), use_det=True, use_cls=False, use_rec=True, return_word_box=True)
    if found is None or found.boxes is None:
        return []
    words: list[Word] = []
    for quad, text, score, parts in zip(found.boxes, found.txts, found.scores, found.word_results, strict=True):
        corners = np.asarray(quad, dtype=float) / factor
        pieces = [(part[0], np.asarray(part[2], dtype=float) / factor) for part in parts]
        if level is not None:
            corners, pieces = level.back(corners), [(piece, level.back(points)) for piece, points in pieces]
        words.extend(_line(corners, text, float(score), pieces, pixels))
    return words


def _enlargement(height: int, width: int) -> float:
    """Small pictures are enlarged: the detector misses small print."""
    return max(1.0, min(SIDE / min(height, width), MAX_SIDE / max(height, width)))


def _read_again(region: Region, words: list[Word], pixels: Pixels) -> list[Word]:
    """The words with those of the region replaced by what is read when it is turned level, if that is read more surely."""
    inside = [word for word in words if region.holds(word)]
    again = [word for word in _found(pixels, levelled(pixels, region)) if not word.level and region.holds(word)]
    if sum(word.score * len(word.text) for word in again) < 0.8 * sum(word.score * len(word.text) for word in inside if not word.level):
        return words
    sure = [word for word in inside if word.level and len(word.text) > SHORT and word.score >= SURE]
    kept = [word for word in words if word not in inside or word in sure]
    return kept + [word for word in again if not any(word.on(other.box) for other in sure)]


def _line(corners: Any, text: str, score: float, pieces: list[tuple[str, Any]], pixels: Pixels) -> list[Word]:
    """One detected line, cut where a wide gap separates labels that only stand side by side."""
    angle = _angle(corners)
    # How a figure or two lie is hardly to be told.
    angle = 0.0 if len(text) <= SHORT and abs(angle) < HARDLY else angle
    box = _bounds(corners)
    groups: list[list[tuple[str, Any]]] = [pieces]
    if abs(angle) < 12 and len(pieces) > 1:
        gap = _widest_gap(text, box[3] - box[1])
        groups = [[pieces[0]]]
        for before, piece in itertools.pairwise(pieces):
            if piece[1][:, 0].min() - before[1][:, 0].max() > gap:
                groups.append([])
            groups[-1].append(piece)
    if len(groups) == 1:
        size = 0.0 if abs(angle) < 12 else float(min(np.hypot(*(corners[1] - corners[0])), np.hypot(*(corners[3] - corners[0]))))
        text = clean(_TURNED_TICK.sub("", text) if abs(angle) > _TURNED else text)
        words = [Word(text, box, score, angle, (0, 0, 0), _parts(pieces) if abs(angle) < 12 else (), size)]
    else:
        words = [_cut(group, box, score, angle) for group in groups]
    return [replace(word, colour=ink(pixels, lettered(word))) for word in words if word.text]


def _cut(group: list[tuple[str, Any]], box: Box, score: float, angle: float) -> Word:
    parts = _parts(group)
    return Word(clean(" ".join(text for text, _ in group)), (parts[0][1], box[1], parts[-1][2], box[3]), score, angle, (0, 0, 0), parts)


def lettered(word: Word) -> Box:
    """The part of a word's box that holds its letters: a legend's key may stand in front of them."""
    if not word.parts:
        return word.box
    return (word.parts[0][1], word.box[1], word.parts[-1][2], word.box[3])


def _parts(pieces: list[tuple[str, Any]]) -> tuple[tuple[str, float, float], ...]:
    return tuple((text, float(quad[:, 0].min()), float(quad[:, 0].max())) for text, quad in pieces)


def _widest_gap(text: str, height: float) -> float:
    """Numbers side by side are usually separate labels, unless the space groups thousands."""
    numeric = all(parse_number(part) is not None for part in text.split())
    return height * (0.45 if numeric and parse_number(text) is None else 0.75 if numeric else 1.1)


def clean(text: str) -> str:
    """Without bullets and tick marks, and with letters that stand for digits in a number put right."""
    text = _BULLETS.sub("", text).strip()
    text = _PERCENT.sub(r"\1", _TICKED_NAME.sub("", _TICKED.sub(r"\1", text)))
    if any(c.isdigit() for c in text) and _ALMOST_NUMBER.fullmatch(text):
        return text.translate(_CONFUSED)
    return "0" if text in ("O", "o") else text


def ink(pixels: Pixels, box: Box) -> RGB:
    """The colour of the letters: what differs most from the median of the box."""
    x0, y0, x1, y1 = (round(value) for value in box)
    patch = pixels[max(y0, 0) : y1 + 1, max(x0, 0) : x1 + 1].reshape(-1, 3).astype(int)
    if len(patch) == 0:
        return (0, 0, 0)
    ground = np.median(patch, axis=0)
    away = np.abs(patch - ground).max(axis=1)
    red, green, blue = np.median(patch[away >= 0.75 * away.max()], axis=0)
    return (int(red), int(green), int(blue))


def is_blob(word: Word, pixels: Pixels) -> bool:
    """A single letter without a hollow: the marker of a line, taken for a 0, an 8 or an o."""
    if len(word.text) > 1:
        return False
    third_x, third_y = (word.box[2] - word.box[0]) / 3, (word.box[3] - word.box[1]) / 3
    x0, y0, x1, y1 = word.box
    core = pixels[round(y0 + third_y) : round(y1 - third_y) + 1, round(x0 + third_x) : round(x1 - third_x) + 1].reshape(-1, 3).astype(int)
    corner = pixels[max(round(y0), 0), max(round(x0), 0)].astype(int)
    return bool(core.size and (np.abs(core - corner).max(axis=1) > 40).mean() > 0.9)


def _angle(corners: Any) -> float:
    along = corners[1] - corners[0]
    down = corners[3] - corners[0]
    if np.hypot(*down) > 1.5 * np.hypot(*along):
        return -90.0
    return math.degrees(math.atan2(along[1], along[0]))


def _bounds(corners: Any) -> Box:
    return (float(corners[:, 0].min()), float(corners[:, 1].min()), float(corners[:, 0].max()), float(corners[:, 1].max()))
