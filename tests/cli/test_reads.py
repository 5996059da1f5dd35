"""No command opens a file twice, on one core: neither a file that it names twice, nor one of the package.

The files that Helm's library opens itself are not seen here.
"""

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import render
from render.engine import Chart
from render.kube.schema_folders import bundled_schemas
from tests.conftest import CHECKOUT
from tests.unit.test_definitions import CRD

SCRIPT = """\
import os, sys

log = os.open(os.environ["OPENED"], os.O_WRONLY | os.O_CREAT)

def note(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)) and not arguments[2] & (os.O_WRONLY | os.O_RDWR):
        os.write(log, os.path.realpath(os.fsencode(arguments[0])) + bytes([10]))

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
sys.addaudithook(note)
from render.__main__ import main
main()
"""

SWEEP = """\
template: spec.yaml
parameters: [{name: a}, {name: b}]
"""

COMMANDS = [
    "validate spec.yaml",
    "validate . --crds crds",
    "validate crds spec.yaml --crds crds -f over.yaml",
    "validate spec.yaml --chart chart",
    "template spec.yaml",
    "template . -f over.yaml",
    "template spec.yaml spec.yaml --chart chart",
    "expand trainjob.yaml",
    "expand trainjob.yaml --runtime .",
    "pods spec.yaml -f over.yaml -f ./over.yaml",
    "pods trainjob.yaml --runtime trainjob.yaml",
    "diff spec.yaml new.yaml",
    "diff spec.yaml . -f over.yaml",
    "doctor spec.yaml",
    "import trainjob.yaml trainjob.yaml",
    "ladder spec.yaml",
    "sweep sweep.yaml",
    "schema crd crds/things.yaml crds/things.yaml --output-dir out",
    "explain numNodes",
    "smoke report result.json result.json",
    "hang report hang.log hang.log",
    "run spec.yaml --nodes 1 --set local.command=[true]",
]


@pytest.fixture(name="folder", scope="module")
def folder_of_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file for each way to name one twice."""
    folder = tmp_path_factory.mktemp("reads")
    spec = (CHECKOUT / "examples/kubernetes/spec.yaml").read_text(encoding="utf-8")
    (folder / "spec.yaml").write_text(spec, encoding="utf-8")
    (folder / "new.yaml").write_text(f"{spec}namespaceOverride: x\n", encoding="utf-8")
    (folder / "over.yaml").write_text("env: {A: b}\n", encoding="utf-8")
    (folder / "sweep.yaml").write_text(SWEEP, encoding="utf-8")
    (folder / "hang.log").write_text("no report\n", encoding="utf-8")
    (folder / "crds").mkdir()
    (folder / "crds" / "things.yaml").write_text(CRD, encoding="utf-8")
    shutil.copy(CHECKOUT / "examples/trainer/trainjob.yaml", folder)
    shutil.copy(CHECKOUT / "tests/smoke/result.json", folder)
    shutil.copytree(Chart.bundled().path, folder / "chart")
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_no_file_is_opened_twice(command: str, folder: Path, tmp_path: Path) -> None:
    variables = os.environ | {"OPENED": str(tmp_path / "opened"), "KUBECONFIG": str(tmp_path / "none")}
    subprocess.run(
        [sys.executable, "-c", SCRIPT, *command.split()],
        cwd=folder,
        env=variables,
        check=False,
        capture_output=True,
        timeout=120,
    )
    opened = Counter((tmp_path / "opened").read_text(encoding="utf-8").splitlines())
    package, chart = (os.path.realpath(path) for path in (Path(render.__file__).parent, Chart.bundled().path))
    places = (package, chart, os.path.realpath(bundled_schemas()), os.path.realpath(folder))
    data = {path: number for path, number in opened.items() if path.startswith(places) and ".py" not in path}
    assert data
    assert {path: number for path, number in data.items() if number > 1} == {}
