"""What runs while the tests of this folder do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deployment import Deployment
from killing import State

ALONE = ("read_chart", "verify")
NOWHERE = "http://127.0.0.1:1"


@dataclass(frozen=True)
class Services:
    """Where Kafka and the index answer, a folder for stores, and the folder of the reports."""

    kafka: str
    index: str
    folder: Path
    reports: Path

    def deployment(self, prefix: str, settings: dict[str, str]) -> Deployment:
        return Deployment(self.kafka, self.index, self.folder, prefix, settings)


@dataclass(frozen=True)
class Undisturbed:
    """A deployment that has handled the reports and goes on running; what ``lag`` showed before its third worker came, and its state."""

    deployment: Deployment
    before: list[dict[str, Any]]
    state: State
