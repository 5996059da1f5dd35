"""Slips of specs that people write: each rule with spellings that it finds and others that it leaves alone."""

from typing import Any

import pytest

from tests.rules.spec_cases import each_case, found_codes

GPUS = {"limits": {"nvidia.com/gpu": 8}}
CLAIM = {"checkpoints": {"mode": "existing", "claimName": "state", "mountPath": "/checkpoints"}}
BY_RANK = 'if [ "$NODE_RANK" = 0 ]; then ray start --head; else ray start --address=$MASTER_ADDR:6379 --block; fi'
MODELS = {"name": "m", "mountPath": "/models", "persistentVolumeClaim": {"claimName": "models"}}


def spec(command: str, **values: Any) -> dict[str, Any]:
    return {
        "image": "a:1",
        "numNodes": 2,
        "resourcesPerNode": GPUS,
        "command": command.split(),
        "storage": CLAIM,
        **values,
    }


def restarted(options: str, restarts: int = 3) -> dict[str, Any]:
    return spec(f"torchrun clm.py --output_dir=/checkpoints/a {options}", failurePolicy={"maxRestarts": restarts})


def megatron(options: str, **values: Any) -> dict[str, Any]:
    values = {"failurePolicy": {"maxRestarts": 3}, **values}
    return spec(f"torchrun pretrain_gpt.py --tensor-model-parallel-size=8 {options}", **values)


def hub(*options: str, **env: str) -> dict[str, Any]:
    command = " ".join(("torchrun train.py --model_name_or_path=meta-llama/Llama-3.1-8B", *options))
    return spec(command, container={"securityContext": {"readOnlyRootFilesystem": True}}, env=env)


def cached(env: dict[str, str], **volume: Any) -> dict[str, Any]:
    return spec("torchrun train.py", env=env, storage={**CLAIM, "volumes": [{**MODELS, **volume}]})


def trained(option: str) -> dict[str, Any]:
    return spec(f"torchrun clm.py --output_dir=/checkpoints/a --learning_rate=1e-5 {option}")


def shell(name: str, script: str) -> dict[str, Any]:
    return {**spec("x"), "command": [name, "-c", script]}


