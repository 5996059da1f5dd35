"""Options with a value that their program rejects, or that leaves a part of the run idle."""

from typing import Any

from tests.rules.spec_cases import each_case, found_codes

SIZE: dict[str, Any] = {"numNodes": 2, "resourcesPerNode": {"limits": {"nvidia.com/gpu": 8, "cpu": 96}}}
SSH: dict[str, Any] = {"ssh": {"secretName": "key"}}
ACCELERATE = (
    "accelerate launch --num_machines=2 --num_processes={} --machine_rank=$(NODE_RANK) "
    "--main_process_ip=$(MASTER_ADDR) --main_process_port=$(MASTER_PORT) {}train.py"
)


def line(command: str, **values: Any) -> dict[str, Any]:
    return {**SIZE, "command": command.split(), **values}


def accelerate(processes: str = "16", options: str = "") -> dict[str, Any]:
    return line(ACCELERATE.format(processes, options), launcher="accelerate")


def deepspeed(*words: str) -> dict[str, Any]:
    return {**line("deepspeed"), "command": ["deepspeed", *words, "train.py"], "launcher": "deepspeed", **SSH}


def mpi(command: str) -> dict[str, Any]:
    return line(command, launcher="mpi", **SSH)


def trainer(*words: str) -> dict[str, Any]:
    return line(" ".join(("torchrun train.py --model_name_or_path=a/b --output_dir=/checkpoints", *words)))


def zero(text: str) -> dict[str, Any]:
    return line(
        "torchrun train.py --deepspeed_config=/ds.json", files={"/ds.json": f'{{"train_batch_size": 64, {text}}}'}
    )


def factory(text: str) -> dict[str, Any]:
    return line("llamafactory-cli train /a.yaml", launcher="llamafactory", files={"/a.yaml": text})


def ray(*words: str) -> dict[str, Any]:
    return line(" ".join(("llamafactory-cli train a.yaml", *words)), launcher="ray", env={"USE_RAY": "1"})


BEST = "--load_best_model_at_end=True"
EVERY = f"{BEST} --eval_strategy=steps --save_strategy=steps"

GPUS = {"pod": {"nodeSelector": {"nvidia.com/gpu.product": "Tesla-V100-SXM2-32GB"}}}
A100 = {"pod": {"nodeSelector": {"nvidia.com/gpu.product": "NVIDIA-A100-SXM4-80GB"}}}


def rlhf(*words: str) -> dict[str, Any]:
    return line(" ".join(("python3 -m openrlhf.cli.train_ppo_ray", *words)), launcher="ray")


def tune(text: str, *words: str) -> dict[str, Any]:
    command = " ".join(("tune run --nproc_per_node=8 full_finetune_distributed --config /t.yaml", *words))
    return line(command, numNodes=1, files={"/t.yaml": text})


def axolotl(text: str) -> dict[str, Any]:
    return line("torchrun -m axolotl.cli.train /a.yaml", files={"/a.yaml": text})


READ_ONLY = {"container": {"securityContext": {"readOnlyRootFilesystem": True}}}


def script(text: str) -> dict[str, Any]:
    return {**SIZE, "command": ["bash", "-c", text]}


def user(number: int, section: str = "pod") -> dict[str, Any]:
    return {section: {"securityContext": {"runAsUser": number}}}


