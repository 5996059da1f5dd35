"""What `render simulate` does before and after the control plane: inputs, refusals, measures, outputs."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from render.cli.simulate import command
from render.simulation.cluster_changes import change_cluster
from render.simulation.cluster_objects import cluster_objects
from render.simulation.controllers import kueue, volcano
from render.simulation.outputs import find, names
from render.simulation.programs import SimulationError, find_tools
from render.simulation.result import SimulationResult as Outcome
from render.simulation.result import format_seconds
from render.simulation.run_times import times_of
from render.simulation.timeline import RunRecord, RunState, Timeline, Usage, measure
from render.snapshot.view import SnapshotView
from tests.conftest import CHECKOUT

CLUSTER = CHECKOUT / "render" / "snapshot" / "examples" / "eks-p5.yaml"
SCHEMA = json.loads((CHECKOUT / "schemas" / "simulation.json").read_text(encoding="utf-8"))


def cluster() -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(CLUSTER.read_text(encoding="utf-8"))
    return data


def invoke(*arguments: str) -> Result:
    return CliRunner(env={"PATH": "/nowhere"}).invoke(command, arguments)


def test_missing_programs_are_named_with_the_way_to_build_them() -> None:
    done = invoke(str(CHECKOUT / "examples" / "kueue" / "spec.yaml"), "--cluster", str(CLUSTER))
    assert done.exit_code != 0
    for part in ("`etcd`, `kube-apiserver`", "`kueue`", "`ci/tools/lab/build jobset kueue`"):
        assert part in done.output


def test_programs_of_a_controller_are_in_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Volcano's and coscheduling's schedulers have the same name. A relative folder in PATH is not searched."""
    for folder in ("volcano/controller-manager", "coscheduling/scheduler", "coscheduling/controller"):
        file = tmp_path / folder
        file.parent.mkdir(exist_ok=True)
        file.write_text("#!/bin/sh\n", encoding="utf-8")
        file.chmod(0o700)
    folders = [tmp_path / "volcano", tmp_path / "coscheduling"]
    controllers = {"coscheduling": ("scheduler", "controller")}
    assert find_tools([], controllers, folders).controllers == {"coscheduling": folders[1]}
    monkeypatch.chdir(tmp_path / "coscheduling")
    monkeypatch.setenv("PATH", f".:{tmp_path / 'nowhere'}")
    for programs in (("scheduler", "controller-manager"), ("scheduler", "controller")):
        with pytest.raises(SimulationError, match="in one folder"):
            find_tools([], {"volcano": programs}, [])
    with pytest.raises(SimulationError) as missing:
        find_tools([], {"volcano": ("scheduler", "controller-manager")}, folders)
    assert "those of `volcano` (`scheduler`, `controller-manager`) in one folder" in str(missing.value)


@pytest.mark.parametrize(
    ("example", "message"),
    [
        ("kai", "the scheduler `kai-scheduler`, which is not simulated"),
        ("trainjob", "has the target `trainjob`, which is not simulated yet"),
        ("dra", "claims devices"),
    ],
)
def test_what_is_not_simulated_is_refused(example: str, message: str) -> None:
    done = invoke(str(CHECKOUT / "examples" / example / "spec.yaml"), "--cluster", str(CLUSTER))
    assert done.exit_code != 0
    assert message in done.output


