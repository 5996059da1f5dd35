"""Exit codes of launchers that start processes on other nodes, with `failurePolicy.fatalExitCodes` and without."""

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.conftest import CHECKOUT
from tests.e2e.conftest import Run
from tests.e2e.processes import Running
from tests.e2e.systems.overlay import ENV, SECONDS, example, over
from tests.e2e.systems.required import missing

pytestmark = [pytest.mark.systems, pytest.mark.usefixtures("root")]

FOLDER = Path(__file__).parent
SCRIPT = CHECKOUT / "charts/training-job/files/exit_code/exit_code.py"
PROGRAM = str(FOLDER / "failing.py")
WITHOUT_CORE = str(FOLDER / "horovodrun_without_core.py")
HOROVODRUN = ["python3", WITHOUT_CORE, "-np", "$(NUM_PROCESSES)", "--hostfile", "/etc/mpi/hostfile", "python3", PROGRAM]

DEEPSPEED = ["deepspeed", "--force_multi", "--master_port=$(MASTER_PORT)", PROGRAM]

KILLED = "os.kill(os.getpid(), signal.SIGKILL)"
TERMINATED = "os.kill(os.getpid(), signal.SIGTERM)"

LLAMA_FACTORY = """\
import os, sys
if os.environ.get("RANK") == "1" and "TORCHELASTIC_RUN_ID" in os.environ:
    from llamafactory.train import tuner
    def fail(*_, **__):
        sys.exit(42)
    tuner.run_exp = fail
"""
"""A `sitecustomize` with which LLaMA-Factory's training fails in one process."""


def code(run: Run, spec: Path, folder: Path, *, fatal: list[int], local: dict[str, object], **fields: object) -> int:
    options = over(folder, failurePolicy={"maxRestarts": 0, "fatalExitCodes": fatal}, local=local, **fields)
    done = run(spec, *options, "--netns", seconds=SECONDS)
    done.finish()
    assert " failed with status " in done.output, done.output
    [status] = [line for line in done.output.splitlines() if " failed with status " in line]
    return int(status.rpartition(" ")[2])


def over_ssh(name: str, command: list[str], folder: Path, failure: str) -> tuple[Path, dict[str, Any]]:
    """Return an example's spec, in a folder of its own, and what is laid over it for two nodes of one process."""
    (folder / "train.py").touch()
    env = ENV | {"FAILURE": failure, "NOTE": str(folder / "note"), "HOME": str(folder), "DS_ACCELERATOR": "cpu"}
    env["STAYS"] = "0" if name == "deepspeed" else "1"
    if name == "openclip-horovod":
        env["PYTHONPATH"] = os.environ.get("HOROVOD_SOURCE") or missing("HOROVOD_SOURCE is not set")
    local = {"numNodes": 2, "numProcPerNode": 1, "args": [], "env": env}
    return Path(shutil.copy(example(name), folder)), {"command": command, "local": local}


class Case(NamedTuple):
    """A program that fails under a launcher, and the code of the run."""

    example: str
    command: list[str]
    failure: str
    fatal: list[int]
    code: int


CASES = (
    Case("mpi", ["mpirun", "--bind-to", "none", "python3", PROGRAM], "sys.exit(42)", [42], 42),
    Case("deepspeed", DEEPSPEED, "sys.exit(42)", [], 250),
    Case("deepspeed", DEEPSPEED, "sys.exit(42)", [42], 42),
    Case("openclip-horovod", HOROVODRUN, "sys.exit(42)", [], 1),
    Case("openclip-horovod", HOROVODRUN, "sys.exit(42)", [42], 42),
    Case("openclip-horovod", HOROVODRUN, KILLED, [42], 255),
    Case("mpi", ["mpirun", "--bind-to", "none", "python3", PROGRAM], TERMINATED, [42], 143),
    Case("deepspeed", DEEPSPEED, TERMINATED, [42], 241),
    Case("openclip-horovod", HOROVODRUN, TERMINATED, [], 1),
    Case("openclip-horovod", HOROVODRUN, TERMINATED, [42], 255),
)


@pytest.mark.usefixtures("launchers")
@pytest.mark.parametrize("case", CASES)
def test_code_over_ssh(run: Run, tmp_path: Path, case: Case) -> None:
    spec, fields = over_ssh(case.example, case.command, tmp_path, case.failure)
    assert code(run, spec, tmp_path, fatal=case.fatal, **fields) == case.code


WAITS = "import time\nprint('ready', flush=True)\ntime.sleep(1000)\n"
ENDED = {
    "mpirun": (["mpirun", "--allow-run-as-root", "-np", "1", "python3", "waits.py"], {1}, {1}),
    "horovodrun": (["./horovodrun", "-np", "1", "-H", "localhost:1", "python3", "waits.py"], {0, 1}, {143}),
}
"""Launchers to which SIGTERM is sent, with the codes alone and with the script. Some runs of horovodrun end with 0."""


@pytest.mark.usefixtures("launchers")
@pytest.mark.parametrize("has_script", [False, True])
@pytest.mark.parametrize("name", ENDED)
def test_launcher_that_is_ended(tmp_path: Path, name: str, *, has_script: bool) -> None:
    command, alone, with_script = ENDED[name]
    (tmp_path / "waits.py").write_text(WAITS, encoding="utf-8")
    (tmp_path / "horovodrun").write_text(f'#!/bin/sh\nexec python3 "{WITHOUT_CORE}" "$@"\n', encoding="utf-8")
    (tmp_path / "horovodrun").chmod(0o755)
    source = os.environ.get("HOROVOD_SOURCE") or missing("HOROVOD_SOURCE is not set")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))  # horovod imports its packages
    env = {**os.environ, **ENV, "PATH": path, "PYTHONPATH": source}
    running = Running(
        [*(["python3", str(SCRIPT)] if has_script else []), *command], folder=tmp_path, env=env, seconds=SECONDS
    )
    running.until("ready")
    running.send(signal.SIGTERM)
    assert running.finish() in (with_script if has_script else alone)


@pytest.mark.parametrize(("fatal", "expected"), [([], 1), ([42], 42)])
def test_code_of_llama_factory(run: Run, tmp_path: Path, fatal: list[int], expected: int) -> None:
    from tests.e2e.systems import small_sft

    (tmp_path / "sitecustomize.py").write_text(LLAMA_FACTORY, encoding="utf-8")
    local = {"numProcPerNode": 1, "env": ENV | {"PYTHONPATH": str(tmp_path)}}
    spec = small_sft.write(tmp_path, "llamafactory")
    assert code(run, spec, tmp_path, fatal=fatal, local=local) == expected