CASES: dict[str, list[tuple[bool, dict[str, Any]]]] = {
    "RUN158": [
        (True, rlhf("--actor_num_nodes 4 --actor_num_gpus_per_node 8")),
        (True, rlhf("--actor_num_nodes=1 --ref_num_gpus_per_node=16")),
        (True, rlhf("--actor_num_nodes 2 --actor_num_gpus_per_node 8 --vllm_num_engines 4")),
        (True, rlhf("--actor_num_nodes 2 --actor_num_gpus_per_node 8 --ref_num_nodes 1 --ref_num_gpus_per_node 8")),
        (False, rlhf("--actor_num_nodes 2 --actor_num_gpus_per_node 8 --vllm_num_engines 4 --colocate_all_models")),
        (
            False,
            rlhf(
                "--actor_num_nodes 2 --actor_num_gpus_per_node 8 --ref_num_nodes 2 --ref_num_gpus_per_node 8",
                "--colocate_actor_ref",
            ),
        ),
        (False, rlhf("--actor_num_nodes 1 --actor_num_gpus_per_node 8 --vllm_num_engines 4")),
        (False, rlhf("--actor_num_nodes=$(NNODES) --actor_num_gpus_per_node=8")),
        (False, line("python3 train.py --actor_num_nodes 4", launcher="ray")),
    ],
    "RUN223": [
        (True, line("torchrun train.py --data=/data/*.parquet")),
        (True, line("torchrun train.py --data /data/*/train.jsonl")),
        (True, line("torchrun /app/*.py")),
        (True, line("torchrun pretrain_gpt.py --data-path=/data/part*/text")),
        (True, line("cp -r /src/* /dst", launcher="plain")),
        (False, line("torchrun train.py --data=s3://bucket/*.parquet")),
        (False, line("torchrun train.py --exclude=.*/lm_head")),
        (False, line("torchrun train.py --pattern=*")),
        (False, {**SIZE, "command": ["bash", "-c", "torchrun train.py --data /data/*.parquet"]}),
        (False, line("torchrun train.py --data=/data/shard-{000..099}.tar")),
        (True, line("python train.py --data=/data/*.parquet", launcher="ray")),
    ],
    "RUN224": [
        (True, line("torchrun train.py --nproc_per_node=8")),
        (True, line("torchrun train.py --lr 1 --rdzv-endpoint $(MASTER_ADDR):29500", launcher="plain")),
        (True, line("accelerate launch train.py --num_processes 16", launcher="accelerate")),
        (False, line("torchrun --nproc_per_node=8 train.py")),
        (False, line("python train.py --nnodes=2", launcher="plain")),
        (False, line("torchrun train.py --num_processes=4")),
    ],
    "RUN225": [
        (True, {**SIZE, "command": ["bash", "torchrun train.py"]}),
        (True, {**SIZE, "command": ["/bin/sh", "torchrun", "train.py"]}),
        (True, {**SIZE, "command": ["bash", "-ex", "python3", "train.py"]}),
        (False, {**SIZE, "command": ["bash", "-c", "torchrun train.py"]}),
        (False, {**SIZE, "command": ["bash", "train.sh"]}),
        (False, {**SIZE, "command": ["bash", "/opt/my scripts/train.sh"]}),
        (False, {**SIZE, "command": ["bash", "-lc", "torchrun train.py"]}),
    ],
    "RUN226": [
        (True, script("conda activate train && torchrun train.py")),
        (True, script("set -e; mamba activate train; exec torchrun train.py")),
        (True, {**SIZE, "command": ["sh", "-c", "conda activate train && torchrun train.py"]}),
        (False, script("source /opt/conda/etc/profile.d/conda.sh && conda activate train && torchrun train.py")),
        (False, script('eval "$(conda shell.bash hook)"; conda activate train; torchrun train.py')),
        (False, script(". /opt/conda/bin/activate && conda activate train && torchrun train.py")),
        (False, {**SIZE, "command": ["bash", "-lc", "conda activate train && torchrun train.py"]}),
        (False, script("conda run -n train torchrun train.py")),
        (False, {**script("conda activate train && torchrun train.py"), "env": {"BASH_ENV": "/opt/conda.sh"}}),
    ],
    "RUN227": [
        (True, {**script("apt-get update && torchrun train.py"), **user(1000)}),
        (True, {**script("apt install -y git; torchrun train.py"), **user(1000, "container")}),
        (True, {**script("pip install numpy==2.1.0 && torchrun train.py"), **READ_ONLY}),
        (True, {**script("apt-get install -y git && torchrun train.py"), **READ_ONLY}),
        (False, {**script("apt-get update && torchrun train.py"), **user(0)}),
        (False, script("apt-get update && torchrun train.py")),
        (False, {**script("pip install numpy==2.1.0 && torchrun train.py"), **user(1000)}),
        (False, {**script("pip install --target=/tmp/p numpy==2.1.0 && torchrun train.py"), **READ_ONLY}),
        (False, {**script("pip list && torchrun train.py"), **READ_ONLY}),
    ],
    "RUN123": [
        (True, script("torchrun train.py & wait")),
        (True, script("nohup torchrun train.py > log 2>&1 & tail -F log & wait")),
        (True, script("python train.py &\nwait")),
        (False, script("torchrun train.py & wait $!")),
        (False, script("nvidia-smi dmon & torchrun train.py")),
        (False, script("rsync a b & wait && torchrun train.py")),
    ],
    "STO121": [
        (True, {**line("torchrun /root/train.py"), **user(1000)}),
        (True, {**line("torchrun train.py"), **user(1000), "env": {"HF_HOME": "/root/.cache/huggingface"}}),
        (True, {**line("torchrun train.py --data=/root/data"), **user(65534, "container")}),
        (True, {**line("torchrun train.py"), **user(1000), "workingDir": "/root/code"}),
        (False, {**line("torchrun /root/train.py"), **user(0)}),
        (False, line("torchrun /root/train.py")),
        (False, {**line("torchrun /rootless/train.py --out=/data/root/a"), **user(1000)}),
        (False, {**line("torchrun /root/train.py"), **user(1000), "storage": {"volumes": [{"mountPath": "/root/"}]}}),
    ],
    "STO120": [
        (True, line("torchrun train.py --output_dir=s3://bucket/run --learning_rate=1e-4")),
        (True, line("torchrun train.py --output_dir gs://bucket/run --num_train_epochs 3")),
        (True, factory("stage: sft\noutput_dir: hf://a/b\nlearning_rate: 1.0e-4")),
        (False, trainer("--learning_rate=1e-4")),
        (False, line("torchrun train.py --output_dir=s3://bucket/run")),
        (False, line("torchrun train.py --output_dir=./s3 --learning_rate=1e-4")),
    ],
    "ENV109": [
        (True, trainer("--report_to=wandb")),
        (True, factory("stage: sft\noutput_dir: /o\nreport_to: [tensorboard, wandb]")),
        (True, trainer("--push_to_hub")),
        (True, trainer("--push_to_hub=True --report_to=none")),
        (False, {**trainer("--report_to=wandb"), "env": {"WANDB_MODE": "offline"}}),
        (False, {**trainer("--report_to=wandb"), "env": {"WANDB_API_KEY": {"valueFrom": {}}}}),
        (False, {**trainer("--report_to=wandb"), "envFrom": [{"secretRef": {"name": "keys"}}]}),
        (False, {**trainer("--push_to_hub"), "env": {"HF_TOKEN": {"valueFrom": {}}}}),
        (False, trainer("--push_to_hub=False --report_to=tensorboard")),
        (False, script("wandb login $(KEY) && torchrun train.py --output_dir=/o --learning_rate=1 --report_to=wandb")),
    ],
    "RES116": [
        (True, line("torchrun train.py --bf16", **GPUS)),
        (True, line("torchrun train.py --dtype=bfloat16", **GPUS)),
        (True, line("torchrun pretrain_gpt.py --bf16 --lr 1e-4", **GPUS)),
        (True, line("torchrun train.py --precision bf16-mixed", **GPUS)),
        (True, line("torchrun train.py", env={"ACCELERATE_MIXED_PRECISION": "bf16"}, **GPUS)),
        (False, line("torchrun train.py --bf16", **A100)),
        (False, line("torchrun train.py --bf16=False", **GPUS)),
        (False, line("torchrun train.py --bf16 no", **GPUS)),
        (False, line("torchrun train.py --dtype=float16", **GPUS)),
        (False, line("torchrun train.py --dtype=bfloat16")),
        (False, line("torchrun train.py --precision 16-mixed", **GPUS)),
        (False, line("torchrun train.py", env={"ACCELERATE_MIXED_PRECISION": "fp16"}, **GPUS)),
    ],
    "RUN101": [
        (True, line("torchrun --nnodes=4 --nproc_per_node=8 train.py", launcher="plain")),
        (True, line("torchrun --nnodes 3 train.py", launcher="plain")),
        (True, line("torchrun --nnodes=4 train.py")),
        (False, line("torchrun --nnodes=2 --nproc_per_node=8 train.py", launcher="plain")),
        (False, line("torchrun --nnodes=$(NNODES) train.py", launcher="plain")),
        (False, line("torchrun --nnodes=1 train.py", launcher="plain")),
    ],
    "RUN104": [
        (True, line("torchrun --nproc_per_node=cpu train.py")),
        (False, line("torchrun --nproc_per_node=gpu train.py")),
        (False, line("torchrun --nproc_per_node=cpu train.py", resourcesPerNode={"limits": {"cpu": 8}})),
    ],
    "RUN133": [
        (True, accelerate("$(NPROC_PER_NODE)")),
        (True, accelerate("8")),
        (True, {**accelerate("$(COUNT)"), "env": {"COUNT": "8"}}),
        (False, accelerate("$(NUM_PROCESSES)")),
        (False, {**accelerate("$(COUNT)"), "env": {"COUNT": "16"}}),
        (False, accelerate("$(UNKNOWN)")),
    ],
    "RUN186": [
        (True, line("torchrun --redirects=4 train.py")),
        (True, line("torchrun --max-restarts=three train.py")),
        (True, line("torchrun --rdzv_backend=c10 train.py")),
        (True, accelerate(options="--max_restarts=x ")),
        (True, trainer("--ddp_backend=nccl2")),
        (False, line("torchrun --redirects=0:3,1:3 --tee=3 --max-restarts=0 train.py")),
        (False, line("torchrun --rdzv_backend=mccl-store train.py")),
        (False, line("torchrun --nnodes=1:4 --nproc-per-node=auto train.py")),
        (False, trainer("--ddp_backend=nccl")),
    ],
    "RUN190": [
        (True, line("torchrun train.sh")),
        (True, line("torchrun train.ipynb")),
        (True, deepspeed("run.sh")),
        (False, line("torchrun --no-python train.sh")),
        (False, line("bash train.sh")),
        (False, line("torchrun train.py a.sh")),
    ],
    "RUN191": [
        (True, deepspeed("--launcher=slurm")),
        (True, accelerate(options="--deepspeed_multinode_launcher=slurm ")),
        (False, deepspeed("--launcher=pdsh")),
    ],
    "RUN201": [
        (True, line("torchrun --epochs=3 train.py")),
        (True, line("torchrun --learning_rate 1e-4 train.py")),
        (True, line("torchrun --nproc-per-nodes=8 train.py")),
        (False, line("torchrun train.py --epochs=3")),
        (False, line("torchrun --nproc-per-node=8 train.py")),
        (False, accelerate(options="--a_new_switch ")),
    ],
    "RUN218": [
        (True, line("torchrun \u2014nnodes=2 train.py")),
        (True, line("torchrun train.py \u2013epochs 3")),
        (True, line("torchrun train.py \u2212lr 3")),
        (False, line("torchrun train.py --title=a\u2014b")),
        (False, line("torchrun train.py \u2014")),
        (False, line("torchrun train.py -5")),
    ],
    "RUN219": [
        (True, deepspeed("--include=worker-0@worker-1")),
        (True, deepspeed("-i", "gpu-7:0,1")),
        (True, deepspeed("--exclude=worker-0:0")),
        (False, deepspeed("--include=run-node-0-0.run:0,1@run-node-0-1.run")),
        (False, deepspeed("--include=localhost:0")),
        (False, line("deepspeed --include=worker-0 train.py")),
    ],
    "RUN220": [
        (True, line("torchrun train.py --model_name_or_path=a/b -output_dir=/checkpoints")),
        (True, line("torchrun train.py --bf16 -learning_rate 1e-4")),
        (False, line("torchrun train.py --bf16 --learning_rate 1e-4")),
        (False, line("torchrun train.py -output_dir /checkpoints -bf16")),
    ],
    "RUN221": [
        (True, line("torchrun train.py fit --trainer.accelerator=cpu")),
        (True, line("torchrun train.py trainer.accelerator=cpu")),
        (False, line("torchrun train.py fit --trainer.accelerator=gpu")),
        (False, line("torchrun train.py trainer.accelerator=cpu", resourcesPerNode={})),
    ],
    "RUN198": [
        (True, trainer(f"{EVERY} --save_steps=500 --eval_steps=200")),
        (True, trainer(f"{EVERY} --eval_steps=300")),
        (True, trainer(BEST)),
        (False, trainer(f"{EVERY} --save_steps=400 --eval_steps=200")),
        (False, trainer(f"{BEST} --eval_strategy=epoch --save_strategy=epoch")),
        (False, trainer("--save_steps=500 --eval_steps=200")),
    ],
    "RUN307": [
        (True, accelerate(options="--cpu ")),
        (True, accelerate(options="--gpu_ids=0,1 ")),
        (False, accelerate(options="--gpu_ids=all ")),
        (False, accelerate(options="--gpu_ids=0,1,2,3,4,5,6,7 ")),
    ],
    "RUN319": [
        (True, zero('"bf16": true')),
        (True, zero('"optimizer": "AdamW"')),
        (True, zero('"fp16": 1')),
        (False, zero('"bf16": {"enabled": true}')),
        (False, zero('"zero_optimization": {"stage": 1}')),
        (False, zero('"optimizer": {"type": "AdamW"}')),
    ],
    "RUN325": [
        (True, tune("batch_size: 0")),
        (True, tune("batch_size: 2\nepochs: 0")),
        (True, tune("batch_size: 2", "batch_size=-1")),
        (True, tune("batch_size: 2\ngradient_accumulation_steps: 0.5")),
        (True, tune("model: {lora_rank: 0}")),
        (True, axolotl("micro_batch_size: 0")),
        (True, axolotl("micro_batch_size: 2\nnum_epochs: 0")),
        (True, factory("stage: sft\noutput_dir: /o\nnum_train_epochs: 0")),
        (True, factory("stage: sft\noutput_dir: /o\nlearning_rate: -1.0e-4")),
        (True, trainer("--warmup_ratio=3")),
        (True, trainer("--num_train_epochs=-1")),
        (True, line("torchrun train.py --batch-size=0")),
        (True, line("torchrun train.py --global_batch_size 0")),
        (False, tune("batch_size: 2\nepochs: 1\nmax_steps_per_epoch: null")),
        (False, tune("batch_size: 0", "batch_size=4")),
        (False, axolotl("micro_batch_size: 2\nnum_epochs: 0\nmax_steps: 100")),
        (False, axolotl("micro_batch_size: 2\nnum_epochs: 0.5")),
        (False, factory("stage: sft\noutput_dir: /o\nnum_train_epochs: 0\nmax_steps: 10")),
        (False, factory("stage: sft\noutput_dir: /o\nnum_train_epochs: 3.0\nlearning_rate: 1.0e-4\nwarmup_ratio: 0.1")),
        (False, trainer("--warmup_ratio=1e-2 --num_train_epochs=.5 --warmup_steps=0 --weight_decay=0.")),
        (False, line("torchrun train.py --batch-size=auto")),
        (False, line("torchrun train.py --batch_size -1")),
        (False, line("torchrun train.py --batch_size=10")),
        (True, trainer("--per_device_train_batch_size=auto")),
        (True, trainer("--gradient_accumulation_steps=0")),
        (True, trainer("--learning_rate=1e-4x")),
        (True, factory("stage: stf")),
        (True, factory("finetuning_type: lorra")),
        (True, factory("cutoff_len: 0")),
        (False, trainer("--per_device_train_batch_size=4 --learning_rate=1e-4 --save_steps=0.1 --max_steps=-1")),
        (False, trainer("--per_device_train_batch_size=$(BATCH)")),
        (False, factory("stage: dpo\nfinetuning_type: full\nlearning_rate: 1.0e-4")),
        (False, line("torchrun train.py --learning_rate=auto")),
    ],
    "RUN332": [
        (True, ray("ray_num_workers=8")),
        (True, ray("ray_num_workers=1")),
        (False, ray("ray_num_workers=16")),
        (False, ray("ray_num_workers=$(NUM_PROCESSES)")),
        (False, ray()),
    ],
    "RUN343": [
        (True, line("tune run --nproc_per_node=8 full_finetune_distributed", numNodes=1)),
        (True, line("tune run --nproc_per_node=8 full_finetune_distributed --config=a", numNodes=1)),
        (False, line("tune run --nproc_per_node=8 full_finetune_distributed --config a", numNodes=1)),
        (False, line("tune ls")),
    ],
    "RUN171": [
        (True, line("axolotl train a.yml --launcher accelerate")),
        (True, line("axolotl train a.yml")),
        (False, line("axolotl train a.yml --launcher torchrun")),
    ],
    "RUN170": [
        (True, mpi("python -m mpi4py train.py")),
        (True, mpi("python train.py")),
        (False, mpi("mpirun python -m mpi4py train.py")),
        (False, mpi("python mpirun_all.py")),
    ],
    "NET120": [
        (True, mpi("mpirun -mca btl_tcp_if_include ens5 python train.py")),
        (True, mpi("mpirun --mca oob_tcp_if_include bond0 python train.py")),
        (True, {**mpi("mpirun python train.py"), "env": {"OMPI_MCA_btl_tcp_if_include": "ens5"}}),
        (False, mpi("mpirun -mca btl_tcp_if_include eth0 python train.py")),
        (False, mpi("mpirun -mca btl_tcp_if_include 10.0.0.0/8 python train.py")),
    ],
    "ENV104": [
        (True, mpi("mpirun -x NCCL_DEBG=INFO python train.py")),
        (False, mpi("mpirun -x NCCL_DEBUG=INFO python train.py")),
    ],
    "RUN196": [
        (True, {**line("horovodrun -np 16 -H $HOSTS python train.py", launcher="horovod"), **SSH}),
        (False, {**line("horovodrun -np 16 -H a:8,b:8 python train.py --out=$DIR", launcher="horovod"), **SSH}),
    ],
}


@each_case(CASES)
def test_specs(code: str, values: dict[str, Any], *, is_found: bool) -> None:
    assert (code in found_codes(values)) is is_found
