"""What `render run` makes of a spec, part by part: values, names, paths, devices, volumes, and how a run ends."""

from pathlib import Path
from typing import Any

import pytest

from render.local import devices
from render.local.adaptation import Adaptation, Rewriter, adaptation_lines, replace_paths
from render.local.addresses import block_address, dns_names, replace_names
from render.local.node import LocalNode, Mount
from render.local.node_builder import assign_fields, skipped_init_containers, start_container
from render.local.overrides import local_overlay
from render.local.supervision import RunEnd, run_end
from render.local.volumes import LocalVolumes
from render.manifests.jobset import ReplicatedJob
from render.pods.environment import PodFields
from render.pods.pod import RunPod

MOUNTS = (Mount("/data", "/tmp/d", is_read_only=False), Mount("/data/deep/", "/tmp/deep", is_read_only=False))


def pod(role: str = "node", index: int | None = 0, config_maps: Any = None, spec: Any = None, **job: Any) -> RunPod:
    data = {"name": role, "template": {"spec": {**job, "template": {"spec": spec or {"containers": []}}}}}
    host = f"run-{role}-0-{index}"
    fields = PodFields("team", "default", {}, {}, index)
    fqdn = f"{host}.run.team.svc.cluster.local"
    return RunPod(host, host, fqdn, ReplicatedJob((), data), 0, fields, config_maps or {})


@pytest.mark.parametrize(
    ("values", "nodes", "over"),
    [
        ({}, None, {}),
        ({"local": {"env": {}}}, None, {"env": {}}),
        (
            {"local": {"args": ["a"], "numNodes": 2.0, "numProcPerNode": 3}},
            None,
            {"args": ["a"], "numProcPerNode": 3, "numNodes": 2},
        ),
        ({"local": {"numNodes": 2}}, 5, {"numNodes": 5}),
        ({"network": {"fabric": "efa", "port": 1024}}, None, {"network": {"fabric": "none"}}),
        ({"network": {"fabric": "none"}}, None, {}),
        ({"elastic": {"minNodes": 2, "maxNodes": 8}}, None, {}),
        ({"elastic": {"minNodes": 2, "maxNodes": 8}}, 4, {"elastic": {"minNodes": 2, "maxNodes": 4}}),
        (
            {"elastic": {"minNodes": 2, "maxNodes": 8}, "local": {"numNodes": 1}},
            None,
            {"elastic": {"minNodes": 1, "maxNodes": 1}},
        ),
    ],
)
def test_values_of_the_local_block(values: dict[str, Any], nodes: int | None, over: dict[str, Any]) -> None:
    document = local_overlay(values, nodes)
    assert document.root is not None
    assert document.root.data == over


def test_a_port_that_is_free_is_a_value_too() -> None:
    document = local_overlay({}, None, 4711)
    assert document.root is not None
    assert document.root.data == {"network": {"port": 4711}}


def test_names_of_a_node() -> None:
    full = "run-node-0-0.run.team.svc.cluster.local"
    assert list(dns_names(pod())) == [full, "run-node-0-0.run.team.svc", "run-node-0-0.run.team", "run-node-0-0.run"]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("a.run", "1"),
        ("a.run:29500", "1:29500"),
        ("--hosts=a.run,b.run", "--hosts=1,2"),
        ("tcp://a.run/x", "tcp://1/x"),
        ("a.runs xa.run a.run-b a", "a.runs xa.run a.run-b a"),
    ],
)
def test_names_become_addresses(text: str, result: str) -> None:
    assert replace_names(text, {"a.run": "1", "b.run": "2"}) == result


def test_addresses_are_counted_through_their_block() -> None:
    assert [block_address("127.0", position) for position in (0, 249, 250)] == ["127.0.0.1", "127.0.0.250", "127.0.1.1"]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("/data", "/tmp/d"),
        ("--in=/data/x:/data", "--in=/tmp/d/x:/tmp/d"),
        ("cat '/data/deep/x'", "cat '/tmp/deep/x'"),
        ("/data/deeper", "/tmp/d/deeper"),
        ("s3://bucket/data /data2 ./data x/data /data-x", "s3://bucket/data /data2 ./data x/data /data-x"),
    ],
)
def test_paths_lead_to_the_folders_of_this_machine(text: str, result: str) -> None:
    assert replace_paths(text, MOUNTS) == result


