"""Nothing of a folder that is read runs: neither a module in place of an imported one, nor a program."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import distribution, packages_distributions
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from render.cli import render as commands
from render.cli.cluster import EXAMPLES
from render.hang.report import MARK
from tests import wheel
from tests.conftest import CHECKOUT
from tests.hang.test_report import written

PROGRAMS = (
    "cc",
    "etcd",
    "gcc",
    "git",
    "helm",
    "id",
    "jobset",
    "kube-apiserver",
    "kube-controller-manager",
    "kube-scheduler",
    "kwok",
    "ldconfig",
    "login-helper",
    "ld",
    "nvidia-smi",
    "python",
    "python3",
    "sh",
    "ssh-keygen",
    "uname",
)
MANY = 200
"""More files than one process validates alone."""

SPEC = """\
apiVersion: render/v1alpha1
kind: TrainingJob
name: tiny
image: busybox:1.36
launcher: plain
numNodes: 2
command: [/bin/true]
"""
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c%d}\n"
SWEEP = "template: template.yaml\nparameters: {nodes: [1, 2]}\n"
CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: runs.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: runs, kind: Run}
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
"""
KUBECONFIG = """\
apiVersion: v1
kind: Config
current-context: closed
contexts: [{name: closed, context: {cluster: closed, user: anybody}}]
clusters: [{name: closed, cluster: {server: "http://127.0.0.1:1"}}]
users:
  - name: anybody
    user:
      exec: {apiVersion: client.authentication.k8s.io/v1, command: login-helper, interactiveMode: Never}
"""


class Row(NamedTuple):
    """A command with arguments, and what it ends with where it does its work."""

    words: str
    status: int = 0
    path: str = os.pathsep.join((".", "", "../checkout", os.defpath))
    """PATH, which has the folder as `.`, as an empty name and as a relative one."""


ROWS: Mapping[str, Sequence[Row]] = {
    "cluster example": [Row("cluster example kind")],
    "cluster snapshot": [Row("cluster snapshot", 2)],
    "config": [Row("config spec.yaml")],
    "diff": [
        Row("diff spec.yaml many/0.yaml", 1),
        Row("diff HEAD:spec.yaml spec.yaml"),
        Row("diff spec.yaml --live", 2),
    ],
    "doctor": [Row("doctor", 2), Row("doctor spec.yaml", 2), Row("doctor spec.yaml --cluster cluster.yaml")],
    "expand": [Row("expand trainjob.yaml")],
    "explain": [Row("explain numNodes"), Row("explain STO201")],
    "hang report": [Row("hang report node.log", 1), Row("hang report node.log --output html", 1)],
    "help": [Row("help"), Row("help smoke run")],
    "import": [Row("import pytorchjob.yaml")],
    "init": [Row("init"), Row("init torchrun")],
    "ladder": [Row("ladder spec.yaml")],
    "pods": [Row("pods spec.yaml"), Row("pods spec.yaml --output json")],
    "run": [Row("run spec.yaml"), Row("run spec.yaml --preflight", path=os.defpath)],
    "schema crd": [Row("schema crd crd.yaml --output-dir made"), Row("schema crd --from-cluster --output-dir made", 2)],
    "schema kubernetes": [Row("schema kubernetes 1.30 --output-dir made")],
    "schema print": [Row("schema print")],
    "simulate": [Row("simulate spec.yaml --cluster cluster.yaml", 2)],
    "smoke report": [Row("smoke report result.json"), Row("smoke report result.json --output html")],
    "smoke run": [Row("smoke run", 2)],
    "sweep": [Row("sweep sweep.yaml")],
    "template": [Row("template spec.yaml"), Row("template many"), Row("template spec.yaml --engine helm", 2)],
    "validate": [
        Row("validate spec.yaml"),
        Row("validate many"),
        Row("validate maps"),
        Row("validate .", 1),
        Row("validate spec.yaml --engine helm", 2),
        Row("validate spec.yaml --server", 2),
    ],
    "why": [
        Row("why run --from objects.yaml", 1),
        Row("why run --from . --spec spec.yaml -o markdown", 1),
        Row("why run", 2),
    ],
}


def _names(group: click.Group, *above: str) -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _names(command, *above, name)
        else:
            yield " ".join((*above, name))


def modules() -> set[str]:
    """Return what our processes might import: the standard library, our dependencies and theirs, ourselves."""
    by_distribution: dict[str, set[str]] = {}
    for module, owners in packages_distributions().items():
        for owner in owners:
            by_distribution.setdefault(_plain(owner), set()).add(module)
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    waiting = [_plain(name) for name in (*project["dependencies"], *extras["cluster"], *extras["schemas"])]
    found = set(waiting)
    while waiting:
        name = waiting.pop()
        if name in by_distribution:
            below = {_plain(one) for one in distribution(name).requires or () if "extra ==" not in one} - found
            found |= below
            waiting += below
    third = {module for name in found for module in by_distribution.get(name, ())}
    hooks = {"sitecustomize", "usercustomize", "conftest", "render"}
    return {name for name in third | hooks | sys.stdlib_module_names if name.isidentifier()}


