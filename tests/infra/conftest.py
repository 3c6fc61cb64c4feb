"""Where the servers that tests start are found, and what the checkpoints are shown."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / "servers"), str(Path(__file__).parent / "checkpoints")]
