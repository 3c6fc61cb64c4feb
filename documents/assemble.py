"""Blocks to chunks and charts: ids, sentences, headings, positions and pairing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from charge_stream.documents.blocks import Blocks, Figure, Heading, Paragraph
from charge_stream.documents.context import merged
from charge_stream.documents.dates import day_in
from charge_stream.documents.indices import basis_of
from charge_stream.documents.language import language_of
from charge_stream.documents.pairing import Unit, pair
from charge_stream.documents.parsed import Limits, ParsedChart, ParsedDocument
from charge_stream.documents.sentences import split_sentences
from charge_stream.documents.words import one_line, tidy, words_of
from charge_stream.models.chart import Chart
from charge_stream.models.chunk import Chunk
from charge_stream.models.context import Context
from charge_stream.models.errors import BrokenDocument
from charge_stream.models.ids import make_id

MAX_CHUNK = 4000
"""Characters; a longer paragraph becomes several chunks, parted between sentences."""
_MIN_WORDS = 3
_MAX_DATELINE = 12


@dataclass(frozen=True)
class _Placed:
    """A piece of the document with its id and place; either ``figure``, or ``text`` and ``sentences`` from ``paragraph``."""

    unit: Unit
    headings: list[str]
    figure: Figure | None = None
    paragraph: Paragraph | None = None
    text: str = ""
    sentences: list[str] = field(default_factory=list)


def assemble(blocks: Blocks, *, document_id: str, uri: str, given: Context | None, limits: Limits) -> ParsedDocument:
    """The document of these blocks. ``given`` is what its producer knows of it; it wins over what the file says.

    Raises:
        BrokenDocument: there is neither text nor a chart.
    """
    warnings = list(blocks.warnings)
    context = merged(blocks.context, given, uri)
    placed = _place(blocks, document_id, context, limits, warnings)
    if not placed:
        reason = warnings[0] if warnings else "check that it is the right file"
        raise BrokenDocument(f"has neither text nor charts: {reason}")
    if not context.language:
        context = merged(context, Context(language=language_of(" ".join(piece.text for piece in placed if not piece.figure))), uri)
    if not context.basis:
        context = merged(context, Context(basis=basis_of(_told(placed))), uri)
    texts = [piece.unit for piece in placed if not piece.figure]
    paired = pair(texts, [piece.unit for piece in placed if piece.figure])
    chunks = [_chunk(piece, document_id, context, paired) for piece in placed if not piece.figure]
    charts = [_chart(piece, piece.figure, document_id, context, paired) for piece in placed if piece.figure]
    return ParsedDocument(context, chunks, charts, warnings)


def _told(placed: list[_Placed]) -> Iterator[str]:
    """All that the document says in words: paragraphs, and the titles and notes of its charts."""
    for piece in placed:
        figure = piece.figure
        yield from filter(None, (figure.title, figure.subtitle, figure.caption, figure.notes) if figure else (piece.text,))


def _place(blocks: Blocks, document_id: str, context: Context, limits: Limits, warnings: list[str]) -> list[_Placed]:
    placed: list[_Placed] = []
    headings: list[Heading] = []
    seen: Counter[tuple[str, str]] = Counter()
    section = characters = figures = 0
    for block in blocks.blocks:
        above = [heading.text for heading in headings]
        if isinstance(block, Heading):
            text = one_line(block.text)
            if text:
                section += 1
                headings = [heading for heading in headings if heading.level < block.level]
                headings += [Heading(block.level, text)] if text != context.title else []
        elif isinstance(block, Figure):
            figures += 1
            if figures <= limits.max_charts:
                unit = Unit(
                    _id("chart", document_id, block.content, seen), len(placed), section, block.title or block.caption or block.alt or ""
                )
                placed.append(_Placed(unit, above, figure=block))
        elif characters <= limits.max_characters:
            for text, sentences in [] if _is_dateline(block.text, context) else _chunk_texts(block.text):
                characters += len(text)
                unit = Unit(_id("chunk", document_id, text, seen), len(placed), section, text)
                placed.append(_Placed(unit, above, paragraph=block, text=text, sentences=sentences))
    if figures > limits.max_charts:
        warnings.append(f"only the first {limits.max_charts} of {figures} charts were taken")
    if characters > limits.max_characters:
        warnings.append(f"only the first {limits.max_characters} characters of text were taken")
    return placed


def _id(noun: str, document_id: str, content: str, seen: Counter[tuple[str, str]]) -> str:
    seen[noun, content] += 1
    return make_id(noun, document_id, content, seen[noun, content])


def _is_dateline(text: str, context: Context) -> bool:
    """Whether the paragraph only says when, and by whom, the document was published."""
    words = len(words_of(text))
    return (
        words <= _MAX_DATELINE and context.published is not None and not text.rstrip().endswith(".") and day_in(text) == context.published
    )


def _chunk_texts(raw: str) -> list[tuple[str, list[str]]]:
    """The paragraph as (text, sentences), more than one when it is very long; none when it says nothing."""
    text = tidy(raw)
    if len(words_of(text)) < _MIN_WORDS:
        return []
    sentences = split_sentences(text)
    if len(text) <= MAX_CHUNK:
        return [(text, sentences)]
    groups: list[list[str]] = [[]]
    for sentence in sentences:
        if groups[-1] and sum(map(len, groups[-1])) + len(sentence) > MAX_CHUNK:
            groups.append([])
        groups[-1].append(sentence)
    return [(" ".join(group), group) for group in groups]


def _chunk(piece: _Placed, document_id: str, context: Context, paired: dict[str, list[str]]) -> Chunk:
    box = piece.paragraph.box if piece.paragraph else None
    return Chunk(
        id=piece.unit.id,
        document_id=document_id,
        position=piece.unit.position,
        text=piece.text,
        sentences=piece.sentences,
        headings=piece.headings,
        paired=paired[piece.unit.id],
        context=context,
        page=piece.paragraph.page if piece.paragraph else None,
        box=list(box) if box else None,
    )


def _chart(piece: _Placed, figure: Figure, document_id: str, context: Context, paired: dict[str, list[str]]) -> ParsedChart:
    chart = Chart(
        id=piece.unit.id,
        document_id=document_id,
        position=piece.unit.position,
        paired=paired[piece.unit.id],
        headings=piece.headings,
        context=context,
        data=figure.data,
        title=one_line(figure.title),
        subtitle=one_line(figure.subtitle),
        caption=one_line(figure.caption),
        notes=tidy(figure.notes or "") or None,
        alt=one_line(figure.alt),
        page=figure.page,
        box=list(figure.box) if figure.box else None,
    )
    return ParsedChart(chart, figure.image, figure.image_mime, figure.drawing)
