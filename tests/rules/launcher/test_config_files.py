"""Configuration files of programs in `files`: each mistake in several spellings, and what is right."""

from typing import Any

import pytest

from render.programs.run import Run
from render.rules.runner import check_spec

Values = dict[str, Any]

SIZE: Values = {"numNodes": 2, "resourcesPerNode": {"limits": {"nvidia.com/gpu": 8, "cpu": 96}}}
CLAIM: Values = {
    "storage": {
        "checkpoints": {"mode": "existing", "claimName": "state", "mountPath": "/checkpoints", "env": "CHECKPOINT_DIR"}
    }
}
RESTARTS: Values = {"failurePolicy": {"maxRestarts": 3}}
OLD: Values = {"pod": {"nodeSelector": {"nvidia.com/gpu.product": "Tesla-V100-SXM2-32GB"}}}
A100: Values = {"pod": {"nodeSelector": {"nvidia.com/gpu.product": "NVIDIA-A100-SXM4-80GB"}}}
LAUNCH = "accelerate launch --config_file=/c/a.yaml {} train.py"
WHOLE = "--machine_rank=$(NODE_RANK) --main_process_ip=$(MASTER_ADDR) --main_process_port=$(MASTER_PORT)"
HOSTS = "num_machines: 2\nnum_processes: 16\n"


def accelerate(text: str, options: str = WHOLE, **values: Any) -> Values:
    return {
        **SIZE,
        "launcher": "accelerate",
        "command": LAUNCH.format(options).split(),
        "files": {"/c/a.yaml": text},
        **values,
    }


def deepspeed(text: str, option: str = "--deepspeed_config", **values: Any) -> Values:
    command = ["torchrun", "train.py", option, "/c/ds.json"]
    return {**SIZE, "launcher": "torchrun", "command": command, "files": {"/c/ds.json": text}, **values}


def trainer(text: str, *arguments: str, **values: Any) -> Values:
    command = ["torchrun", "train.py", "--deepspeed=/c/ds.json", *arguments]
    return deepspeed(text, **{"command": command, **values})


def llamafactory(text: str, *arguments: str, **values: Any) -> Values:
    command = ["llamafactory-cli", "train", "/c/sft.yaml", *arguments]
    return {
        **SIZE,
        **CLAIM,
        **RESTARTS,
        "launcher": "llamafactory",
        "command": command,
        "files": {"/c/sft.yaml": text},
        **values,
    }


def torchtune(text: str, *arguments: str, options: str = "--nproc_per_node=8", **values: Any) -> Values:
    command = ["tune", "run", *options.split(), "full_finetune_distributed", "--config", "/c/full.yaml", *arguments]
    return {**SIZE, **CLAIM, "numNodes": 1, "command": command, "files": {"/c/full.yaml": text}, **values}


def loaders(*arguments: str, **more: Any) -> Values:
    limits = {"nvidia.com/gpu": 8, "cpu": 64}
    return {"command": ["torchrun", "train.py", *arguments], "resourcesPerNode": {"limits": limits}, **more}


def openclip(*arguments: str, **values: Any) -> Values:
    return {**SIZE, **CLAIM, **RESTARTS, "command": ["torchrun", "-m", "open_clip_train.main", *arguments], **values}


