"""Runs with `topology` on nodes that kwok plays, in racks and blocks: each scheduler places them as the spec asks."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cluster.control_plane import until
from tests.cluster.server import Object, Server
from tests.lab.fake_nodes import add_fake_nodes, stop_fake_nodes
from tests.lab.gang import bound, is_refused, running
from tests.lab.lab import FOLDER
from tests.lab.run import RUN_SECONDS, Run
from tests.lab.schedulers import start_scheduler

pytestmark = pytest.mark.lab

DATA = yaml.safe_load(Path(__file__).with_name("topology.yaml").read_text(encoding="utf-8"))
RACKS: Mapping[str, str] = DATA["racks"]
BLOCKS: Mapping[str, str] = DATA["blocks"]
SCHEDULERS: Mapping[str, Any] = DATA["schedulers"]
GANGS = ("kubernetes", "kueue", "volcano")
"""Schedulers that look for a rack with room for all nodes; the others place pod by pod."""
RACK, BLOCK = "lab.local/rack", "lab.local/block"
INDEX = "batch.kubernetes.io/job-completion-index"
WHOLE_NODES = {
    "launcher": "plain",
    "command": ["train"],
    "resourcesPerNode": {"requests": {"cpu": 1, "memory": "1Gi"}, "limits": {"nvidia.com/gpu": 8}},
}

Install = Callable[[dict[str, Any]], Run]


@pytest.fixture(scope="module")
def racks(server: Server) -> Iterator[None]:
    """Fake nodes with the labels of their rack and block, which are gone afterwards."""
    add_fake_nodes(FOLDER, len(RACKS))
    for node, rack in RACKS.items():
        server.merge(f"/api/v1/nodes/{node}", {"metadata": {"labels": {RACK: rack, BLOCK: BLOCKS[rack]}}})
    yield
    for node in RACKS:
        server.retire({"apiVersion": "v1", "kind": "Node", "metadata": {"name": node}})
    stop_fake_nodes(FOLDER)


_prepared: set[str] = set()


@pytest.fixture
def place(server: Server, install: Install, request: pytest.FixtureRequest) -> Callable[..., Run]:
    """Install a run of whole nodes with a scheduler and a topology."""
    request.getfixturevalue("racks")

    def place(scheduler: str, nodes: int, topology: Mapping[str, Any]) -> Run:
        if scheduler not in _prepared:
            _prepared.add(scheduler)
            if scheduler != "none":
                start_scheduler(scheduler, server)
            for one in (*SCHEDULERS[scheduler].get("objects", ()), *(hypernodes() if scheduler == "volcano" else ())):
                assert server.create(one).refusal == ""
        return install({**WHOLE_NODES, **SCHEDULERS[scheduler]["values"], "numNodes": nodes, "topology": topology})

    return place


def hypernodes() -> Iterator[Object]:
    """Yield what Volcano's label discovery makes of the nodes' labels."""
    for rack in BLOCKS:
        yield hypernode(rack, 1, RACK, [{"type": "Node", "selector": {"labelMatch": {"matchLabels": {RACK: rack}}}}])
    for block in sorted(set(BLOCKS.values())):
        below = [rack for rack, of in BLOCKS.items() if of == block]
        members = [{"type": "HyperNode", "selector": {"exactMatch": {"name": rack}}} for rack in below]
        yield hypernode(block, 2, BLOCK, members)


def hypernode(name: str, tier: int, label: str, members: list[dict[str, Any]]) -> Object:
    """Return a HyperNode."""
    kind = {"apiVersion": "topology.volcano.sh/v1alpha1", "kind": "HyperNode", "metadata": {"name": name}}
    return {**kind, "spec": {"tier": tier, "tierName": label, "members": members}}


def racks_by_rank(run: Run) -> list[str]:
    """Return the racks of a run's nodes, in the order of their ranks."""
    pods = sorted(
        run.pods(), key=lambda pod: int(pod["metadata"]["labels"]["batch.kubernetes.io/job-completion-index"])
    )
    return [RACKS[pod["spec"]["nodeName"]] for pod in pods]


def start(run: Run, nodes: int) -> list[str]:
    """Wait until all nodes run, and return their racks by rank."""
    until(lambda: running(run) == nodes, RUN_SECONDS, f"{run.name} does not start")
    return racks_by_rank(run)


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_required_rack(scheduler: str, place: Callable[..., Run]) -> None:
    assert len(set(start(place(scheduler, 2, {"level": RACK}), 2))) == 1


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_required_block(scheduler: str, place: Callable[..., Run]) -> None:
    found = start(place(scheduler, 4, {"level": BLOCK}), 4)
    assert len({BLOCKS[rack] for rack in found}) == 1


@pytest.mark.parametrize("scheduler", [name for name in SCHEDULERS if name != "none"])
def test_no_rack_is_large_enough(scheduler: str, place: Callable[..., Run]) -> None:
    run = place(scheduler, 3, {"level": RACK})
    until(lambda: is_refused(run, 3), RUN_SECONDS, f"{run.name} is not refused")
    assert bound(run) == []


def test_pod_by_pod_takes_a_rack_that_is_too_small(place: Callable[..., Run]) -> None:
    """Without a gang the first pods hold their rack while the last one waits forever."""
    run = place("none", 3, {"level": RACK})
    until(lambda: is_refused(run, 3), RUN_SECONDS, f"{run.name} is not refused")
    assert len(bound(run)) == 2


@pytest.mark.parametrize("scheduler", [name for name in SCHEDULERS if name != "kubernetes"])
def test_preferred_rack_spreads(scheduler: str, place: Callable[..., Run]) -> None:
    assert len(set(start(place(scheduler, 3, {"level": RACK, "mode": "preferred"}), 3))) == 2


@pytest.mark.parametrize("scheduler", GANGS)
def test_rack_with_room(scheduler: str, place: Callable[..., Run], server: Server) -> None:
    """A gang scheduler finds the one rack that has room for all, though each other one has room for one node."""
    for node in ("f1", "f2", "f3"):
        server.merge(f"/api/v1/nodes/{node}", {"spec": {"unschedulable": True}})
    try:
        assert start(place(scheduler, 2, {"level": RACK}), 2) == ["r4", "r4"]
    finally:
        for node in ("f1", "f2", "f3"):
            server.merge(f"/api/v1/nodes/{node}", {"spec": {"unschedulable": None}})


def test_slices_are_neighbours_in_rank(place: Callable[..., Run]) -> None:
    """Each pair of ranks lies in one rack, as each slice of Kueue does."""
    found = start(place("kueue", 4, {"level": BLOCK, "slice": {"level": RACK, "nodes": 2}}), 4)
    assert found[0] == found[1] != found[2] == found[3]
    assert BLOCKS[found[0]] == BLOCKS[found[2]]


def test_kueue_orders_ranks(place: Callable[..., Run]) -> None:
    """Within a block, Kueue gives each rack to ranks that follow each other."""
    found = start(place("kueue", 4, {"level": BLOCK}), 4)
    assert found[0] == found[1] != found[2] == found[3]
