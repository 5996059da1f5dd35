"""Schedulers in the lab: each starts once, when the first test asks for it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.cluster.server import Server
from tests.lab.controllers import start_controllers
from tests.lab.lab import FOLDER

SCHEDULERS: Mapping[str, Any] = yaml.safe_load(Path(__file__).with_name("schedulers.yaml").read_text(encoding="utf-8"))
_started: set[str] = set()


def start_scheduler(name: str, server: Server) -> None:
    """Build and start a scheduler of `schedulers.yaml` unless it runs, with the objects that it needs."""
    if name in _started:
        return
    _started.add(name)
    needs = SCHEDULERS[name]
    start_controllers([needs["with"]] if "with" in needs else [], FOLDER)
    for one in needs.get("objects", []):
        assert server.create(one).refusal == ""
