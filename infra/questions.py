"""The vector of a question, which ``check`` makes and ``publish`` compares."""

from __future__ import annotations

import numpy as np

from charge_stream.infra.encoders import Encoder, Vectors
from charge_stream.models import Checked


async def question_vector(checked: Checked, encoder: Encoder) -> Vectors:
    """As ``check`` made it; anew where another encoder made it, since vectors of two encoders are never compared."""
    await encoder.ready()
    if checked.encoder == encoder.name:
        return np.asarray(checked.vector, np.float32)
    vector: Vectors = (await encoder.encode([checked.candidate.query], "query"))[0]
    return vector