def test_interfaces_become_the_loopback_only_where_addresses_do() -> None:
    notes: list[Adaptation] = []
    rewriting = Rewriter("node-0", {"a.run": "1"}, (), notes)
    assert rewriting.variable("NCCL_SOCKET_IFNAME", "=eth7") in ("=lo", "=lo0")
    assert rewriting.variable("OTHER", "eth7 a.run") == "eth7 1"
    assert rewriting.word("command", "ssh a.run; ls") == "ssh 1; ls"
    assert [(note.name, note.before) for note in notes] == [
        ("NCCL_SOCKET_IFNAME", "=eth7"),
        ("OTHER", "eth7 a.run"),
        ("command", "a.run"),
    ]
    assert Rewriter("node-0", {}, (), notes).variable("NCCL_SOCKET_IFNAME", "=eth7") == "=eth7"


@pytest.mark.parametrize(
    ("present", "wanted", "shares"),
    [
        ("", [4, 4], [(), ()]),
        ("01", [0, 0], [(), ()]),
        ("0123", [2, 2], [("0", "1"), ("2", "3")]),
        ("0123", [1, 1], [("0",), ("1",)]),
        ("0123", [8, 8], [("0", "1"), ("2", "3")]),
        ("0123", [8, 0, 8], [("0", "1"), (), ("2", "3")]),
        ("0", [1, 1], [(), ()]),
    ],
)
def test_devices_are_divided(present: str, wanted: list[int], shares: list[tuple[str, ...]]) -> None:
    assert devices.share_gpus(tuple(present), wanted) == shares


@pytest.mark.parametrize(
    ("share", "asked", "seen"),
    [("", None, ""), ("23", None, "2,3"), ("23", "1", "3"), ("23", "0,1", "2,3"), ("23", "0,5", "2"), ("", "0", "")],
)
def test_a_node_counts_its_devices_from_zero(share: str, asked: str | None, seen: str) -> None:
    assert devices.visible_gpus(tuple(share), asked) == seen


def test_the_caller_may_have_chosen_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3, 5")
    assert devices.find_gpus() == ("3", "5")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert devices.find_gpus() == ()


