"""Words in a drawing: how wide they are, and which lines above the plot are its title."""

from __future__ import annotations

from charge_stream.charts.drawing import Drawing, Text

_NARROW, _WIDE = "fijlrtI.,:;'|!()[] ", "mwMW@%—"
_MAX_TITLE, _MAX_SUBTITLE = 200, 300
_MIN_TITLE = 8
"""Characters; shorter first lines are axis or series labels."""


def text_width(text: str, size: float) -> float:
    """About how wide a text is in a usual sans-serif font of this size."""
    return size * sum(0.32 if char in _NARROW else 0.88 if char in _WIDE else 0.66 if char.isupper() else 0.56 for char in text)


def caption_lines(drawing: Drawing) -> tuple[str | None, str | None]:
    """Title and subtitle: the lines that stand above all marks, or on top of the drawing in the largest print.

    Returns (None, None) where the top line does not look like a title.
    """
    marks = [shape.box for shape in drawing.shapes if shape.box[3] - shape.box[1] < 0.9 * drawing.height]
    top = min((box[1] for box in marks), default=drawing.height)
    above = sorted((text for text in drawing.texts if text.box[3] <= top + 0.25 * text.size and text.angle == 0), key=_place)
    lines = _joined(above)
    if not lines or len(lines[0][0]) < _MIN_TITLE or not lines[0][0].strip("0123456789.,%$ "):
        return None, None
    largest = lines[0][1]
    title: list[str] = []
    while lines and lines[0][1] >= 0.97 * largest and len(title) < 3:
        title.append(lines.pop(0)[0])
    subtitle = " ".join(text for text, _ in lines[:3])
    return " ".join(title)[:_MAX_TITLE], subtitle[:_MAX_SUBTITLE] or None


def _place(text: Text) -> tuple[float, float]:
    return (round(text.box[3], 1), text.box[0])


def _joined(texts: list[Text]) -> list[tuple[str, float]]:
    """(line, size) of texts in reading order; texts of one line next to each other are joined, others end the search."""
    lines: list[tuple[str, float]] = []
    previous: Text | None = None
    for text in texts:
        if previous is not None and abs(text.box[3] - previous.box[3]) < 0.4 * text.size:
            if text.box[0] - previous.box[2] > 1.5 * text.size:
                return lines[:-1]
            lines[-1] = (f"{lines[-1][0]} {text.text}", lines[-1][1])
        elif previous is not None and text.box[1] - previous.box[3] > 1.5 * text.size:
            return lines
        else:
            lines.append((text.text, text.size))
        previous = text
    return lines
