"""`render smoke report --cluster --level`: nodes and measured links by domain."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from render.cli.smoke import command
from render.log_data import data_checker
from tests.conftest import CHECKOUT

SAMPLE: dict[str, Any] = json.loads((CHECKOUT / "tests" / "smoke" / "result.json").read_bytes())
RACK = "example.com/rack"
NODE = """
- labels: {{{label}}}
  allocatable: {{cpu: "8", memory: 8Gi, pods: "110"}}
  members: [{members}]
"""
CLUSTER = (CHECKOUT / "render" / "snapshot" / "examples" / "kind.yaml").read_text(encoding="utf-8")
LINKS = [(0, 1, 21.0), (0, 2, 9.0), (1, 3, 11.0), (2, 3, 23.0), (0, 3, 10.0)]


def report(*options: str, folder: Path, machines: list[str], links: list[tuple[int, int, float]] = LINKS) -> Result:
    """Report a result of four nodes, in a cluster whose nodes a and b are in rack r1, c in r2, and d without a rack."""
    diagnosis = {
        "slowNodes": [],
        "inNode": [{"node": 0, "busbw": 99.0}],
        "links": [{"a": a, "b": b, "busbw": rate, "slow": False} for a, b, rate in links],
        "rounds": 1,
    }
    result = SAMPLE | {"machines": machines, "diagnosis": diagnosis}
    (folder / "result.json").write_text(json.dumps(result), encoding="utf-8")
    groups = ((f"{RACK}: r1", "{name: a}, {name: b}"), (f"{RACK}: r2", "{name: c}"), ("", "{name: d}"))
    nodes = "".join(NODE.format(label=label, members=members) for label, members in groups)
    before, _, after = CLUSTER.partition("nodes:\n")
    (folder / "cluster.yaml").write_text(f"{before}nodes:{nodes}load:{after.partition('load:')[2]}", encoding="utf-8")
    words = ["report", str(folder / "result.json"), *options]
    return CliRunner().invoke(command, words, standalone_mode=False, catch_exceptions=True)


def grouped(folder: Path, machines: list[str], links: list[tuple[int, int, float]] = LINKS) -> dict[str, Any]:
    options = ("--cluster", str(folder / "cluster.yaml"), "--level", RACK, "-o", "json")
    done = report(*options, folder=folder, machines=machines, links=links)
    assert done.exception is None, done.exception
    found: dict[str, Any] = json.loads(done.stdout)
    assert data_checker("smoke.json").errors(found) == []
    level: dict[str, Any] = found["level"]
    return level


def test_links_within_and_between_domains(tmp_path: Path) -> None:
    assert grouped(tmp_path, ["a", "b", "c", "c"]) == {
        "label": RACK,
        "domains": [
            {"name": "r1", "nodes": [0, 1], "links": {"count": 1, "min": 21.0, "median": 21.0, "max": 21.0}},
            {"name": "r2", "nodes": [2, 3], "links": {"count": 1, "min": 23.0, "median": 23.0, "max": 23.0}},
        ],
        "unknown": [],
        "between": {"count": 3, "min": 9.0, "median": 10.0, "max": 11.0},
    }


def test_nodes_without_a_known_domain(tmp_path: Path) -> None:
    """A node without the label, one that the cluster does not have, and one without a name."""
    level = grouped(tmp_path, ["a", "d", "x"])
    assert level == {
        "label": RACK,
        "domains": [{"name": "r1", "nodes": [0], "links": None}],
        "unknown": [1, 2, 3],
        "between": None,
    }


@pytest.mark.parametrize("format_", ["table", "html"])
def test_formats_for_people(format_: str, tmp_path: Path) -> None:
    options = ("--cluster", str(tmp_path / "cluster.yaml"), "--level", RACK, "-o", format_)
    done = report(*options, folder=tmp_path, machines=["a", "b", "c", ""])
    assert done.exception is None, done.exception
    rows = [line.replace("</td><td>", " ").split() for line in done.stdout.splitlines()]
    cells = [" ".join(row).removeprefix("<tr><td>").removesuffix("</td></tr>") for row in rows]
    for wanted in ("r1 0-1 1 21 21 21", "r2 2 0 - - -", "unknown 3 0 - - -", "between domains 1 9 9 9"):
        assert " ".join(wanted.split()) in [" ".join(cell.split()) for cell in cells]


@pytest.mark.parametrize(
    ("options", "machines", "message"),
    [
        (["--level", RACK], ["a"], "give `--cluster` and `--level` together"),
        (["--cluster", "cluster.yaml"], ["a"], "give `--cluster` and `--level` together"),
        (["--cluster", "cluster.yaml", "--level", RACK], ["", "", "", ""], "the result names no Kubernetes nodes"),
        (["--cluster", "cluster.yaml", "--level", "rack"], ["a"], "`--level rack`: no node of the result has this"),
    ],
)
def test_refusals(
    options: list[str], machines: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = report(*options, folder=tmp_path, machines=machines)
    assert done.exception is not None
    assert str(getattr(done.exception, "message", "")).startswith(message)


def test_a_cluster_without_nodes_is_no_traceback(tmp_path: Path) -> None:
    report(folder=tmp_path, machines=["a"])
    text = (tmp_path / "cluster.yaml").read_text(encoding="utf-8")
    before, _, after = text.partition("nodes:\n")
    (tmp_path / "none.yaml").write_text(f"{before}load:{after.partition('load:')[2]}", encoding="utf-8")
    done = report("--cluster", str(tmp_path / "none.yaml"), "--level", RACK, folder=tmp_path, machines=["a"])
    assert str(getattr(done.exception, "message", "")).startswith("the file has no `Node`")
