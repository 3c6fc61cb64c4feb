"""Encoders: texts, and for some pictures, to unit vectors. Nothing heavy is loaded before the first vector is asked for."""

from __future__ import annotations

from charge_stream.infra.encoders.load import load_encoder, opened_encoder
from charge_stream.infra.encoders.protocol import Encoder, Kind, PictureEncoder, Vectors

__all__ = ["Encoder", "Kind", "PictureEncoder", "Vectors", "load_encoder", "opened_encoder"]
