"""A cluster as a file: what is written is read again, and a file that is wrong is reported at its line."""

from typing import Any

import pytest

from render.doctor import checks
from render.doctor.examine import check_names
from render.doctor.nodes.node_resources import Load
from render.manifests.cluster_codes import BY_CHECK
from render.snapshot.load import load_snapshot
from render.snapshot.nodes import expand_nodes, group_nodes
from render.snapshot.pods import expand_pods, group_pods, read_load, write_load
from render.snapshot.view import ONLY_LIVE
from render.source import Text

HEAD = "apiVersion: render/v1alpha1\nkind: Cluster\nkubernetes: v1.36.3\napis: []\n"
WRONG = {
    "a version of something else": (HEAD.replace("v1.36.3", "latest"), "c.yaml:3:13", "kubernetes"),
    "a field that there is not": (HEAD + "pods: []\n", "c.yaml:5:1", "unknown key `pods`"),
    "another kind": (HEAD.replace("Cluster", "Config"), "c.yaml:2:7", "kind"),
    "a value of a Secret": (
        f"{HEAD}objects:\n- apiVersion: v1\n  kind: Secret\n  items: [{{metadata: {{name: s}}, data: {{a: b}}}}]\n",
        "c.yaml:8:33",
        "data",
    ),
    "a node in two shapes": (
        HEAD + "nodes:\n- members: [{name: a}]\n- {members: [{name: a}], lost: true}\n",
        "c.yaml:7:21",
        "the node `a` is a duplicate",
    ),
    "an amount that is none": (
        HEAD + "nodes:\n- {allocatable: {cpu: many}, members: [{name: a}]}\n",
        "c.yaml:6:23",
        "the amount of `cpu` must be a quantity, and is `many`",
    ),
    "an object of another form": (
        (
            f"{HEAD}objects:\n- apiVersion: scheduling.k8s.io/v1\n  kind: PriorityClass\n"
            "  items: [{metadata: {name: high}, value: high}]\n"
        ),
        "c.yaml:8:11",
        "the PriorityClass `high` is not one of `scheduling.k8s.io/v1`: `/value` must be integer",
    ),
    "a tab": (HEAD + "nodes:\n\t- {}\n", "c.yaml:6:1", "tab"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_reported_at_its_line(name: str) -> None:
    text, place, message = WRONG[name]
    view, problems = load_snapshot(Text("c.yaml", text))
    assert view is None
    found = {f"{one.file}:{one.line}:{one.column}": one.message for one in problems}
    assert message in found[place], found


def test_a_file_without_lists_says_what_it_lacks() -> None:
    view, problems = load_snapshot(Text("c.yaml", HEAD))
    assert problems == []
    assert view is not None
    assert view.version == "v1.36.3"
    assert not view.has_scaler


def node(name: str, memory: str = "64Gi", **labels: str) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name, **labels}},
        "spec": {"taints": [{"key": "gpu", "effect": "NoSchedule"}], "unschedulable": False},
        "status": {"allocatable": {"cpu": "8", "memory": memory}, "conditions": []},
    }


def test_nodes_of_one_shape_are_written_once() -> None:
    nodes = [
        node("a", "64Gi", zone="x", rack="1"),
        node("b", "63Gi", zone="x", rack="2"),
        node("c", zone="y", rack="1"),
    ]
    shapes = group_nodes(reversed(nodes))
    assert len(shapes) == 1
    assert shapes[0]["allocatable"] == {"cpu": "8"}
    assert sorted(expand_nodes(shapes), key=lambda one: str(one["metadata"]["name"])) == nodes


def test_cordoned_and_lost_nodes_are_shapes_of_their_own() -> None:
    cordoned, lost = node("b"), node("c")
    cordoned["spec"]["unschedulable"] = True
    lost["status"]["conditions"] = [{"type": "Ready", "status": "Unknown"}]
    nodes = [node("a"), cordoned, lost]
    assert [len(shape["members"]) for shape in group_nodes(nodes)] == [1, 1, 1]
    assert list(expand_nodes(group_nodes(nodes))) == nodes


def pod(name: str, node: str | None, owner: str = "Job", run: str = "run") -> dict[str, Any]:
    container = {"name": "c", "resources": {"requests": {"cpu": "1500m", "memory": "1Gi"}}, "ports": [{"hostPort": 80}]}
    return {
        "metadata": {
            "name": name,
            "namespace": "team",
            "labels": {"jobset.sigs.k8s.io/jobset-name": run} if run else {},
            "ownerReferences": [{"kind": owner, "name": "o"}],
        },
        "spec": {"containers": [container | {"image": "i", "env": [{"name": "TOKEN", "value": "hunter2"}]}]}
        | ({"nodeName": node} if node else {}),
    }


def test_the_load_is_read_as_it_was_written() -> None:
    load = Load.of([pod("x", "a"), pod("y", "a"), pod("z", "b", "DaemonSet"), pod("w", None)])
    assert read_load(write_load(load)) == load


def test_equal_loads_are_written_once() -> None:
    written = write_load(Load.of([pod("x", "b"), pod("y", "a"), pod("z", "c", "DaemonSet")]))
    assert [entry["nodes"] for entry in written] == [["a", "b"], ["c"]]
    assert ["permanent" in entry for entry in written] == [False, True]


def test_pods_of_a_run_keep_their_resources_and_nothing_else() -> None:
    pods = [pod("x", "a"), pod("y", "b"), pod("w", None), pod("other", "a", run="")]
    [run] = group_pods(pods)
    assert run["pods"] == {"w": None, "x": "a", "y": "b"}
    assert "hunter2" not in str(run)
    assert Load.of(expand_pods([run], "team")) == Load.of(pods[:2])
    assert not list(expand_pods([run], "other"))


def test_each_check_has_a_code() -> None:
    assert list(BY_CHECK) == check_names(checks)
    assert BY_CHECK.keys() > ONLY_LIVE
    codes = [rule.code for rule in BY_CHECK.values()]
    assert len(codes) == len(set(codes))
