"""Logging to stderr: readable on a terminal, one JSON object a line otherwise, quiet by default, never with a secret in it.

Modules log through the standard library (``logging.getLogger(__name__)``); this file alone knows structlog.
"""

from __future__ import annotations

import logging
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from charge_stream.infra.chatter import Chatter
from charge_stream.infra.scrubbing import scrub_value
from charge_stream.infra.settings import Settings

OURS = "charge_stream"
_ALREADY_TOLD = ("pymilvus", "milvus_lite", "grpc")
"""These log a traceback for what ``index`` tells in one sentence."""


def configure(settings: Settings, stream: TextIO | None = None) -> None:
    """Sends log records of ``settings.log_level`` or above to ``stream`` (stderr); libraries' only from warning up, unless debugging."""
    out = stream or sys.stderr
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    handler = logging.StreamHandler(out)
    handler.setFormatter(_formatter(out.isatty()))
    if level != logging.DEBUG:
        handler.addFilter(Chatter())
    root = logging.getLogger()
    for old in [old for old in root.handlers if isinstance(old.formatter, structlog.stdlib.ProcessorFormatter)]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level if level == logging.DEBUG else max(level, logging.WARNING))
    logging.getLogger(OURS).setLevel(level)
    for name in _ALREADY_TOLD:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _formatter(terminal: bool) -> structlog.stdlib.ProcessorFormatter:
    stamp: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="%H:%M:%S" if terminal else "iso", utc=not terminal),
    ]
    show: list[Processor] = [structlog.processors.format_exc_info, _without_secrets]
    if terminal:
        show.append(structlog.dev.ConsoleRenderer(colors=True))
    else:
        show.append(structlog.processors.JSONRenderer(sort_keys=True))
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=stamp, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *show]
    )


def _without_secrets(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    return {name: scrub_value(name, value) for name, value in event.items()}
