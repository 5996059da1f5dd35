"""Rules about names and values of variables: with the finding, and without it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import render.rules.environment
from render.problem import Severity
from render.programs.run import Run
from render.rules.environment._values import values
from render.rules.runner import check_spec
from tests.rules.spec_cases import each_case, found_codes

HUB: dict[str, Any] = {"command": ["torchrun", "train.py", "--model_name_or_path", "meta-llama/Llama-3.1-8B"]}
OFFLINE: dict[str, Any] = {"env": {"HF_HUB_OFFLINE": "1"}}
EIGHT: dict[str, Any] = {"resourcesPerNode": {"limits": {"nvidia.com/gpu": 8, "cpu": 96}}}
DATA = Path(render.rules.environment.__path__[0])


def alloc(value: str) -> dict[str, Any]:
    return {"env": {"PYTORCH_CUDA_ALLOC_CONF": value}}


def env(**variables: str) -> dict[str, Any]:
    return {"env": variables}


def mounted(path: str) -> dict[str, Any]:
    claim = {"name": "cache", "mountPath": path, "persistentVolumeClaim": {"claimName": "cache"}}
    return {"storage": {"volumes": [claim]}}


CASES: dict[str, list[tuple[bool, dict[str, Any]]]] = {
    "ENV101": [
        (True, alloc("expandable_segment:True")),
        (True, alloc("expandable_segments:true")),
        (True, alloc("expandable_segments:1")),
        (True, alloc("expandable_segments=True")),
        (True, alloc("expandable_segments:True;max_split_size_mb:128")),
        (True, alloc("expandable_segments")),
        (True, alloc("max_split_size_mb:19")),
        (True, alloc("max_split_size_mb:128,garbage_collection_threshold:80")),
        (True, alloc("roundup_power2_divisions:3")),
        (True, alloc("backend:cudamallocasync")),
        (True, env(PYTORCH_ALLOC_CONF="expandable_segments:yes")),
        (True, {"command": ["bash", "-c", "PYTORCH_CUDA_ALLOC_CONF=max_split_size:128 torchrun train.py"]}),
        (False, alloc("")),
        (False, alloc("expandable_segments:True")),
        (False, alloc("max_split_size_mb: 128, garbage_collection_threshold:0.8")),
        (False, alloc("roundup_power2_divisions:[256:1,512:2,1024:4,>:8],expandable_segments:False,")),
        (False, alloc("max_split_size_mb:128MB")),
        (False, alloc("backend:cudaMallocAsync")),
        (False, alloc("$(ALLOCATOR)")),
    ],
    "ENV102": [
        (True, env(HF_ENDPOINT="hf-mirror.example")),
        (True, env(WANDB_BASE_URL="wandb.example")),
        (True, env(MLFLOW_TRACKING_URI="mlflow:5000")),
        (True, env(MLFLOW_TRACKING_URI="mlflow.example")),
        (False, env(HF_ENDPOINT="https://hf-mirror.example")),
        (False, env(WANDB_BASE_URL="http://wandb:8080")),
        (False, env(MLFLOW_TRACKING_URI="http://mlflow:5000")),
        (False, env(MLFLOW_TRACKING_URI="/checkpoints/mlruns")),
        (False, env(MLFLOW_TRACKING_URI="databricks")),
        (False, env(MLFLOW_TRACKING_URI="sqlite:///mlflow.db")),
        (True, env(TORCH_NCCL_ASYNC_ERROR_HANDLING="true")),
        (True, env(TORCH_NCCL_TRACE_BUFFER_SIZE="")),
        (True, env(TORCH_NCCL_BLOCKING_WAIT="on")),
        (True, env(TORCH_DISTRIBUTED_DEBUG="VERBOSE")),
        (True, env(WANDB_MODE="off")),
        (True, env(LOGLEVEL="info")),
        (True, env(NVIDIA_DRIVER_CAPABILITIES="compute utility")),
        (True, env(ACCELERATE_MIXED_PRECISION="float16")),
        (True, {"command": ["env", "TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC=never", "torchrun", "train.py"]}),
        (False, env(TORCH_NCCL_ASYNC_ERROR_HANDLING="3")),
        (False, env(TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC="600s")),
        (False, env(TORCH_NCCL_DUMP_ON_TIMEOUT="true", TORCH_NCCL_ENABLE_MONITORING="Yes")),
        (False, env(TORCH_DISTRIBUTED_DEBUG="detail")),
        (False, env(WANDB_MODE="offline", LOGLEVEL="INFO", NVIDIA_DRIVER_CAPABILITIES="all")),
        (False, {"command": ["bash", "-c", "export WANDB_MODE=$MODE; torchrun train.py"]}),
        (False, {"command": ["bash", "-c", "WANDB_MODE=off python prepare.py; torchrun train.py"]}),
    ],
    "ENV103": [
        (True, env(NCCL_IB_DISABLE="true")),
        (True, env(NCCL_BUFFSIZE="8M")),
        (True, env(NCCL_DEBUG="DEBUG")),
        (True, env(NCCL_DEBUG_SUBSYS="INIT NET")),
        (True, env(NCCL_ALGO="Rings")),
        (True, env(NCCL_P2P_LEVEL="NVLINK")),
        (True, env(TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC="10m")),
        (True, env(OMP_NUM_THREADS="auto")),
        (True, env(OMP_NUM_THREADS="0")),
        (True, env(HF_HUB_OFFLINE="y")),
        (True, env(TRANSFORMERS_VERBOSITY="INFO")),
        (False, env(NCCL_IB_DISABLE="1", NCCL_BUFFSIZE="0x800000", NCCL_P2P_PXN_LEVEL="-2")),
        (False, env(NCCL_DEBUG="info", NCCL_DEBUG_SUBSYS="^ALL", NCCL_PROTO="Simple,LL128")),
        (False, env(NCCL_ALGO="allreduce:tree,ring;broadcast:ring", NCCL_NET_GDR_LEVEL="PIX")),
        (False, env(OMP_NUM_THREADS="8,2", HF_HUB_OFFLINE="ON", CUDA_DEVICE_ORDER="PCI_BUS_ID")),
    ],
    "ENV104": [
        (True, env(NCCL_DEBG="INFO")),
        (True, env(NCCL_SOCKET_IFNAMES="eth0")),
        (True, env(NCCL_DISABLE_IB="1")),
        (True, env(PYTORCH_CUDA_ALLOCATOR_CONF="expandable_segments:True")),
        (True, env(TORCH_NCCL_ASYNC_ERROR_HANDLNG="1")),
        (True, env(CUDA_VISIBLE_DEVICE="0")),
        (True, env(OMP_NUM_THREAD="8")),
        (True, env(NCLL_DEBUG="INFO")),
        (True, env(CUAD_VISIBLE_DEVICES="0")),
        (True, env(PYTROCH_CUDA_ALLOC_CONF="expandable_segments:True")),
        (True, env(WAND_MODE="offline")),
        (False, env(RCCL_DEBUG="INFO")),
        (False, env(NCLL_ANYTHING="1")),
        (False, env(TORCHX_HOME="/a")),
        (False, env(MY_HOME="/a", HF="1", NCCL="1")),
        (True, {"command": ["bash", "-c", "export HF_HUB_OFLINE=1; torchrun train.py"]}),
        (False, env(NCCL_DEBUG="INFO", NCCL_SOCKET_IFNAME="eth0", PYTHONUNBUFFERED="1")),
        (False, env(HF_TOKENIZER_DIR="/models", NCCL_TEAM="vision", CUDA_CHECK="1", WANDB_RUN="a")),
        (False, env(DEBUG_NCCL="1", MY_NCCL_DEBG="1")),
    ],
    "ENV105": [
        (True, {**HUB, **OFFLINE}),
        (True, {**HUB, "env": {"TRANSFORMERS_OFFLINE": "true"}}),
        (True, {**OFFLINE, "command": ["bash", "-c", "exec torchrun train.py --dataset_name=allenai/c4"]}),
        (True, {**HUB, **OFFLINE, **mounted("/data")}),
        (False, {**HUB, "env": {"HF_HUB_OFFLINE": "0"}}),
        (False, {**HUB, "env": {"HF_HUB_OFFLINE": "1", "HF_HOME": "/checkpoints/hf"}}),
        (False, {**HUB, **OFFLINE, **mounted("/root/.cache/huggingface")}),
        (False, {**OFFLINE, "command": ["torchrun", "train.py", "--model_name_or_path=/models/meta-llama/Llama"]}),
        (False, {**HUB, **OFFLINE, "envFrom": [{"configMapRef": {"name": "cluster"}}]}),
        (False, {**OFFLINE, "command": ["torchrun", "train.py", "--train_file=data/corpus.jsonl"]}),
    ],
    "ENV106": [
        (True, {**EIGHT, **env(OMP_NUM_THREADS="96")}),
        (True, {**EIGHT, **env(OMP_NUM_THREADS="13")}),
        (True, {**EIGHT, "command": ["bash", "-c", "export OMP_NUM_THREADS=64; torchrun train.py"]}),
        (False, {**EIGHT, **env(OMP_NUM_THREADS="12")}),
        (False, {"resourcesPerNode": {"limits": {"nvidia.com/gpu": 8}}, **env(OMP_NUM_THREADS="96")}),
        (False, {**EIGHT, "numProcPerNode": 1, **env(OMP_NUM_THREADS="96")}),
    ],
    "ENV107": [
        (True, env(PATH="/opt/tools")),
        (True, env(PATH="/opt/tools:$PATH")),
        (True, env(PATH="/usr/bin:/bin:${PATH}")),
        (True, env(LD_LIBRARY_PATH="/opt/efa/lib:$LD_LIBRARY_PATH")),
        (True, env(PYTHONPATH="/code:$(PYTHONPATH)")),
        (False, env(PATH="/opt/conda/bin:/usr/local/bin:/usr/bin:/bin")),
        (False, env(LD_LIBRARY_PATH="/opt/efa/lib", PYTHONPATH="/code")),
        (False, {"command": ["bash", "-c", "export PATH=/opt/tools:$PATH; torchrun train.py"]}),
    ],
}  # fmt: skip


@each_case(CASES)
def test_variables(code: str, values: dict[str, Any], *, is_found: bool) -> None:
    assert (code in found_codes(values)) is is_found


@pytest.mark.parametrize("code", CASES)
def test_three_spellings_each(code: str) -> None:
    found = [is_found for is_found, _ in CASES[code]]
    assert min(found.count(True), found.count(False)) >= 3


@pytest.mark.parametrize("verdict", ["ignored", "rejected"])
def test_a_value_takes_what_its_hint_says(verdict: str) -> None:
    assert [name for name, value in values(verdict).items() if not re.fullmatch(value.pattern, value.like)] == []


def test_data_have_sources_and_no_name_twice() -> None:
    data = json.loads((DATA / "values.json").read_bytes())
    for verdict in ("ignored", "rejected"):
        names = [name for row in data[verdict] for name in row["names"]]
        assert sorted(set(names)) == sorted(names)
        assert [row for row in data[verdict] if not re.match(r"https://\S+$", row["source"])] == []


def test_every_variable_with_known_values_is_a_known_name() -> None:
    known = set(json.loads((DATA / "names.json").read_bytes())["names"])
    prefixes = {name.partition("_")[0] for name in known}
    checked = {*values("ignored"), *values("rejected")}
    assert {name for name in checked if name.partition("_")[0] in prefixes} <= known


def test_what_torch_survives_is_a_warning() -> None:
    run = Run({"launcher": "torchrun", **env(NCCL_DEBUG="ON", WANDB_MODE="no")}, "run")
    found = {finding.rule.code: finding.rule.severity for finding in check_spec(run)}
    assert found == {"ENV102": Severity.ERROR, "ENV103": Severity.WARNING}
