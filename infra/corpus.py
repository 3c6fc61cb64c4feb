"""The corpus that retrieval is scored on: every sentence, and every chart by its caption and table (CHARGE E.1, separate stores)."""

from __future__ import annotations

from collections.abc import Sequence

from charge_stream.infra.encoders import Encoder
from charge_stream.infra.index_rows import ReferenceRow
from charge_stream.models import Chunk, Reading


async def reference_rows(source: Chunk | Reading, encoder: Encoder) -> Sequence[ReferenceRow]:
    """The rows of one source: a row a sentence (``<chunk>#<n>``), or one for the chart (its id)."""
    if isinstance(source, Chunk):
        texts = list(source.sentences)
        ids = [f"{source.id}#{position}" for position in range(len(texts))]
        source_id, modality = source.id, "text"
    else:
        texts, ids = [caption(source)], [source.chart.id]
        source_id, modality = source.chart.id, "chart"
    vectors = await encoder.encode(texts, "passage")
    return [
        ReferenceRow(row_id, source_id, source.document_id, modality, text, vector)
        for row_id, text, vector in zip(ids, texts, vectors, strict=True)
    ]


def caption(reading: Reading) -> str:
    """What a chart says in words: its titles and unit, then its row and column headers (the words in the picture when it was declined)."""
    chart = reading.chart
    around = (chart.title, chart.subtitle, reading.title, reading.subtitle, chart.caption)
    titles = dict.fromkeys(text for text in around if text)
    headers = [str(row[0]) for row in reading.rows if row] + [column for column in reading.columns[1:] if column]
    rest = headers or reading.words
    unit = [reading.unit] if reading.unit else []
    return ". ".join([*titles, *unit, ", ".join(rest)]).strip(". ") or "chart"
