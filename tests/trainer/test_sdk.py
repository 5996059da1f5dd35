"""A TrainJob that Kubeflow's Python SDK builds is valid, and expands on the runtime that it was built for.

The SDK's own code makes it and sends it; tests/trainer/sdk.py says what stands for the cluster.
"""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from render.cli import expand, validate
from render.trainer.runtimes import builtin_runtime
from tests.conftest import CHECKOUT

SECONDS = 300


@pytest.fixture(scope="module")
def python() -> Path:
    """A Python that has the SDK."""
    made = subprocess.run([CHECKOUT / "ci/tools/venv", "sdk"], capture_output=True, check=False, text=True)
    if made.returncode and os.environ.get("CI") != "true":
        pytest.skip(f"the SDK can't be installed: {made.stderr.strip().splitlines()[-1]}")
    assert made.returncode == 0, made.stderr
    return Path(made.stdout.strip(), "bin", "python")


@pytest.fixture(scope="module")
def trainjob(python: Path) -> str:
    """What the SDK sends for a function that trains with torch on two nodes."""
    runtime = builtin_runtime("torch-distributed", "2.3")
    assert runtime is not None
    script = Path(__file__).with_name("sdk.py")
    # What is imported here is not what its own Python has.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.run(
        [python, script],
        input=json.dumps(runtime.data),
        capture_output=True,
        check=True,
        text=True,
        timeout=SECONDS,
        env=environment,
    ).stdout


def test_it_is_valid(trainjob: str, tmp_path: Path) -> None:
    path = tmp_path / "trainjob.json"
    path.write_text(trainjob, encoding="utf-8")
    done = CliRunner().invoke(validate.command, [str(path)], standalone_mode=False)
    assert (done.return_value, done.stdout) == (0, "")


def test_it_expands(trainjob: str) -> None:
    done = CliRunner().invoke(expand.command, ["-"], input=trainjob, standalone_mode=False)
    assert (done.return_value, done.stderr) == (0, "")
    [jobset] = yaml.safe_load_all(done.stdout)
    [job] = jobset["spec"]["replicatedJobs"]
    assert (jobset["metadata"]["name"], job["template"]["spec"]["completions"]) == ("fine-tune", 2)
    [node] = job["template"]["spec"]["template"]["spec"]["containers"]
    asked: dict[str, Any] = {"cpu": "4", "memory": "16Gi", "nvidia.com/gpu": "2"}
    assert node["resources"] == {"limits": asked, "requests": asked}
    env = {variable["name"]: variable.get("value") for variable in node["env"]}
    assert (env["NCCL_DEBUG"], env["PET_NNODES"], env["PET_NPROC_PER_NODE"]) == ("INFO", "2", "auto")
    assert env["PET_MASTER_ADDR"] == "fine-tune-node-0-0.fine-tune"
    assert "train(**{'epochs': 3})" in node["command"][-1]
