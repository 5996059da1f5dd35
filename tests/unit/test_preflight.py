"""The parts of the preflight check: what a node sees, which differences count, how they are told."""

import ast
import shutil
import sys
from pathlib import Path

import preflight_facts as facts
import preflight_gpus as gpus
import preflight_words as words
import pytest
from preflight_facts import Report, Value
from preflight_plan import Plan
from preflight_rules import RULES, differences

FOLDER = Path(__file__).parents[2] / "charts" / "training-job" / "files"
FILES = sorted(file for name in ("peers", "preflight") for file in (FOLDER / name).glob("*.py"))

WHOLE = """\
GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-1a)
GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-1b)
"""
DIVIDED = """\
GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-1a)
  MIG 3g.20gb     Device  0: (UUID: MIG-2a)
  MIG 3g.20gb     Device  1: (UUID: MIG-2b)
GPU 1: NVIDIA A100-SXM4-40GB (UUID: GPU-1b)
"""


def plan(**known: int) -> Plan:
    sizes = {"nodes": 2, "processes": 2, "gpus": 0} | known
    return Plan("team/run", 0, sizes["nodes"], 0, "a", 1, 1.0, sizes["processes"], sizes["gpus"], "", "")


def sentences(*values: Value, fact: str, **known: int) -> list[str]:
    reports = {index: Report(f"host{index}", {fact: value}, {}) for index, value in enumerate(values)}
    return [words.sentence([found], reports) for found in differences(reports, plan(**known)) if not found.harmless]


def test_gpus_that_are_listed() -> None:
    assert gpus.listed_devices(WHOLE) == ["NVIDIA H100 80GB HBM3"] * 2
    part = "NVIDIA A100-SXM4-40GB MIG 3g.20gb"
    assert gpus.listed_devices(DIVIDED) == [part, part, "NVIDIA A100-SXM4-40GB"]
    assert gpus.listed_devices("No devices found.\n") == []


@pytest.mark.parametrize(
    ("chosen", "count"),
    [
        (None, 4),
        ("", 0),
        ("0,1", 2),
        ("2", 1),
        ("3", 1),
        ("4", 0),
        ("0,4,1", 1),
        ("0,-1,1", 1),
        ("0,9,1", 1),
        ("GPU-1a,GPU-1b,GPU-1c", 3),
        ("NoDevFiles", 0),
    ],
)
def test_gpus_that_cuda_shows(chosen: str | None, count: int) -> None:
    assert gpus.visible(4, {} if chosen is None else {"CUDA_VISIBLE_DEVICES": chosen}) == count


def test_selections_are_compared_without_the_names_of_devices() -> None:
    assert gpus.selection("GPU-1a,GPU-1b") == gpus.selection("GPU-2a, GPU-2b") == "2 by name"
    assert gpus.selection("0, 1") == gpus.selection("0,1") == "0,1"
    assert gpus.selection(None) is None


@pytest.mark.parametrize(
    ("environment", "count"),
    [
        ({}, None),
        ({"NPROC_PER_NODE": "3"}, 3),
        ({"PET_NPROC_PER_NODE": "4", "NPROC_PER_NODE": "3"}, 4),
        ({"PET_NPROC_PER_NODE": "gpu"}, 8),
        ({"PET_NPROC_PER_NODE": "auto"}, 8),
        ({"PET_NPROC_PER_NODE": "many"}, "many"),
    ],
)
def test_processes(environment: dict[str, str], count: Value) -> None:
    assert facts.processes(environment, 8) == count


@pytest.mark.parametrize("pattern", ["eth", "eth0", "=eth0", "=eth1,eth0", "^lo", "^=lo", "^docker", "ib,eth"])
def test_interface_of_nccl_is_there(pattern: str) -> None:
    assert facts.interface_of_nccl(pattern, ["eth0", "lo"]) == facts.PRESENT


@pytest.mark.parametrize("pattern", ["ib", "=eth", "=eth1", "^lo,eth", "^=lo,eth0"])
def test_interface_of_nccl_is_missing(pattern: str) -> None:
    assert facts.interface_of_nccl(pattern, ["eth0", "lo"]) == "not one of eth0, lo"


def test_interface_of_gloo_is_named_exactly() -> None:
    assert facts.interface_of_gloo("eth0", ["eth0", "lo"]) == facts.PRESENT
    assert facts.interface_of_gloo("eth,eth0", ["eth0", "lo"]) == "eth is not one of eth0, lo"


