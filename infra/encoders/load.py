"""The encoder that the settings name."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from charge_stream.infra.encoders.families import FAMILIES
from charge_stream.infra.encoders.minilm import MiniLM
from charge_stream.infra.encoders.protocol import Encoder, Kind
from charge_stream.models.errors import UserError

if TYPE_CHECKING:
    from charge_stream.infra.gateway.gateway import Gateway
    from charge_stream.infra.settings import Settings
    from charge_stream.infra.store import ContentStore


def load_encoder(settings: Settings, gateway: Gateway | None = None) -> Encoder:
    """The encoder of ``settings.encoder``: ``minilm-int8``, or ``<family>:<folder, repository or model>``. Nothing of it is read yet.

    ``gateway``: through which one behind an endpoint is asked; needed for such a one only.

    Raises:
        UserError: there is no such family, or it lacks what it needs.
    """
    family, _, place = settings.encoder.partition(":")
    before: dict[Kind, str | None] = {"query": settings.encoder_query, "passage": settings.encoder_passage}
    if settings.encoder == MiniLM.name:
        return MiniLM()
    if settings.encodes_at_endpoint:
        from charge_stream.infra.encoders.endpoint import EndpointEncoder
        from charge_stream.infra.gateway.settings import RoleSettings

        assert gateway is not None
        return EndpointEncoder(gateway, RoleSettings(model=place, endpoint=settings.encoder_endpoint), settings.encoder_batch, before)
    if family not in FAMILIES or not place:
        known = ", ".join((MiniLM.name, *(f"{name}:…" for name in (*FAMILIES, "openai"))))
        raise UserError(f"There is no encoder {settings.encoder!r}; set CHARGE_ENCODER to one of: {known} (docs/models.md).")
    from charge_stream.infra.encoders.onnx import OnnxEncoder, TwoTowers

    make = OnnxEncoder if FAMILIES[family].pooling else TwoTowers
    return make(family, place, device=settings.encoder_device, threads=settings.encoder_threads, most=settings.encoder_batch, before=before)


@asynccontextmanager
async def opened_encoder(settings: Settings, store: ContentStore | None = None) -> AsyncIterator[Encoder]:
    """The encoder for as long as the block runs, with a gateway of its own where it needs one.

    Raises:
        UserError: as ``load_encoder``.
    """
    if not settings.encodes_at_endpoint:
        yield load_encoder(settings)
        return
    from charge_stream.infra.gateway.gateway import Gateway

    gateway = Gateway(settings.openai, store)
    try:
        yield load_encoder(settings, gateway)
    finally:
        await gateway.close()