def test_a_name_is_that_of_one_run(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.yaml").write_text((CHECKOUT / "examples" / "kueue" / "spec.yaml").read_text())
    done = invoke(str(tmp_path), "--cluster", str(CLUSTER))
    assert "another spec has the name `kueue`" in done.output


@pytest.mark.parametrize(
    ("quotas", "nodes", "message"),
    [
        (["p5"], [], "is not a quota"),
        (["p5:nvidia.com/gpu=many"], [], "is not a quota"),
        (["p6:nvidia.com/gpu=8"], [], "has no quota of `nvidia.com/gpu` in the ClusterQueue `p6`"),
        ([], ["p5-0"], "is not a number of nodes"),
        ([], ["p6-0=1"], "has no node `p6-0`"),
    ],
)
def test_a_change_of_what_the_cluster_lacks_is_refused(
    quotas: Sequence[str], nodes: Sequence[str], message: str
) -> None:
    with pytest.raises(SimulationError, match=message):
        change_cluster(cluster(), quotas, nodes)


def test_changes_leave_the_cluster_as_it_was() -> None:
    before = cluster()
    changed = change_cluster(before, ["p5:nvidia.com/gpu=96"], ["p5-0=2"])
    assert before == cluster()
    [queue] = next(entry["items"] for entry in changed["objects"] if entry["kind"] == "ClusterQueue")
    resources = queue["spec"]["resourceGroups"][0]["flavors"][0]["resources"]
    assert {"name": "nvidia.com/gpu", "nominalQuota": "96"} in resources
    assert [one["name"] for one in changed["nodes"][0]["members"][-2:]] == ["p5-0-more-1", "p5-0-more-2"]


def test_reserved_quota_and_load_stay_in_use() -> None:
    data = cluster()
    data["load"] = [{"nodes": ["p5-0"], "requests": {"nvidia.com/gpu": "8", "pods": "4", "port 80/TCP": 1}}]
    [queue] = next(entry["items"] for entry in data["objects"] if entry["kind"] == "ClusterQueue")
    used = {"name": "nvidia.com/gpu", "total": 8, "borrowed": 0}
    queue["status"]["flavorsReservation"] = [{"name": "p5", "resources": [used]}]
    view = SnapshotView(data)
    found = [*cluster_objects(view, "default"), *kueue.cluster_objects(view)]
    [queue] = [one for one in found if one["kind"] == "ClusterQueue"]
    quotas = queue["spec"]["resourceGroups"][0]["flavors"][0]["resources"]
    assert {"name": "nvidia.com/gpu", "nominalQuota": "56"} in quotas
    [pod] = [one for one in found if one["kind"] == "Pod"]
    assert pod["spec"]["nodeName"] == "p5-0"
    assert pod["spec"]["containers"][0]["resources"]["requests"] == {"nvidia.com/gpu": "8"}
    node = next(one for one in found if one["metadata"]["name"] == "p5-0")
    assert node["status"]["allocatable"]["pods"] == "107"


def test_borrowed_quota_and_admission_checks_are_refused() -> None:
    data = cluster()
    [queue] = next(entry["items"] for entry in data["objects"] if entry["kind"] == "ClusterQueue")
    used = {"name": "nvidia.com/gpu", "total": 72}
    queue["status"]["flavorsReservation"] = [{"name": "p5", "resources": [used]}]
    with pytest.raises(SimulationError, match="have borrowed"):
        list(kueue.cluster_objects(SnapshotView(data)))
    queue["spec"]["admissionChecks"] = ["prov"]
    with pytest.raises(SimulationError, match="admission checks"):
        list(kueue.cluster_objects(SnapshotView(data)))


def volcano_queue(**status: Any) -> SnapshotView:
    data = cluster()
    group = {"group": "scheduling.volcano.sh", "versions": [{"version": "v1beta1", "kinds": ["Queue"]}]}
    data["apis"] = [*data["apis"], group]
    queue = {"metadata": {"name": "q"}, "spec": {"capability": {"nvidia.com/gpu": 24, "cpu": 8}}, "status": status}
    entry = {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "Queue", "items": [queue]}
    data["objects"] = [*data["objects"], entry]
    return SnapshotView(data)


def test_capability_of_a_queue_of_volcano_is_what_is_left() -> None:
    [found] = volcano.cluster_objects(volcano_queue(state="Open", allocated={"nvidia.com/gpu": "8", "memory": "1Gi"}))
    assert found["spec"] == {"capability": {"nvidia.com/gpu": "16", "cpu": 8}}
    assert "status" not in found


def test_a_closed_queue_of_volcano_is_refused() -> None:
    with pytest.raises(SimulationError, match="the Queue `q` is closed, which is not simulated"):
        list(volcano.cluster_objects(volcano_queue(state="Closed")))


def test_times_name_each_run_once() -> None:
    row = {"name": "a", "seconds": 5}
    assert times_of({"runs": [row]}, {"runs": [], "default": 9}, ["a"]).arrival("a") == 5
    assert times_of(None, {"runs": [row]}, ["a", "b"]).duration("b") is None
    for arrivals, message in (([row], "no run `b`"), ([row, row], "twice"), ([{**row, "name": "c"}], "no spec has")):
        with pytest.raises(SimulationError, match=message):
            times_of({"runs": arrivals}, None, ["a", "b"])


def test_fragmentation_is_the_share_of_what_is_free_on_partly_used_nodes() -> None:
    room = [{"name": f"n{number}", "amounts": {"gpu": Fraction(8)}} for number in range(4)]
    used = {"n0": {"gpu": Fraction(8)}, "n1": {"gpu": Fraction(4)}}
    [found] = measure(0, ["gpu"], room, used)
    assert (found.total, found.used) == (Fraction(32), Fraction(12))
    assert found.utilization == 12 / 32
    assert found.fragmentation == 4 / 20


def test_formats_show_what_waits() -> None:
    waits = RunRecord("b", 4, 10, started_pods=1, reason="no room <script>")
    runs = [RunRecord("a", 2, 0, RunState.RUNS, [0], place=1), waits]
    usage = [Usage(0, "gpu", Fraction(8), Fraction(2), Fraction(6))]
    timeline = Timeline("v1.36.3", runs, usage, ("nothing ends",))
    result = Outcome(timeline, ("--set-quota q:gpu=8",), timeline)
    Draft202012Validator(SCHEMA).validate(json.loads(find("json")(result)))
    for name in names():
        assert "no room" in find(name)(result)
    assert "no room &lt;script&gt;" in find("html")(result)
    assert "waits, 1 of 4 pods run" in find("text")(result)
    assert not result.is_complete


@pytest.mark.parametrize(("seconds", "text"), [(0, "0s"), (5400, "1h30m"), (61, "1m1s"), (0.5, "0.5s")])
def test_times_are_short(seconds: float, text: str) -> None:
    assert format_seconds(seconds) == text