def test_what_only_a_cluster_knows_is_the_callers_or_left_out() -> None:
    def secret(key: str) -> dict[str, Any]:
        return {"valueFrom": {"secretKeyRef": {"name": "hub", "key": key}}}

    container = {
        "name": "node",
        "command": ["train", "$(TOKEN)"],
        "envFrom": [{"secretRef": {"name": "all"}}],
        "env": [
            {"name": "TOKEN", **secret("token")},
            {"name": "OTHER", **secret("other")},
            {"name": "IP", "valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}},
            {"name": "BOTH", "value": "$(TOKEN) $(OTHER) $(IP)"},
        ],
    }
    start, changed = start_container(assign_fields(pod(), "127.0.0.9", "uid"), container, {"TOKEN": "a$(b)"})
    assert start.command == ("train", "a$(b)")
    assert start.env == {
        "TOKEN": "a$(b)",
        "IP": "127.0.0.9",
        "BOTH": "a$(b) $(OTHER) 127.0.0.9",
        "JOB_COMPLETION_INDEX": "0",
    }
    assert [(name, after) for name, _, after in changed] == [
        ("TOKEN", "as in this shell"),
        ("OTHER", None),
        ("envFrom", None),
    ]


def test_volumes(tmp_path: Path) -> None:
    config_map = {"data": {"a.sh": "a", "b": "b"}, "binaryData": {"c": "Yw=="}}
    volumes = [
        {"name": "shm", "emptyDir": {"medium": "Memory"}},
        {"name": "scratch", "emptyDir": {}},
        {"name": "claim", "persistentVolumeClaim": {"claimName": "kept"}},
        {"name": "ours", "configMap": {"name": "ours", "defaultMode": 0o755}},
        {"name": "some", "configMap": {"name": "ours", "items": [{"key": "c", "path": "x/y"}]}},
        {"name": "code", "configMap": {"name": "another's"}},
        {"name": "keys", "secret": {"secretName": "keys"}},
        {"name": "config", "configMap": {"name": "another's"}},
    ]
    paths = ["/dev/shm", "/scratch", "/claim", "/ours", "/some", "/code", "/keys", "/config"]
    mounts = [{"name": v["name"], "mountPath": path} for v, path in zip(volumes, paths, strict=True)]
    container = {
        "workingDir": "/code/deep",
        "volumeMounts": [*mounts, {"name": "claim", "mountPath": "/sub", "subPath": "s"}],
    }
    code = tmp_path / "code"
    made = LocalVolumes(tmp_path / "run", code)
    own = pod(config_maps={"ours": config_map}, spec={"volumes": volumes, "containers": []})
    found = {mount.path: (mount.folder, missing) for mount, missing in made.mounts(own, container, "node-0")}
    root = tmp_path / "run"
    assert found == {
        "/scratch": (str(root / "node-0" / "scratch"), None),
        "/claim": (str(root / "claims" / "kept"), None),
        "/ours": (str(root / "node" / "ours"), None),
        "/some": (str(root / "node" / "some"), None),
        "/code": (str(code), ("configMap", str(code))),
        "/config": (str(code), ("configMap", str(code))),
        "/keys": (str(root / "node-0" / "keys"), ("secret", "an empty folder")),
        "/sub": (str(root / "claims" / "kept" / "s"), None),
    }
    assert {file.name: file.read_text() for file in (root / "node" / "ours").iterdir()} == {
        "a.sh": "a",
        "b": "b",
        "c": "c",
    }
    assert (root / "node" / "ours" / "a.sh").stat().st_mode & 0o777 == 0o755
    assert (root / "node" / "some" / "x" / "y").read_text() == "c"
    assert not code.exists()


def nodes(*pods: RunPod) -> list[LocalNode]:
    return [LocalNode(f"{one.role.name}-{one.index}", one, (), (), 1.0) for one in pods]


TWO = nodes(pod(index=0), pod(index=1))
ROLES = nodes(pod("launcher"), pod("node", 0), pod("node", 1))
ELASTIC = nodes(
    *(pod(index=i, maxFailedIndexes=1, successPolicy={"rules": [{"succeededIndexes": "0"}]}) for i in range(3))
)
TARGET = {"spec": {"successPolicy": {"operator": "All", "targetReplicatedJobs": ["launcher"]}}}
ANY = {"spec": {"successPolicy": {"operator": "Any"}}}


@pytest.mark.parametrize(
    ("members", "jobset", "statuses", "status"),
    [
        (TWO, {}, {}, None),
        (TWO, {}, {"node-1": 0}, None),
        (TWO, {}, {"node-1": 0, "node-0": 0}, 0),
        (TWO, {}, {"node-1": 3}, 3),
        (TWO, {}, {"node-0": 0, "node-1": 137}, 137),
        (ROLES, TARGET, {"launcher-0": 0}, 0),
        (ROLES, TARGET, {"node-0": 0, "node-1": 0}, None),
        (ROLES, TARGET, {"node-0": 1}, 1),
        (ROLES, {}, {"launcher-0": 0}, None),
        (ROLES, ANY, {"launcher-0": 0}, 0),
        (ROLES, ANY, {"node-0": 0}, None),
        (ELASTIC, {}, {"node-1": 1}, None),
        (ELASTIC, {}, {"node-1": 1, "node-2": 2}, 1),
        (ELASTIC, {}, {"node-0": 4}, 4),
        (ELASTIC, {}, {"node-1": 1, "node-0": 0}, 0),
    ],
)
def test_how_a_run_ends(
    members: list[LocalNode], jobset: dict[str, Any], statuses: dict[str, int], status: int | None
) -> None:
    found = run_end(members, jobset, statuses)
    assert (found.status if isinstance(found, RunEnd) else None) == status


def test_the_node_that_failed_is_named() -> None:
    found = run_end(TWO, {}, {"node-1": 3})
    assert found == RunEnd(3, "node-1 failed with status 3")


def test_changes_that_all_nodes_share_are_reported_once() -> None:
    both = [Adaptation(node, "A", "1", "2") for node in ("node-0", "node-1", "node-0")]
    one = [Adaptation("node-1", "B", None, "")]
    assert list(adaptation_lines([*both, *one], ["node-0", "node-1"])) == ["A: 1 -> 2", 'node-1: B: unset -> ""']


def test_init_containers_of_the_user_are_left_out() -> None:
    values = {"pod": {"initContainers": [{"name": "a"}], "sidecars": [{"name": "b"}]}}
    assert skipped_init_containers(values, has_preflight=False) == {"a", "b", "preflight"}
    assert skipped_init_containers({}, has_preflight=True) == frozenset()


def test_the_check_of_the_nodes_expects_the_devices_that_are_here() -> None:
    here = Rewriter("node-0", {}, (), [])
    assert here.devices(["preflight.py", "--nodes=2", "--gpus=8"], 1) == ["preflight.py", "--nodes=2", "--gpus=1"]
    assert here.changes == [Adaptation("node-0", "preflight", "--gpus=8", "--gpus=1")]
