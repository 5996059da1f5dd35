"""Ray: a real cluster of a head and a node, and how the run ends when its program does."""

from pathlib import Path

import pytest
import yaml

from tests.e2e.conftest import Run
from tests.e2e.systems.overlay import RAY_ENV, RAY_FOLDER, SECONDS

pytestmark = [pytest.mark.systems, pytest.mark.usefixtures("root")]

HERE = Path(__file__).parent


def spec(fails: str) -> str:
    result = "/checkpoints/result.json"
    run = {"name": "systems", "image": "registry.example/ray:2.60.0", "numNodes": 2, "launcher": "ray"}
    program = {"command": ["python3", str(HERE / "ray_driver.py")], "args": [fails, result]}
    storage = {"checkpoints": {"mode": "create", "accessMode": "ReadWriteMany"}, "volumes": [RAY_FOLDER]}
    cluster = {
        "resourcesPerNode": {"requests": {"cpu": 2}},
        "ray": {"resultFile": result},
        "storage": storage,
        "env": RAY_ENV,
    }
    return yaml.safe_dump({"kind": "TrainingJob", **run, **program, **cluster})


@pytest.mark.parametrize(("fails", "status"), [("never", 0), ("late", 0), ("early", 1)])
def test_a_run_ends_as_its_program_does(run: Run, fails: str, status: int) -> None:
    """A program that fails in its tear-down, after its result, has succeeded."""
    done = run(spec(fails), "--netns", seconds=SECONDS)
    assert done.finish() == status, done.output
    assert "head-0 | addresses 10.131.0.1 10.131.0.2" in done.output
    assert ("the run has succeeded" in done.output) == (fails == "late")