CASES: dict[str, tuple[Values, set[str]]] = {
    "accelerate: right": (accelerate(f"distributed_type: FSDP\n{HOSTS}"), set()),
    "accelerate: options override": (
        accelerate("num_machines: 1\nnum_processes: 1", f"{WHOLE} --num_machines=2 --num_processes=16"),
        set(),
    ),
    "accelerate: per node": (accelerate("num_machines: 2\nnum_processes: 8"), {"RUN301"}),
    "accelerate: no machines": (accelerate("num_processes: 16"), {"RUN301"}),
    "accelerate: no processes": (accelerate("num_machines: 2"), {"RUN301"}),
    "accelerate: a GPU per node": (
        accelerate(HOSTS, resourcesPerNode={"limits": {"nvidia.com/gpu": 1}}, numProcPerNode=1),
        {"RUN301"},
    ),
    "accelerate: elsewhere": (accelerate(HOSTS, files={"/d/other.yaml": "num_machines: 1"}), set()),
    "accelerate: pinned address": (
        accelerate(f"{HOSTS}main_process_ip: 10.1.2.3", "--machine_rank=$(NODE_RANK)"),
        {"RUN302"},
    ),
    "accelerate: address overridden": (accelerate(f"{HOSTS}main_process_ip: 10.1.2.3"), set()),
    "accelerate: no address": (accelerate(HOSTS, "--machine_rank=$(NODE_RANK)"), {"RUN302"}),
    "accelerate: rank by the rendezvous": (
        accelerate(f"{HOSTS}rdzv_backend: c10d", "--main_process_ip=$(MASTER_ADDR) --main_process_port=$(MASTER_PORT)"),
        set(),
    ),
    "accelerate: rank in the file": (
        accelerate(f"{HOSTS}machine_rank: 0", "--main_process_ip=$(MASTER_ADDR) --main_process_port=$(MASTER_PORT)"),
        {"RUN162"},
    ),
    "accelerate: not distributed": (accelerate(f"{HOSTS}distributed_type: 'NO'"), {"RUN303"}),
    "accelerate: not distributed, unquoted": (accelerate(f"{HOSTS}distributed_type: NO"), {"RUN303"}),
    "accelerate: unknown type": (accelerate(f"{HOSTS}distributed_type: DDP"), {"RUN303"}),
    "accelerate: on CPUs": (accelerate(f"{HOSTS}distributed_type: MULTI_CPU"), {"RUN303"}),
    "accelerate: use_cpu": (accelerate(f"{HOSTS}distributed_type: MULTI_GPU\nuse_cpu: true"), {"RUN303"}),
    "accelerate: four of eight": (accelerate(f"{HOSTS}distributed_type: MULTI_GPU\ngpu_ids: 0,1,2,3"), {"RUN303"}),
    "accelerate: all": (accelerate(f"{HOSTS}distributed_type: MULTI_GPU\ngpu_ids: all"), set()),
    "accelerate: an option for the type": (accelerate(f"{HOSTS}distributed_type: 'NO'", f"--use_fsdp {WHOLE}"), set()),
    "accelerate: pdsh": (
        accelerate(f"{HOSTS}distributed_type: DEEPSPEED\ndeepspeed_config: {{deepspeed_multinode_launcher: pdsh}}"),
        {"RUN304"},
    ),
    "accelerate: default of ssh": (accelerate(f"{HOSTS}distributed_type: DEEPSPEED"), {"RUN304"}),
    "accelerate: standard": (
        accelerate(f"{HOSTS}distributed_type: DEEPSPEED\ndeepspeed_config: {{deepspeed_multinode_launcher: standard}}"),
        set(),
    ),
    "accelerate: key of torchrun": (accelerate(f"{HOSTS}nproc_per_node: 8"), {"RUN305"}),
    "accelerate: a tab": (accelerate(f"{HOSTS}\tmixed_precision: bf16"), {"RUN321"}),
    "accelerate: a list": (accelerate("- num_machines: 2"), {"RUN321"}),
    "accelerate: fp8 on A100": (accelerate(f"{HOSTS}mixed_precision: fp8", **A100), {"RES116"}),
    "megatron: fp8 on A100": ({**SIZE, **A100, "command": ["torchrun", "p.py", "--fp8-format=hybrid"]}, {"RES116"}),
    "megatron: fp8 on H100": ({**SIZE, "command": ["torchrun", "p.py", "--fp8-format=hybrid"]}, set()),
    "FlashAttention 2 on V100": (
        {**SIZE, **OLD, "command": ["torchrun", "t.py", "--attn_implementation=flash_attention_2"]},
        {"RES116"},
    ),
    "FlashAttention 2 on A100": (
        {**SIZE, **A100, "command": ["torchrun", "t.py", "--attn_implementation", "flash_attention_2"]},
        set(),
    ),
    "accelerate: bf16 on V100": (accelerate(f"{HOSTS}mixed_precision: bf16", **OLD), {"RES116"}),
    "accelerate: bf16 on A100": (accelerate(f"{HOSTS}mixed_precision: bf16", **A100), set()),
    "accelerate: bf16 overridden": (
        accelerate(f"{HOSTS}mixed_precision: bf16", f"--mixed_precision=fp16 {WHOLE}", **OLD),
        set(),
    ),
    "deepspeed: right": (deepspeed('{"train_batch_size": 128}'), set()),
    "deepspeed: micro alone": (deepspeed('{"train_micro_batch_size_per_gpu": 3}'), set()),
    "deepspeed: no batch": (deepspeed('{"zero_optimization": {"stage": 1}}'), {"RUN311"}),
    "deepspeed: total": (deepspeed('{"train_batch_size": 100}'), {"RUN311"}),
    "deepspeed: total and micro": (
        deepspeed('{"train_batch_size": 100, "train_micro_batch_size_per_gpu": 4}'),
        {"RUN311"},
    ),
    "deepspeed: total and steps": (
        deepspeed('{"train_batch_size": 128, "gradient_accumulation_steps": 3}'),
        {"RUN311"},
    ),
    "deepspeed: all three": (
        deepspeed('{"train_batch_size": 64, "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 2}'),
        {"RUN311"},
    ),
    "deepspeed: all three, right": (
        deepspeed('{"train_batch_size": 128, "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 2}'),
        set(),
    ),
    "deepspeed: none at all": (deepspeed('{"train_batch_size": 0}'), {"RUN311"}),
    "deepspeed: parts of a model": (
        deepspeed(
            '{"train_batch_size": 8}',
            command=["torchrun", "train.py", "--deepspeed_config=/c/ds.json", "--tensor-model-parallel-size=8"],
        ),
        set(),
    ),
    "deepspeed: sequence parallel": (deepspeed('{"train_batch_size": 8, "sequence_parallel_size": 2}'), set()),
    "deepspeed: its own launcher": (
        deepspeed(
            '{"train_batch_size": 100}',
            launcher="deepspeed",
            ssh={"secretName": "key"},
            command=["deepspeed", "train.py", "--deepspeed", "--deepspeed_config=/c/ds.json"],
        ),
        {"RUN311"},
    ),
    "deepspeed: stage 4": (deepspeed('{"train_batch_size": 64, "zero_optimization": {"stage": 4}}'), {"RUN312"}),
    "deepspeed: stage at the top": (deepspeed('{"train_batch_size": 64, "stage": 2}'), {"RUN312"}),
    "deepspeed: cut key": (deepspeed('{"train_batch_size": 64, "zero_optimisation": {"stage": 2}}'), {"RUN313"}),
    "deepspeed: short key": (deepspeed('{"train_batch_size": 64, "train_micro_batch_size": 2}'), {"RUN313"}),
    "deepspeed: bfloat16": (
        deepspeed('{"train_batch_size": 64, "bf16": {"enabled": true}, "fp16": {"enabled": false}}'),
        set(),
    ),
    "deepspeed: both precisions": (
        deepspeed('{"train_batch_size": 64, "bf16": {"enabled": true}, "fp16": {"enabled": true}}'),
        {"RUN314"},
    ),
    "deepspeed: auto": (deepspeed('{"train_batch_size": "auto"}'), {"RUN315"}),
    "deepspeed: Hjson": (deepspeed('{"train_batch_size": 64, }'), {"RUN321"}),
    "deepspeed: horovod": (
        deepspeed(
            '{"train_batch_size": 64}',
            launcher="horovod",
            ssh={"secretName": "key"},
            command=["horovodrun", "python", "train.py", "--deepspeed_config=/c/ds.json"],
        ),
        {"RUN317"},
    ),
    "deepspeed: disks": (
        deepspeed(
            '{"train_batch_size": 64, "zero_optimization": {"stage": 3, "offload_optimizer": {"device": "nvme"}}}'
        ),
        {"STO111"},
    ),
    "trainer: auto": (trainer('{"train_batch_size": "auto", "bf16": {"enabled": "auto"}}'), set()),
    "trainer: no batch": (trainer('{"zero_optimization": {"stage": 2}}'), set()),
    "trainer: duplicate key": (trainer('{"fp16": {}, "fp16": {}}'), {"RUN321"}),
    "trainer: a comment": (trainer('{\n// stage 2\n"zero_optimization": {"stage": 2}}'), {"RUN321"}),
    "trainer: not an object": (trainer("[]"), {"RUN321"}),
    "trainer: micro": (
        trainer('{"train_micro_batch_size_per_gpu": 8}', "--per_device_train_batch_size=4", "--learning_rate=1e-4"),
        {"RUN316"},
    ),
    "trainer: the same": (
        trainer('{"train_micro_batch_size_per_gpu": 4}', "--per_device_train_batch_size=4", "--learning_rate=1e-4"),
        set(),
    ),
    "trainer: total": (
        trainer('{"train_batch_size": 128}', "--per_device_train_batch_size=4", "--gradient_accumulation_steps=4"),
        {"RUN316"},
    ),
    "trainer: rate": (
        trainer('{"optimizer": {"params": {"lr": 1e-5}}}', "--learning_rate=1e-4", "--bf16=True"),
        {"RUN316"},
    ),
    "trainer: a variable": (
        trainer(
            '{"train_micro_batch_size_per_gpu": 8}',
            "--per_device_train_batch_size=$(BATCH)",
            "--bf16=True",
            env={"BATCH": "8"},
        ),
        set(),
    ),
    "trainer: bf16 on V100": (
        {**SIZE, **OLD, "command": ["torchrun", "train.py", "--bf16", "--learning_rate=1e-4"]},
        {"RES116"},
    ),
    "trainer: in a file": (
        {
            **SIZE,
            **CLAIM,
            "command": ["torchrun", "train.py", "/c/args.json"],
            "files": {"/c/args.json": '{"output_dir": "/out", "learning_rate": 0.1, "fp16": true, "bf16": true}'},
        },
        {"RUN314", "STO104"},
    ),
    "trainer: another program's file": (
        {**SIZE, "command": ["torchrun", "train.py", "--config=/c/a.yaml"], "files": {"/c/a.yaml": "output: /out"}},
        set(),
    ),
    "llamafactory: right": (llamafactory("stage: sft\noutput_dir: /checkpoints/sft"), set()),
    "llamafactory: lost": (llamafactory("stage: sft\noutput_dir: /workspace/out"), {"STO104"}),
    "llamafactory: overridden": (llamafactory("output_dir: /out", "output_dir=/checkpoints/a"), set()),
    "llamafactory: overridden with what is lost": (
        llamafactory("output_dir: /checkpoints/a", "output_dir=/out"),
        {"STO104"},
    ),
    "llamafactory: interpolated": (llamafactory("root: /out\noutput_dir: ${root}/sft"), {"STO104"}),
    "llamafactory: itself": (llamafactory("output_dir: ${output_dir}"), set()),
    "llamafactory: a bucket": (llamafactory("output_dir: s3://bucket/sft"), set()),
    "llamafactory: overwritten": (llamafactory("output_dir: /checkpoints/sft\noverwrite_output_dir: true"), {"STO112"}),
    "llamafactory: overwritten, but resumed": (
        llamafactory("output_dir: /checkpoints/a\noverwrite_output_dir: true\nresume_from_checkpoint: /checkpoints/b"),
        set(),
    ),
    "llamafactory: never restarted": (
        llamafactory("output_dir: /checkpoints/a\noverwrite_output_dir: true", failurePolicy={"maxRestarts": 0}),
        set(),
    ),
    "llamafactory: a variable": (llamafactory("output_dir: $(CHECKPOINT_DIR)/sft"), {"RUN323"}),
    "llamafactory: OmegaConf's variable": (llamafactory("output_dir: ${oc.env:CHECKPOINT_DIR}/sft"), set()),
    "llamafactory: nodes": (llamafactory("num_machines: 2"), {"RUN331"}),
    "llamafactory: a short key": (llamafactory("epochs: 3"), {"RUN331"}),
    "llamafactory: a key of its own": (llamafactory("my_plugin_setting: 3"), set()),
    "llamafactory: zero": (
        llamafactory(
            "deepspeed: /c/ds.json\noutput_dir: /checkpoints/a",
            files={
                "/c/sft.yaml": "deepspeed: /c/ds.json\nper_device_train_batch_size: 2",
                "/c/ds.json": '{"train_batch_size": 16, "zero_optimization": {"stage": 2}}',
            },
        ),
        {"RUN316"},
    ),
    "llamafactory: default batch": (
        llamafactory(
            "", files={"/c/sft.yaml": "deepspeed: /c/ds.json", "/c/ds.json": '{"train_micro_batch_size_per_gpu": 8}'}
        ),
        set(),
    ),
    "llamafactory: missing zero": (llamafactory("deepspeed: /c/ds_z3.json"), {"RUN322"}),
    "llamafactory: zero of the image": (llamafactory("deepspeed: examples/deepspeed/ds_z3_config.json"), set()),
    "llamafactory: many processes on Ray": (
        llamafactory("ray_num_workers: 24\noutput_dir: /checkpoints/a", launcher="ray", env={"USE_RAY": "1"}),
        {"RUN332"},
    ),
    "llamafactory: the default on Ray": (
        llamafactory("output_dir: /checkpoints/a", launcher="ray", env={"USE_RAY": "1"}),
        {"RUN332"},
    ),
    "llamafactory: the option on Ray": (
        llamafactory(
            "output_dir: /checkpoints/a", "ray_num_workers=$(NUM_PROCESSES)", launcher="ray", env={"USE_RAY": "1"}
        ),
        set(),
    ),
    "torchtune: right": (torchtune("output_dir: /checkpoints/a\ntensor_parallel_dim: 2"), set()),
    "torchtune: lost": (torchtune("output_dir: /tmp/a"), {"STO104"}),
    "torchtune: the checkpointer's": (
        torchtune("output_dir: /checkpoints/a\ncheckpointer: {output_dir: /tmp/a}"),
        {"STO104"},
    ),
    "torchtune: overridden": (torchtune("output_dir: /tmp/a", "output_dir=/checkpoints/a"), set()),
    "torchtune: parts": (torchtune("tensor_parallel_dim: 4\ndata_parallel_replicate_dim: 4"), {"RUN342"}),
    "torchtune: resumes always": (
        torchtune("output_dir: /checkpoints/a\nresume_from_checkpoint: True", **RESTARTS),
        {"STO118"},
    ),
    "torchtune: resumes always, by an argument": (
        torchtune("output_dir: /checkpoints/a", "resume_from_checkpoint=true", **RESTARTS),
        {"STO118"},
    ),
    "torchtune: resumes never": (
        torchtune("checkpointer: {output_dir: /checkpoints/a}\nresume_from_checkpoint: False", **RESTARTS),
        {"STO118"},
    ),
    "torchtune: does not say whether it resumes": (
        torchtune("output_dir: /checkpoints/a\ncheckpointer: {output_dir: '${output_dir}'}", **RESTARTS),
        {"STO118"},
    ),
    "torchtune: a shell decides": (
        torchtune("output_dir: /checkpoints/a", "resume_from_checkpoint=$resume", **RESTARTS),
        set(),
    ),
    "torchtune: never restarts": (torchtune("output_dir: /checkpoints/a\nresume_from_checkpoint: True"), set()),
    "torchtune: keeps nothing": (torchtune("output_dir: /tmp/a", **RESTARTS), {"STO104"}),
    "torchtune: nodes alone": (torchtune("a: 1", options="--nnodes=2 --nproc_per_node=8", numNodes=2), {"RUN341"}),
    "torchtune: nodes together": (
        torchtune(
            "a: 1",
            options="--nnodes=2 --nproc_per_node=8 --rdzv_backend=c10d --rdzv_endpoint=$(PET_MASTER_ADDR):1",
            numNodes=2,
        ),
        set(),
    ),
    "torchtune: bf16 on V100": (torchtune("dtype: bf16", **OLD), {"RES116"}),
    "openclip: right": (
        openclip("--train-data=/d/{0000..0127}.tar", "--logs=$(CHECKPOINT_DIR)", "--name=a", "--resume=latest"),
        set(),
    ),
    "openclip: lost": (openclip("--train-data=/d", "--logs=/logs"), {"STO104"}),
    "openclip: not resumed": (openclip("--train-data=/d", "--logs=/checkpoints", "--name", "a"), {"STO113"}),
    "openclip: resumed without a name": (
        openclip("--train-data=/d", "--logs=/checkpoints", "--resume", "latest"),
        {"STO113"},
    ),
    "openclip: an address": (openclip("--dist-url=tcp://a:1"), {"RUN351"}),
    "openclip: variables": (openclip("--dist-url=env://"), set()),
    "openclip: a part of the gradient": (openclip("--local-loss"), {"RUN352"}),
    "openclip: the whole gradient": (openclip("--local-loss", "--gather-with-grad"), set()),
    "openclip: few shards": (openclip("--train-data=/d/{0000..0031}.tar", "--workers=4"), {"RUN353"}),
    "openclip: few shards, sampled": (
        openclip("--train-data=/d/{0000..0031}.tar", "--workers=4", "--dataset-resampled"),
        set(),
    ),
    "openclip: many loaders": (openclip("--workers=32"), {"RES117"}),
    "many loaders": (loaders("--num_workers=32"), {"RES117"}),
    "few loaders": (loaders("--num-workers", "8"), set()),
    "workers of Ray": (loaders("--num_workers=32", launcher="ray"), set()),
    "openclip: amp_bf16 on V100": (openclip("--precision=amp_bf16", **OLD), {"RES116"}),
    "another folder": (
        trainer("{}", workingDir="/w", command=["torchrun", "train.py", "--deepspeed", "conf/ds.json"]),
        {"RUN322"},
    ),
    "below the working directory": (
        trainer("[]", workingDir="/c", command=["torchrun", "train.py", "--deepspeed", "./ds.json"]),
        {"RUN321"},
    ),
    "the working directory of the image": (
        trainer("[]", command=["torchrun", "train.py", "--deepspeed", "ds.json"]),
        {"RUN321"},
    ),
    "after cd": (
        trainer("[]", workingDir="/", command=["sh", "-c", "cd /c; torchrun train.py --deepspeed ds.json"]),
        {"RUN321"},
    ),
    "in a variable": (
        trainer("[]", env={"DS": "/c"}, command=["torchrun", "train.py", "--deepspeed=$(DS)/ds.json"]),
        {"RUN321"},
    ),
    "deep": (trainer("[" * 100_000), {"RUN321"}),
    "deep YAML": (accelerate("{a: " * 10_000), {"RUN321"}),
}


def codes(values: Values) -> set[str]:
    run = Run({"launcher": "torchrun", "numProcPerNode": "auto", "image": "a:1", **values}, "run")
    others = {"RUN162", "STO104", "RES116", "RES117", "STO111", "STO112", "STO113", "STO118"}
    found = {finding.rule.code for finding in check_spec(run)}
    return {code for code in found if code in others or code.startswith("RUN3")} - {"RUN318"}


@pytest.mark.parametrize(("values", "expected"), CASES.values(), ids=CASES)
def test_case(values: Values, expected: set[str]) -> None:
    assert codes(values) == expected


def test_a_comma_too_many_is_found_at_its_line() -> None:
    run = Run({**trainer('{\n  "fp16": {},\n  "bf16": {\n    "enabled": true,\n  }\n}'), "launcher": "torchrun"}, "run")
    (config,) = run.program.configs
    assert config.error == ("a comma precedes `}`", 4)
