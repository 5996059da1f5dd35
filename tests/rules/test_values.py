"""Rules that read the values and the variables of a spec: with the finding, and without it."""

from typing import Any

import pytest

from render.programs.run import Run
from render.rules.runner import check_spec
from tests.rules.spec_cases import each_case, found_codes

GPUS: dict[str, Any] = {"resourcesPerNode": {"limits": {"nvidia.com/gpu": 8}}}
TWO: dict[str, Any] = {"numNodes": 2}
QUEUED: dict[str, Any] = {"scheduler": "kueue", "kueue": {"queue": "research"}}
LLAMA: dict[str, Any] = {**TWO, "launcher": "ray", "resourcesPerNode": {"limits": {"nvidia.com/gpu": 8, "cpu": 64}}}
PLAIN: dict[str, Any] = {**TWO, "launcher": "plain", "numProcPerNode": 8}

CASES: dict[str, list[tuple[bool, dict[str, Any]]]] = {
    "RUN103": [
        (True, {**GPUS, "numProcPerNode": 4}),
        (True, {**GPUS, "numProcPerNode": 16}),
        (True, {**GPUS, "numProcPerNode": "cpu"}),
        (False, {**GPUS, "numProcPerNode": 8}),
        (False, {**GPUS, "numProcPerNode": "auto"}),
        (False, {**GPUS, "numProcPerNode": 1, "launcher": "plain"}),
        (False, {"numProcPerNode": 4}),
    ],
    "RUN115": [
        (True, {**GPUS, "env": {"CUDA_VISIBLE_DEVICES": "0,1"}}),
        (True, {**GPUS, "env": {"CUDA_VISIBLE_DEVICES": ""}}),
        (True, {**GPUS, "command": ["bash", "-c", "CUDA_VISIBLE_DEVICES=0 torchrun train.py"]}),
        (False, {**GPUS, "env": {"CUDA_VISIBLE_DEVICES": "0,1,2,3,4,5,6,7"}}),
        (False, {**GPUS, "command": ["bash", "-c", "CUDA_VISIBLE_DEVICES=$DEVICES torchrun train.py"]}),
        (False, {"env": {"CUDA_VISIBLE_DEVICES": "0,1"}}),
        (False, {**GPUS, "command": ["bash", "-c", "CUDA_VISIBLE_DEVICES=0 python prepare.py; torchrun train.py"]}),
    ],
    "RUN116": [
        (True, {"env": {"NVIDIA_VISIBLE_DEVICES": "all"}}),
        (True, {"env": {"NVIDIA_VISIBLE_DEVICES": "0"}}),
        (True, {"command": ["bash", "-c", "export NVIDIA_VISIBLE_DEVICES=all; exec python train.py"]}),
        (False, {"env": {"NVIDIA_VISIBLE_DEVICES": "void"}}),
        (False, {"command": ["bash", "-c", "echo NVIDIA_VISIBLE_DEVICES=all"]}),
        (False, {**GPUS, "env": {"NVIDIA_VISIBLE_DEVICES": "all"}}),
    ],
    "RUN126": [
        (True, {**TWO, "torchrun": {"rendezvousTimeoutSeconds": 60}}),
        (False, {**TWO, "torchrun": {"rendezvousTimeoutSeconds": 600}}),
        (False, {"numNodes": 1, "torchrun": {"rendezvousTimeoutSeconds": 60}}),
        (False, {**PLAIN, "torchrun": {"rendezvousTimeoutSeconds": 60}}),
    ],
    "RUN127": [
        (True, {"image": "train"}),
        (True, {"image": "registry.example:5000/train"}),
        (True, {"image": "registry.example/train:latest"}),
        (False, {"image": "registry.example:5000/train:1"}),
        (False, {"image": "train@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}),
        (False, {}),
    ],
    "RUN128": [
        (True, {**TWO, "imagePullPolicy": "Always"}),
        (False, {**TWO, "imagePullPolicy": "IfNotPresent"}),
        (False, {"imagePullPolicy": "Always"}),
    ],
    "RUN129": [
        (True, {"env": {"NCCL_P2P_DISABLE": "1"}}),
        (True, {"env": {"TORCH_DISTRIBUTED_DEBUG": "detail"}}),
        (True, {"command": ["bash", "-c", "CUDA_LAUNCH_BLOCKING=1 torchrun train.py"]}),
        (False, {"env": {"NCCL_P2P_DISABLE": "0"}}),
        (False, {"env": {"NCCL_DEBUG": "INFO"}}),
        (False, {"command": ["python", "train.py", "CUDA_LAUNCH_BLOCKING=1"]}),
    ],
    "RUN130": [
        (True, {**PLAIN, "env": {"WORLD_SIZE": "8"}}),
        (True, {**PLAIN, "command": ["bash", "-c", "WORLD_SIZE=8 exec python train.py"]}),
        (True, {**PLAIN, "command": ["env", "WORLD_SIZE=8", "python", "-m", "train"]}),
        (False, {**PLAIN, "env": {"WORLD_SIZE": "16"}}),
        (False, {**PLAIN, "env": {"WORLD_SIZE": "2"}}),
        (False, {**PLAIN, "env": {"WORLD_SIZE": "$(NNODES)"}}),
        (False, {**PLAIN, "env": {"WORLD_SIZE": "8"}, "command": ["torchrun", "train.py"]}),
    ],
    "RUN156": [
        (True, {**LLAMA, "command": ["llamafactory-cli", "train", "a.yaml"]}),
        (True, {**LLAMA, "command": ["bash", "-c", "cd /x && exec llamafactory-cli train a.yaml"]}),
        (True, {**LLAMA, "command": ["env", "USE_RAY=1", "llamafactory-cli", "train", "a.yaml"]}),
        (False, {**LLAMA, "command": ["python", "train.py", "llamafactory-cli"]}),
        (False, {**LLAMA, "command": ["bash", "-c", "echo llamafactory-cli; python train.py"]}),
        (False, {**LLAMA, "launcher": "torchrun", "command": ["llamafactory-cli", "train", "a.yaml"]}),
        (False, {**LLAMA, "resourcesPerNode": {"limits": {"nvidia.com/gpu": 8, "cpu": 80}},
                 "command": ["llamafactory-cli", "train", "a.yaml"]}),
    ],
    "RUN157": [
        (True, {**LLAMA, "command": ["llamafactory-cli", "train", "a.yaml", "ray_num_workers=17"]}),
        (True, {**LLAMA, "command": ["sh", "-c", "USE_RAY=1 llamafactory-cli train a.yaml ray_num_workers=99"]}),
        (True, {**LLAMA, "command": ["llamafactory-cli", "train"], "args": ["a.yaml", "ray_num_workers=17"]}),
        (False, {**LLAMA, "command": ["llamafactory-cli", "train", "a.yaml", "ray_num_workers=16"]}),
        (False, {**LLAMA, "command": ["llamafactory-cli", "train", "a.yaml", "ray_num_workers=$(NUM_PROCESSES)"]}),
        (False, {**LLAMA, "command": ["python", "train.py", "ray_num_workers=17"]}),
    ],
    "RUN131": [
        (True, {**PLAIN, "command": ["mpirun", "--hostfile", "/h", "train"]}),
        (False, {**PLAIN, "launcher": "mpi", "command": ["mpirun", "--hostfile", "/h", "train"]}),
        (False, {**PLAIN, "launcher": "horovod", "command": ["bash", "-c", "exec horovodrun -H a:8,b:8 train"]}),
    ],
    "STO101": [
        (True, {"storage": {"sharedMemory": {"enabled": True, "sizeLimit": "2Gi"}},
                "resourcesPerNode": {"limits": {"memory": "1Gi"}}}),
        (False, {"storage": {"sharedMemory": {"enabled": True, "sizeLimit": "1Gi"}},
                 "resourcesPerNode": {"limits": {"memory": "1024Mi"}}}),
        (False, {"storage": {"sharedMemory": {"enabled": False, "sizeLimit": "2Gi"}},
                 "resourcesPerNode": {"limits": {"memory": "1Gi"}}}),
        (False, {"storage": {"sharedMemory": {"enabled": True, "sizeLimit": "2Gi"}}}),
    ],
    "STO103": [
        (True, {**TWO, "storage": {"checkpoints": {"mode": "create", "accessMode": "ReadWriteOnce"}}}),
        (True, {"elastic": {"minNodes": 1, "maxNodes": 2},
                "storage": {"checkpoints": {"mode": "create", "accessMode": "ReadWriteOncePod"}}}),
        (True, {**TWO, "initializers": {"dataset": {"storageUri": "hf://a/b"},
                                        "storage": {"mode": "create", "accessMode": "ReadWriteOnce"}}}),
        (False, {**TWO, "storage": {"checkpoints": {"mode": "create", "accessMode": "ReadWriteMany"}}}),
        (False, {**TWO, "storage": {"checkpoints": {"mode": "none", "accessMode": "ReadWriteOnce"}}}),
        (False, {**TWO, "initializers": {"storage": {"mode": "create", "accessMode": "ReadWriteOnce"}}}),
        (False, {"storage": {"checkpoints": {"mode": "create", "accessMode": "ReadWriteOnce"}}}),
    ],
    "STO105": [
        (True, {"elastic": {"minNodes": 1, "maxNodes": 2}}),
        (False, {"elastic": {"minNodes": 1, "maxNodes": 2},
                 "storage": {"checkpoints": {"mode": "existing", "claimName": "a", "mountPath": "/a"}}}),
        (False, TWO),
    ],
    "SCD101": [
        (True, {"scheduler": "volcano", "volcano": {"queue": "default"}}),
        (False, {"scheduler": "volcano", "volcano": {"queue": "research"}}),
        (False, {"scheduler": "none", "volcano": {"queue": "default"}}),
    ],
    "SCD102": [
        (True, {"scheduler": "volcano", "volcano": {"priorityClassName": "a"}, "pod": {"priorityClassName": "b"}}),
        (False, {"scheduler": "volcano", "volcano": {"priorityClassName": "a"}, "pod": {"priorityClassName": "a"}}),
        (False, {"scheduler": "volcano", "volcano": {"priorityClassName": "a"}}),
    ],
    "SCD103": [
        (True, {**QUEUED, "target": "trainjob", "trainjob": {"release": "2.1"}}),
        (False, {**QUEUED, "target": "trainjob", "trainjob": {"release": "2.3"}}),
        (False, {**QUEUED, "target": "trainjob"}),
        (False, {**QUEUED, "trainjob": {"release": "2.1"}}),
        (False, {"target": "trainjob", "trainjob": {"release": "2.1"}}),
    ],
}  # fmt: skip


@each_case(CASES)
def test_values(code: str, values: dict[str, Any], *, is_found: bool) -> None:
    assert (code in found_codes(values)) is is_found


@pytest.mark.parametrize("section", ["elastic", "env", "network", "pod", "resourcesPerNode", "storage", "torchrun"])
def test_a_section_that_is_not_there(section: str) -> None:
    values = {"launcher": "torchrun", "scheduler": "volcano", "command": ["torchrun", "train.py"], **TWO, **GPUS}
    values.pop(section, None)
    list(check_spec(Run(values, "run")))
    list(check_spec(Run({}, "run")))
