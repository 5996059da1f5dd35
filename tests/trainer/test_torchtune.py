"""torchtune: the recipe and the configuration that Trainer chooses."""

from typing import Any

import pytest

from render.trainer import expand
from tests.trainer.samples import container, runtime, training

LORA, QLORA = "model.lora_attn_modules=[q_proj]", "model.quantize_base=True"
DORA, NO_DORA = "model.use_dora=true", "model.use_dora=False"
ONE_GPU, TWO_GPUS = {"limits": {"nvidia.com/gpu": 1}}, {"limits": {"nvidia.com/gpu": 2}}
CPUS = {"limits": {"cpu": 4}}
FULL, LORA_ALONE, QLORA_ALONE = (
    f"{recipe}_finetune_single_device _{kind}_single_device"
    for recipe, kind in (("full", "full"), ("lora", "lora"), ("lora", "qlora"))
)

RECIPES: dict[str, tuple[dict[str, Any], list[str], str]] = {
    "all weights on one GPU": ({"resourcesPerNode": ONE_GPU}, [], FULL),
    "one process": (
        {"numProcPerNode": 1, "resourcesPerNode": TWO_GPUS},
        [],
        FULL,
    ),
    "two GPUs": ({"resourcesPerNode": TWO_GPUS}, [], "rdzv full_finetune_distributed _full"),
    "CPUs are processes too": ({"resourcesPerNode": CPUS}, [], "rdzv full_finetune_distributed _full"),
    "nothing said": ({}, [], FULL),
    "two nodes": ({"numNodes": 2}, [], "rdzv full_finetune_distributed _full_multinode"),
    "two nodes drop adapters": ({"numNodes": 2}, [LORA], "rdzv full_finetune_distributed _full_multinode"),
    "adapters on one GPU": ({"resourcesPerNode": ONE_GPU}, [LORA], LORA_ALONE),
    "adapters on two": ({"resourcesPerNode": TWO_GPUS}, [LORA], "rdzv lora_finetune_distributed _lora"),
    "quantized on one": (
        {"resourcesPerNode": ONE_GPU},
        [LORA, QLORA],
        QLORA_ALONE,
    ),
    "quantized on two": ({"resourcesPerNode": TWO_GPUS}, [QLORA, NO_DORA], "rdzv lora_finetune_distributed _qlora"),
    "DoRA": ({"resourcesPerNode": TWO_GPUS}, [LORA, QLORA, DORA], "rdzv lora_finetune_distributed _lora"),
}


def command(trainer: dict[str, Any], name: str = "torchtune-llama3.2-1b", release: str = "2.3") -> list[str]:
    job = {"runtimeRef": {"name": name}, "trainer": {"command": ["tune", "run"], **trainer}}
    found: list[str] = container(expand(training(job, runtime({"torch": {}})), release))["command"]
    return found


@pytest.mark.parametrize("case", RECIPES)
def test_recipe(case: str) -> None:
    trainer, args, expected = RECIPES[case]
    *endpoint, recipe, suffix = expected.split()
    found = command({**trainer, "args": args})
    assert found == [
        *("tune", "run"),
        *(["--rdzv_endpoint=run-node-0-0.run:29500"] if endpoint else []),
        *(recipe, "--config", f"llama3_2/1B{suffix}"),
    ]


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("torchtune-llama3.3-70b", "llama3_3/70B"),
        ("torchtune-qwen2.5-1.5b", "qwen2_5/1.5B"),
        ("ours", ""),
        ("a-b-c-d", ""),
    ],
)
def test_model(name: str, model: str) -> None:
    assert command({}, name)[-1] == f"{model}_full_single_device"


def test_2_1_reads_a_switch_that_is_off_as_one_that_is_on() -> None:
    trainer = {"resourcesPerNode": TWO_GPUS, "args": ["model.quantize_base=False"]}
    assert command(trainer, release="2.1")[-1] == "llama3_2/1B_qlora"
    assert command(trainer)[-1] == "llama3_2/1B_full"


def test_only_the_two_words_alone_are_torchtune() -> None:
    assert command({"command": ["tune", "run", "recipe"]}) == ["tune", "run", "recipe"]