CASES = {
    "STO122": [
        (True, megatron("--save=/checkpoints/a")),
        (True, megatron("--save /checkpoints/a --micro-batch-size 1")),
        (True, megatron("--save=$(CHECKPOINT_DIR) --pipeline-model-parallel-size=2")),
        (False, megatron("--save=/checkpoints/a --load=/checkpoints/a")),
        (False, megatron("--yaml-cfg=/config/a.yaml --save=/checkpoints/a")),
        (False, megatron("--save-interval=100")),
        (False, megatron("--save=/checkpoints/a", failurePolicy={"maxRestarts": 0, "onPreemption": "fail"})),
        (False, spec("torchrun train.py --save=/checkpoints/a", failurePolicy={"maxRestarts": 3})),
    ],
    "RUN210": [
        (True, spec("ray start --head", launcher="plain")),
        (True, spec("ray start --head --block", launcher="torchrun")),
        (True, {**spec("x", launcher="plain"), "command": ["bash", "-c", "ray start --head && python train.py"]}),
        (False, spec("ray start --head", launcher="plain", numNodes=1)),
        (False, spec("ray start --address=head:6379", launcher="plain")),
        (False, {**spec("x", launcher="plain"), "command": ["bash", "-c", BY_RANK]}),
    ],
    "STO119": [
        (True, restarted("--save_strategy=no")),
        (True, restarted("--save_strategy no")),
        (True, restarted("--save_steps=500 --max_steps=200")),
        (True, restarted("--save_strategy=steps --save_steps=500 --max_steps=499")),
        (False, restarted("--save_strategy=no", 0)),
        (False, restarted("--save_strategy=epoch")),
        (False, restarted("--save_steps=500 --max_steps=-1")),
        (False, restarted("--save_steps=0.1 --max_steps=100")),
        (False, restarted("--save_steps=500 --max_steps=1000")),
    ],
    "STO115": [
        (True, cached({"HF_HOME": "/models/hf"}, readOnly=True)),
        (True, cached({"TRITON_CACHE_DIR": "/models"}, readOnly=True)),
        (True, cached({"WANDB_DIR": "/models/$(RUN)", "RUN": "a"}, readOnly=True)),
        (True, hub()),
        (True, hub("--seed=1", HF_TOKEN_PATH="/tmp/token")),
        (True, hub(TRANSFORMERS_OFFLINE_MODE="1")),
        (False, hub(HF_HOME="/tmp/hf")),
        (False, hub(HF_HUB_OFFLINE="1")),
        (False, hub("--cache_dir=/tmp/hf")),
        (False, cached({"HF_HOME": "/models/hf"})),
        (False, cached({"HF_HOME": "/models/hf", "HF_HUB_OFFLINE": "1"}, readOnly=True)),
        (False, cached({"HF_HOME": "/root/hf"}, readOnly=True)),
        (False, cached({"HF_HOME": "/models/rw/hf"}, readOnly=True, mountPath="/models/ro")),
    ],
    "RUN175": [
        (True, spec("tune run lora_finetune_single_device --config llama3/8B_lora_single_device")),
        (True, spec("tune run full_finetune_distributed --config a")),
        (True, spec("tune run --nproc_per_node=8 full_finetune_single_device --config a")),
        (False, spec("tune run lora_finetune_single_device --config a", numNodes=1)),
        (False, spec("tune run --nproc_per_node=8 lora_finetune_distributed --config a")),
        (False, spec("tune download a/b --output-dir /checkpoints")),
    ],
    "RUN206": [
        (True, trained("--per_device_train_batchsize=4")),
        (True, trained("--gradient_acumulation_steps 4")),
        (True, trained("--lr_schedular_type=cosine")),
        (True, trained("--gradient-checkpointing-kwarg-s x")),
        (False, trained("--per_device_train_batch_size=4")),
        (False, trained("--gradient_accumulation_step=4")),
        (False, trained("--lora_rank=4 --dataset_name=a --model_revision=b")),
        (False, trained("--gradient-accumulation-steps=4")),
        (False, spec("torchrun train.py --gradient_acumulation_steps=4")),
    ],
    "RUN207": [
        (True, spec("torchrun --rdzv_backend=c10d --rdzv_endpoint=old-node-0-0:29500 train.py")),
        (True, spec("torchrun --rdzv_backend=c10d --rdzv_endpoint=llama-worker-0.llama.team.svc:29500 train.py")),
        (True, spec("torchrun --master_addr=sft-master-0 train.py")),
        (False, spec("torchrun --rdzv_backend=c10d --rdzv_endpoint=run-node-0-0.run:29500 train.py")),
        (False, spec("torchrun --rdzv_backend=etcd-v2 --rdzv_endpoint=etcd.tools:2379 train.py")),
        (False, spec("torchrun --rdzv_backend=c10d --rdzv_endpoint=$(MASTER_ADDR):29500 train.py")),
        (False, spec("torchrun --master_addr=old-node-0-0 train.py", numNodes=1)),
    ],
    "ENV108": [
        (True, spec("torchrun train.py", env={"NCCL_SOCKET_IFNAME": "eth0 "})),
        (True, spec("torchrun train.py", env={"HF_HOME": "/checkpoints/hf\n"})),
        (True, spec("torchrun train.py", env={"DATA_DIR": " /data"})),
        (False, spec("torchrun train.py", env={"HF_HOME": "/checkpoints/hf"})),
        (False, spec("torchrun train.py", env={"PROMPT": "Answer: "})),
        (False, spec("torchrun train.py", env={"SSH_KEY": "a\nb\n"})),
        (False, spec("torchrun train.py", env={"NCCL_DEBUG": ""})),
    ],
    "RUN196": [
        (True, spec("torchrun train.py", env={"HF_TOKEN": "${HF_TOKEN}"})),
        (True, spec("torchrun train.py", env={"WANDB_API_KEY": "$WANDB_API_KEY"})),
        (True, spec("torchrun train.py --key=${WANDB_API_KEY}")),
        (False, spec("torchrun train.py", env={"PATH": "$PATH"})),
        (False, spec("torchrun train.py", env={"RUN_NAME": "a-${RUN_NAME}"})),
        (False, spec("torchrun train.py", env={"HF_TOKEN": {"secretKeyRef": {"name": "hf", "key": "token"}}})),
    ],
    "RUN186": [
        (True, trained("--lr_scheduler_type=cosin")),
        (True, trained("--optim=adamw_torchfused")),
        (True, spec("torchrun -m open_clip_train.main --dataset-type webdatset --logs=/checkpoints")),
        (False, trained("--lr_scheduler_type=cosine")),
        (False, spec("torchrun -m open_clip_train.main --dataset-type webdataset --logs=/checkpoints")),
        (False, spec("torchrun train.py --dataset-type webdatset")),
    ],
    "RUN209": [
        (True, shell("sh", "set -o pipefail; torchrun train.py | tee log")),
        (True, shell("/bin/sh", "set -euo pipefail\ntorchrun train.py")),
        (True, shell("dash", "if [[ -f a ]]; then torchrun train.py; fi")),
        (True, shell("sh", "cd /code && source venv/bin/activate && torchrun train.py")),
        (True, shell("sh", "A=(1 2)\ntorchrun train.py")),
        (True, shell("sh", "torchrun train.py <<< yes")),
        (False, shell("bash", "set -o pipefail; torchrun train.py | tee log")),
        (False, shell("sh", "set -eu; . venv/bin/activate; torchrun train.py")),
        (False, shell("sh", "A=$(nproc); torchrun train.py --source data")),
        (False, shell("sh", "grep '[[:space:]]' a; torchrun train.py")),
        (False, shell("sh", "cat <<EOF\nx\nEOF\ntorchrun train.py")),
    ],
    "RUN208": [
        (True, spec("torchrun ~/code/train.py")),
        (True, spec("torchrun train.py --data=~/c4")),
        (True, spec("torchrun train.py --data ~/c4")),
        (False, spec("torchrun train.py --data=/root/c4~")),
        (False, spec("torchrun train.py --range=~3")),
        (False, {**spec("x"), "command": ["bash", "-c", "torchrun ~/code/train.py"]}),
    ],
}


@each_case(CASES)
def test_case(code: str, values: dict[str, Any], *, is_found: bool) -> None:
    assert (code in found_codes(values)) is is_found


def test_every_rule_has_both() -> None:
    for code, rows in CASES.items():
        assert min(sum(found for found, _ in rows), sum(not found for found, _ in rows)) >= 3, code


@pytest.mark.parametrize("backend", ["c10d", "static"])
def test_hosts_that_are_no_pods(backend: str) -> None:
    values = spec(f"torchrun --rdzv_backend={backend} --rdzv_endpoint=trainer.example:29500 train.py")
    assert "RUN207" not in found_codes(values)
