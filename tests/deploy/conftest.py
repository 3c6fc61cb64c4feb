"""Test modules here can import ``compose_file``, and ``command_lines`` of ``tests/docs``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[1] / "docs")]
