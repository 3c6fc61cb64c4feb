"""The corpus that retrieval is scored on: every sentence, and every chart (CHARGE E.1, separate stores)."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.documents.media import SVG
from charge_stream.infra.encoders import Encoder, PictureEncoder
from charge_stream.infra.index_rows import ReferenceRow
from charge_stream.infra.store import ContentStore
from charge_stream.models import Chart, Chunk, Reading


async def reference_rows(source: Chunk | Reading, encoder: Encoder, store: ContentStore) -> Sequence[ReferenceRow]:
    """The rows of one source: a row a sentence (``<chunk>#<n>``), or one for the chart (its id).

    A chart is encoded by its picture where the encoder looks at pictures and the chart has one in pixels, else by its caption.
    """
    if isinstance(source, Chunk):
        texts = list(source.sentences)
        ids = [f"{source.id}#{position}" for position in range(len(texts))]
        source_id, modality = source.id, "text"
    else:
        texts, ids = [caption(source)], [source.chart.id]
        source_id, modality = source.chart.id, "chart"
    chart = source.chart if isinstance(source, Reading) else None
    if chart and isinstance(encoder, PictureEncoder) and (picture := await picture_of(chart, store)) is not None:
        vectors = await encoder.encode_pictures([picture])
    else:
        vectors = await encoder.encode(texts, "passage")
    return [
        ReferenceRow(row_id, source_id, source.document_id, modality, text, vector)
        for row_id, text, vector in zip(ids, texts, vectors, strict=True)
    ]


async def picture_of(chart: Chart, store: ContentStore) -> bytes | None:
    """The chart's picture in pixels; None where it has none."""
    return None if chart.image is None or chart.image.mime == SVG else await store.get_blob(chart.image)


def caption(reading: Reading) -> str:
    """What a chart says in words: its titles and unit, then its row and column headers (the words in the picture when it was declined)."""
    chart = reading.chart
    around = (chart.title, chart.subtitle, reading.title, reading.subtitle, chart.caption)
    titles = dict.fromkeys(text for text in around if text)
    headers = [str(row[0]) for row in reading.rows if row] + [column for column in reading.columns[1:] if column]
    rest = headers or reading.words
    unit = [reading.unit] if reading.unit else []
    return ". ".join([*titles, *unit, ", ".join(rest)]).strip(". ") or "chart"