def _plain(requirement: str) -> str:
    [name] = re.findall(r"^[\w.-]+", requirement)
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed command."""
    source = wheel.copy_source(tmp_path_factory.mktemp("source"))
    built = wheel.build(source, tmp_path_factory.mktemp("built"))
    return wheel.install(built, tmp_path_factory.mktemp("environment"))


class Trap(NamedTuple):
    """A folder whose every module and program writes into a file that names it."""

    folder: Path
    mark: Path

    def run(self, *command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the folder."""
        env = {"HOME": str(self.mark.parent), "KUBECONFIG": str(self.mark.parent / "kubeconfig")}
        return subprocess.run(
            command,
            cwd=self.folder,
            env=env | {"PATH": Row("").path} | environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=300,
        )

    def ran(self) -> set[str]:
        """Return what of the folder has run."""
        return set(self.mark.read_text(encoding="utf-8").split()) if self.mark.exists() else set()


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Trap:
    place = tmp_path_factory.mktemp("place")
    trap = Trap(place / "checkout", place / "mark")
    trap.folder.mkdir()
    (place / "kubeconfig").write_text(KUBECONFIG, encoding="utf-8")
    _write_inputs(trap.folder)
    git = ["git", "-c", "user.name=n", "-c", "user.email=e", "-C", str(trap.folder)]
    for words in (["init", "-q"], ["add", "spec.yaml"], ["commit", "-q", "-m", "spec"]):
        subprocess.run([*git, *words], check=True)
    for name in modules():
        (trap.folder / f"{name}.py").write_text(_marking(trap.mark, name), encoding="utf-8")
    (trap.folder / "render").mkdir()
    (trap.folder / "render" / "__init__.py").write_text(_marking(trap.mark, "render"), encoding="utf-8")
    (trap.folder / "one").mkdir()  # with all of them Python itself would not start
    (trap.folder / "one" / "click.py").write_text(_marking(trap.mark, "click"), encoding="utf-8")
    (trap.folder / "trap.pth").write_text(f"import pathlib; {_marking(trap.mark, 'pth')}", encoding="utf-8")
    for name in PROGRAMS:
        program = trap.folder / name
        program.write_text(f"#!/bin/sh\necho {name} >>{trap.mark}\n", encoding="utf-8")
        program.chmod(0o755)
    return trap


@pytest.fixture
def trap(checkout: Trap) -> Trap:
    checkout.mark.unlink(missing_ok=True)
    return checkout


def _write_inputs(folder: Path) -> None:
    for name in ("many", "maps"):
        (folder / name).mkdir()
    for number in range(MANY):
        (folder / "many" / f"{number}.yaml").write_text(SPEC.replace("tiny", f"tiny{number}"), encoding="utf-8")
        (folder / "maps" / f"{number}.yaml").write_text(CONFIG_MAP % number, encoding="utf-8")
    inputs = {
        "spec.yaml": SPEC,
        "cluster.yaml": (EXAMPLES / "kind.yaml").read_text(encoding="utf-8"),
        "sweep.yaml": SWEEP,
        "template.yaml": SPEC.replace("numNodes: 2", "numNodes: '{{ nodes }}'"),
        "crd.yaml": CRD,
        "trainjob.yaml": (CHECKOUT / "tests" / "import" / "trainjobs" / "2.3-central.yaml").read_text(encoding="utf-8"),
        "pytorchjob.yaml": (CHECKOUT / "tests" / "import" / "cases" / "pytorchjob-bare.yaml").read_text("utf-8"),
        "node.log": f"{MARK} {json.dumps(written('a rank sleeps in its data loader'))}\n",
        "objects.yaml": (CHECKOUT / "tests/why/cases/local_queue_missing/dump.yaml").read_text(encoding="utf-8"),
        "result.json": (CHECKOUT / "tests" / "smoke" / "result.json").read_text(encoding="utf-8"),
    }
    for name, text in inputs.items():
        (folder / name).write_text(text, encoding="utf-8")


def _marking(mark: Path, name: str) -> str:
    """Return a module that says that it was imported; it imports nothing, which would be another trap."""
    return f"file = open({str(mark)!r}, 'a'); file.write('{name} '); file.close()\n"


def test_every_command_has_a_row() -> None:
    assert set(_names(commands)) == set(ROWS)


@pytest.mark.parametrize("row", [row for rows in ROWS.values() for row in rows], ids=lambda row: row.words)
def test_nothing_that_is_read_runs(row: Row, installed: Path, trap: Trap) -> None:
    done = trap.run(installed, *row.words.split(), PATH=row.path)
    assert trap.ran() == set()
    assert done.returncode == row.status, done.stdout + done.stderr


@pytest.mark.parametrize("option", ["-E", "-I", "-s", "-P"])
def test_options_of_the_interpreter_change_nothing(option: str, installed: Path, trap: Trap) -> None:
    done = trap.run(installed.with_name("python"), option, installed, "validate", "maps")
    assert trap.ran() == set()
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("value", ["", "0", "1"])
def test_a_setting_of_the_user_changes_nothing(value: str, installed: Path, trap: Trap) -> None:
    done = trap.run(installed, "validate", "maps", PYTHONSAFEPATH=value)
    assert trap.ran() == set()
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", ["{0}/python -m render init", "PYTHONPATH=one {0}/render init", "git"])
def test_the_traps_work(words: str, installed: Path, trap: Trap) -> None:
    """The documented exceptions fall into them, and so does a shell."""
    trap.run("/bin/sh", "-c", words.format(installed.parent))
    assert trap.ran()
