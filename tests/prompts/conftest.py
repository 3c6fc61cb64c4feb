"""Test modules here can import the records made by hand for the engines' tests."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "engines"))
