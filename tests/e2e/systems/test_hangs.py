"""Hang detection under the launchers of other systems: rank 2 of 4 sleeps, and both nodes report it."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.e2e.conftest import Run
from tests.e2e.systems.overlay import ENV, RAY_ENV, RAY_FOLDER, SECONDS
from tests.e2e.systems.required import missing

pytestmark = [pytest.mark.systems, pytest.mark.usefixtures("root", "launchers")]

HERE = Path(__file__).parent
TORCH = str(HERE.parent / "hang" / "program.py")
NODES = ["--num_machines=$(NNODES)", "--num_processes=$(NUM_PROCESSES)", "--machine_rank=$(NODE_RANK)"]
MASTER = ["--main_process_ip=$(MASTER_ADDR)", "--main_process_port=$(MASTER_PORT)"]
CPUS = ["--mixed_precision=no", "--dynamo_backend=no", "--num_cpu_threads_per_process=1"]
ADDRESS = ["--master_addr=$(MASTER_ADDR)", "--master_port=$(MASTER_PORT)"]
SPECS: dict[str, dict[str, Any]] = {
    "accelerate": {
        "command": ["accelerate", "launch", "--multi_gpu", *CPUS, *NODES, *MASTER, TORCH],
    },
    "mpi": {
        "command": [
            "mpirun",
            "--bind-to",
            "none",
            "--tag-output",
            "-x",
            "MASTER_ADDR=run-node-0-0.run",
            "-x",
            "MASTER_PORT=29500",
            "python3",
            TORCH,
        ],
        "mpi": {"implementation": "openmpi"},
        "ssh": {"secretName": "training-ssh"},
    },
    "horovod": {
        # This machine's PYTHONPATH is that of the image here: horovodrun sets it on all nodes.
        "command": ["env", "-u", "PYTHONPATH", "python3", str(HERE / "horovodrun_without_core.py")],
        "args": [
            "-np=$(NUM_PROCESSES)",
            "--hostfile=/etc/mpi/hostfile",
            "--network-interfaces=eth0",
            "env",
            "MASTER_ADDR=run-node-0-0.run",
            "MASTER_PORT=29500",
            "python3",
            TORCH,
        ],
        "ssh": {"secretName": "training-ssh"},
    },
    "plain": {
        "command": ["torchrun", "--nnodes=2", "--nproc_per_node=2", "--node_rank=$(NODE_RANK)", *ADDRESS, TORCH],
    },
    "ray": {
        "command": ["python3", str(HERE / "hang_ray.py")],
        "resourcesPerNode": {"requests": {"cpu": 2}},
        "storage": {"checkpoints": {"mode": "create", "accessMode": "ReadWriteMany"}, "volumes": [RAY_FOLDER]},
        "env": RAY_ENV,
    },
}


@pytest.mark.parametrize("launcher", SPECS)
def test_hang(run: Run, tmp_path: Path, launcher: str) -> None:
    spec = {"name": "run", "image": "registry.example/train:1", "numNodes": 2, "numProcPerNode": 2, **SPECS[launcher]}
    spec["launcher"] = launcher
    spec["env"] = ENV | {"CASE": "sleep", "HOME": str(tmp_path)} | spec.get("env", {})
    if launcher == "horovod":
        spec["env"]["HOROVOD_SOURCE"] = os.environ.get("HOROVOD_SOURCE") or missing("HOROVOD_SOURCE is not set")
    spec["hangDetection"] = {"enabled": True, "stallSeconds": 10, "action": "fail"}
    running = run(yaml.safe_dump(spec), "--netns", seconds=SECONDS)
    assert running.finish() != 0
    found = re.findall(r"(\w+-\d) *\| hang detection: hang: (.*)", running.output)
    assert len({node for node, _ in found}) == 2, running.output
    for _, sentence in found:
        late = r"rank 2 \(node \d, [^)]*\) is in load_batch \((program|hang_ray).py:\d+\); "
        assert re.match(rf"{late}ranks 0-1 and 3 wait in all_?reduce", sentence), sentence
