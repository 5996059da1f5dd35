"""What the smoke test is asked, what the launcher says, and whether the processes that come are those."""

import ast
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import smoke_node as node
import smoke_plan as plans
from smoke_hello import Hello, World
from smoke_plan import MisconfiguredError, Place

FILES = sorted((Path(__file__).parents[2] / "charts" / "training-job" / "files" / "nccl").glob("*.py"))
VARIABLES = {
    "RANK": "3",
    "WORLD_SIZE": "4",
    "LOCAL_RANK": "1",
    "MASTER_ADDR": "run-node-0-0.run",
    "MASTER_PORT": "29500",
    "RENDER_RUN_UID": "uid",
}
# These may import torch: what they say without it is that it is missing.
WITH_TORCH = {"smoke_collectives", "smoke_course", "smoke_diagnosis", "smoke_measure", "smoke_sweep", "smoke_tile"}


def test_defaults() -> None:
    plan = plans.read([])
    assert plan.options() == {
        "backend": "auto",
        "collective": "all_reduce",
        "min_bytes": 8,
        "max_bytes": None,
        "step_factor": 2,
        "warmup": 5,
        "iterations": 20,
        "cycles": 1,
        "dtype": "float32",
        "operation": "sum",
        "min_busbw": None,
        "gate_bytes": 2**30,
        "fabric": "none",
        "gpu": None,
        "timeout": 300.0,
        "diagnose": "auto",
        "nodes": None,
        "procs": None,
        "run": "",
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--min-bytes", "64KB"], "argument --min-bytes: `64KB` is not an amount of bytes such as 8, 64Mi or 1G"),
        (["--min-bytes", "8Mi", "--max-bytes", "4Mi"], "--max-bytes is less than --min-bytes"),
        (["--step-factor", "1"], "argument --step-factor: must be a whole number of at least 2, got `1`"),
        (["--iterations", "-3"], "argument --iterations"),
        (["--min-busbw", "0"], "argument --min-busbw: must be greater than 0, got `0`"),
        (["--min-busbw", "nan"], "argument --min-busbw: must be greater than 0, got `nan`"),
        (["--timeout", "inf"], "argument --timeout: must be greater than 0, got `inf`"),
        (["--timeout", "soon"], "argument --timeout"),
        (["--dtype", "float8"], "argument --dtype: invalid choice: 'float8'"),
        (["--fabrik", "efa"], "unrecognized arguments: --fabrik"),
    ],
)
def test_wrong_arguments(arguments: list[str], message: str) -> None:
    with pytest.raises(MisconfiguredError, match=re.escape(message)):
        plans.read(arguments)


def test_place_of_bare_variables() -> None:
    assert Place.of(VARIABLES) == Place(3, 4, 1, None, None, "run-node-0-0.run", 29500, "0", agent=False, uid="uid")


def test_place_that_torchrun_gives() -> None:
    own = {"GROUP_RANK": "1", "LOCAL_WORLD_SIZE": "2", "TORCHELASTIC_RESTART_COUNT": "5"}
    place = Place.of({**VARIABLES, **own, "TORCHELASTIC_USE_AGENT_STORE": "True"})
    assert place == Place(3, 4, 1, 1, 2, "run-node-0-0.run", 29500, "5", agent=True, uid="uid")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("RANK", None, "RANK is not set: use torchrun"),
        ("RANK", "4", "RANK must be less than WORLD_SIZE (4), got 4"),
        ("MASTER_ADDR", "", "MASTER_ADDR is not set"),
        ("RENDER_RUN_UID", "", "the pod's label batch.kubernetes.io/controller-uid"),
        ("MASTER_PORT", "tcp://10.0.0.1:29500", "MASTER_PORT must be a number, got `tcp://10.0.0.1:29500`"),
    ],
)
def test_wrong_variables(name: str, value: str | None, message: str) -> None:
    variables = {key: known for key, known in {**VARIABLES, name: value}.items() if known is not None}
    with pytest.raises(MisconfiguredError, match=re.escape(message)):
        Place.of(variables)


def test_processes_of_a_node() -> None:
    environ = {
        "RENDER_RUN_UID": "uid",
        "PET_NODE_RANK": "2",
        "PET_MASTER_ADDR": "a",
        "PET_MASTER_PORT": "1",
        "NCCL_ALGO": "Ring",
    }
    found = node.environments(["--nodes=3", "--procs=2"], environ)
    names = ("RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", "GROUP_RANK", "MASTER_ADDR", "NCCL_ALGO")
    assert [[own[name] for name in names] for own in found] == [
        ["4", "6", "0", "2", "2", "a", "Ring"],
        ["5", "6", "1", "2", "2", "a", "Ring"],
    ]
    assert [Place.of(own).rank for own in found] == [4, 5]


