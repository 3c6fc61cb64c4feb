"""Which way a chart is read: from the data that came with it, from its drawing, or from its picture."""

from __future__ import annotations

from dataclasses import replace

from charge_stream.charts.data import read_data
from charge_stream.charts.described import described_values
from charge_stream.charts.drawing import Drawing
from charge_stream.charts.picture import read
from charge_stream.charts.reading import ChartReading, Hints, declined
from charge_stream.charts.vector import read_vector


def read_chart(image: bytes | None, drawing: Drawing | None, data: list[list[str]] | None, hints: Hints = Hints()) -> ChartReading:
    """ψ of all that is known of a chart: a data table wins over a drawing, and a drawing over a picture, which is looked at where the
    drawing alone does not tell. Where neither can be read, values that the description states are taken. `image` is a raster picture."""
    if data:
        return read_data(data, hints)
    reading = None if drawing is None else read_vector(drawing, hints)
    if image is not None and (reading is None or reading.abstained):
        reading = read(image, hints)
    told = described_values(hints.alt or "") if reading is None or reading.abstained else None
    if told is not None:
        return replace(read_data(told, hints), origin="description")
    return reading or declined("there is no picture of this chart")
