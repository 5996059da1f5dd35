"""Schedulers in the lab: each starts once, when the first test asks for it."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from tests.cluster.control_plane import until
from tests.cluster.server import Object, Server
from tests.lab.controllers import start_controllers
from tests.lab.controllers.installation import START_SECONDS
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
    create_objects(name, server)


def create_objects(name: str, server: Server) -> None:
    """Create the objects that a scheduler needs, and wait until Volcano takes PodGroups for its queues."""
    for one in SCHEDULERS[name].get("objects", []):
        assert server.create(one).refusal == ""
        if one["kind"] == "Queue":
            until(partial(_is_open, one, server), START_SECONDS, f"the queue {one['metadata']['name']} does not open")


def _is_open(queue: Object, server: Server) -> bool:
    """Return True if Volcano takes PodGroups for a queue."""
    return bool(server.get(server.path(queue)).body.get("status", {}).get("state") == "Open")