@pytest.mark.parametrize(
    ("arguments", "environ", "message"),
    [
        (["--nodes=3"], {}, "--nodes and --procs are needed"),
        (["--nodes=3", "--procs=2"], {"RENDER_RUN_UID": ""}, "RENDER_RUN_UID is not set"),
        (["--nodes=3", "--procs=2"], {}, "NODE_RANK is not set"),
        (["--nodes=3", "--procs=2"], {"NODE_RANK": "3"}, "NODE_RANK must be less than the number of nodes (3), got 3"),
        (["--nodes=3", "--procs=2"], {"NODE_RANK": "1"}, "MASTER_ADDR is not set"),
    ],
)
def test_wrong_node(arguments: list[str], environ: dict[str, str], message: str) -> None:
    with pytest.raises(MisconfiguredError, match=re.escape(message)):
        node.environments(arguments, {"RENDER_RUN_UID": "uid", **environ})


@pytest.mark.parametrize(
    ("codes", "code"),
    [([0, 0], 0), ([20, 20], 20), ([22, -9], 22), ([22, 24], 24), ([0, -9], 137), ([1, 0], 1), ([22, 143], 22)],
)
def test_exit_code_of_a_node(codes: list[int], code: int) -> None:
    assert node.telling(codes) == code


def hello(host: str = "host", **known: object) -> Hello:
    plan = plans.read([])
    found = Hello(host, "", None, None, "gloo", None, None, 2**30, "2.15.0", None, plan.options())
    return replace(found, **known)  # type: ignore[arg-type]


def gpu(uuid: str, node: int) -> Hello:
    return hello(f"host-{node}", node=node, backend="nccl", gpu="NVIDIA H200", device=uuid, nccl="2.30.7")


def test_world() -> None:
    world = World([gpu("a", 0), gpu("b", 0), gpu("c", 1), replace(gpu("d", 1), room=5)])
    assert (world.members, world.hosts, world.gpu, world.room) == (
        [[0, 1], [2, 3]],
        ["host-0", "host-1"],
        "NVIDIA H200",
        5,
    )
    assert world.mismatch(plans.read(["--nodes=2", "--procs=2"])) is None


def test_names_of_kubernetes_nodes() -> None:
    world = World([replace(gpu("a", 0), machine="p5-7"), gpu("b", 1)])
    assert (world.machines, world.names) == (["p5-7", ""], ["host-0 on p5-7", "host-1"])


def test_nodes_that_no_one_numbers() -> None:
    assert World([hello("a"), hello("a"), hello("b"), hello("b")]).members == [[0, 1], [2, 3]]
    assert World([hello("a", procs=1), hello("a", procs=1)]).members == [[0], [1]]


@pytest.mark.parametrize(
    ("hellos", "arguments", "message"),
    [
        ([gpu("a", 0), gpu("b", 1), gpu("c", 1)], [], "node 1 (host-1) has 2 processes, node 0 has 1"),
        (
            [gpu("a", 0), replace(gpu("b", 1), machine="p5-7"), gpu("c", 1)],
            [],
            "node 1 (host-1 on p5-7) has 2 processes, node 0 has 1",
        ),
        ([gpu("a", 0), gpu("b", 1)], ["--nodes=3"], "expected 3 nodes, got 2"),
        ([gpu("a", 0), gpu("b", 1)], ["--procs=8"], "expected 8 processes per node, got 1"),
        ([gpu("a", 0), gpu("a", 0)], [], "ranks 0 and 1 share a GPU"),
        ([hello(), hello("b", nccl="2.18.1")], [], "nccl is 2.18.1 on rank 1 (b), and None on rank 0"),
        ([hello(), gpu("a", 1)], [], "backend is nccl on rank 1 (host-1), and gloo on rank 0"),
        (
            [hello(), hello(options=plans.read(["--dtype=int8"]).options())],
            [],
            "rank 1 was started with dtype int8, rank 0 with float32",
        ),
    ],
)
def test_mismatch(hellos: list[Hello], arguments: list[str], message: str) -> None:
    assert World(hellos).mismatch(plans.read(arguments)) == message


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_any_python_runs_it(file: Path) -> None:
    """From 3.8 on; with nothing but its standard library, these files, and torch where it is needed."""
    tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 8))
    at_once = {name.name for found in tree.body if isinstance(found, ast.Import) for name in found.names}
    at_once |= {str(found.module) for found in tree.body if isinstance(found, ast.ImportFrom)}
    own = {path.stem for path in FILES}
    outside = {name.partition(".")[0] for name in at_once} - sys.stdlib_module_names - own
    assert outside == ({"torch"} if file.stem in WITH_TORCH else set())
    assert (file.stem in WITH_TORCH) or not at_once & WITH_TORCH or file.stem == "smoke_process"
    assert "from __future__ import annotations" in file.read_text(encoding="utf-8")