def test_variables_that_are_compared() -> None:
    environment = {"NCCL_ALGO": "Ring", "PET_NODE_RANK": "1", "NCCL_API_KEY": "k", "HOME": "/root", "MASTER_PORT": "1"}
    assert facts.variables(environment) == {"MASTER_PORT": "1", "NCCL_ALGO": "Ring"}


def test_facts_of_this_machine_are_those_of_the_rules() -> None:
    assert {*facts.seen({}, "/"), "checkpoint folder"} == {rule.fact for rule in RULES}


@pytest.mark.parametrize(
    ("values", "expected"),
    [((8, 8), []), ((8, 2), ["the same everywhere: 2 on node 1 (host1), 8 on node 0 (host0)"]), ((2, 2), [])],
)
def test_gpus_are_alike(values: tuple[int, int], expected: list[str]) -> None:
    assert [sentence.partition("GPUs must be ")[2] for sentence in sentences(*values, fact="GPUs")] == expected


def test_gpus_are_enough() -> None:
    assert sentences(8, 8, fact="GPUs", gpus=8, processes=8) == []
    [sentence] = sentences(2, 2, fact="GPUs", gpus=8, processes=4)
    assert sentence == "the nodes differ; GPUs must be at least 4 everywhere: 2 on nodes 0-1"
    assert sentences(0, 0, fact="GPUs", gpus=0, processes=4) == []


def test_what_no_node_can_tell_is_no_difference() -> None:
    assert sentences(None, None, fact="processes") == []
    assert sentences(2, None, fact="processes") != []


def test_full_file_system() -> None:
    assert sentences(2**40, 2**41, fact="free space for checkpoints") == []
    assert sentences(2**20, 2**40, fact="free space for checkpoints") == []
    assert "0 MiB on node 1" in sentences(2**40, 2**20 - 1, fact="free space for checkpoints")[0]


def test_size_of_a_folder(tmp_path: Path) -> None:
    assert facts._bytes(str(tmp_path), free=False) == shutil.disk_usage(tmp_path).total
    assert facts._bytes(str(tmp_path / "none"), free=True) is None


@pytest.mark.parametrize(
    ("nodes", "text"),
    [
        ([3], "node 3"),
        ([0, 1, 2, 5], "nodes 0-2, 5"),
        ([0, 2, 4, 6, 8, 10, 12, 14, 16], "nodes 0, 2, 4, 6, 8, 10, 12, 14, 9 in all"),
    ],
)
def test_numbers(nodes: list[int], text: str) -> None:
    assert words.numbers(nodes) == text


@pytest.mark.parametrize(
    ("fact", "values", "expected"),
    [
        ("processes", (4, 8), "8 everywhere"),
        ("processes", (None, 8), "the same everywhere"),
        ("GPUs", (2, 4), "the same everywhere"),
        ("GPUs", (2, 2), "at least 4 everywhere"),
    ],
)
def test_the_first_rule_of_a_fact_counts(fact: str, values: tuple[Value, ...], expected: str) -> None:
    reports = {index: Report(f"host{index}", {fact: value}, {}) for index, value in enumerate(values)}
    [found] = differences(reports, plan(processes=8, gpus=4))
    assert found.expected == expected


def test_table() -> None:
    values = ["2.15.0", "2.15.0", None, "2.15.0"]
    reports = {index: Report(f"host{index}", {"torch": value}, {}) for index, value in enumerate(values)}
    reports[0] = Report("host0", {"torch": "2.15.0"}, {"NCCL_ALGO": "x" * 100})
    assert "\n".join(words.table(differences(reports, plan(nodes=4)), reports)) == (
        "fact       value                                                         nodes           must be\n"
        "torch      2.15.0                                                        nodes 0-1, 3    the same everywhere\n"
        "           none                                                          node 2 (host2)\n"
        "NCCL_ALGO  unset                                                         nodes 1-3       the same everywhere\n"
        f"           {'x' * 59}…  node 0 (host0)"
    )


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_any_python_runs_it(file: Path) -> None:
    """From 3.8 on, with nothing but its standard library and these files."""
    tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 8))
    imported = {name.name for found in ast.walk(tree) if isinstance(found, ast.Import) for name in found.names}
    imported |= {str(found.module) for found in ast.walk(tree) if isinstance(found, ast.ImportFrom)}
    own = {path.stem for path in FILES}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names | own
    assert "from __future__ import annotations" in file.read_text(encoding="utf-8")
