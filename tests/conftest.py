"""What tests of several folders stand on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from charge_stream.engines.fake_endpoint import FakeEndpoint


@pytest.fixture
async def fake() -> AsyncIterator[FakeEndpoint]:
    """A fake endpoint that behaves until told otherwise."""
    from charge_stream.engines.fake_endpoint import FakeEndpoint

    endpoint = FakeEndpoint()
    await endpoint.start()
    yield endpoint
    await endpoint.stop()
