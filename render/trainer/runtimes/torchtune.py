"""Runtimes of torchtune, one for each model: dataset and model are downloaded to a claim, then the model is tuned."""

from collections.abc import Iterator
from typing import NamedTuple

from render.trainer.release import TrainerRelease
from render.trainer.runtimes._builders import NODE, PROJECT, TRAINER, Part, make_job, make_runtime
from render.trainer.runtimes.single import torch_policy


class _Model(NamedTuple):
    """A model that can be tuned."""

    name: str
    config: str
    repository: str
    tokenizer: tuple[str, ...]


_LLAMA_TOKENIZER = ("tokenizer.path=/workspace/model/original/tokenizer.model",)
_QWEN_TOKENIZER = ("tokenizer.path=/workspace/model/vocab.json", "tokenizer.merges_file=/workspace/model/merges.txt")
_MODELS = (
    _Model("llama3.2-1b", "llama3_2/1B_full", "meta-llama/Llama-3.2-1B-Instruct", _LLAMA_TOKENIZER),
    _Model("llama3.2-3b", "llama3_2/3B_full", "meta-llama/Llama-3.2-3B-Instruct", _LLAMA_TOKENIZER),
    _Model("qwen2.5-1.5b", "qwen2_5/1.5B_full", "Qwen/Qwen2.5-1.5B-Instruct", _QWEN_TOKENIZER),
)
_VOLUME = "initializer"
_MOUNTS = {"volumeMounts": [{"name": _VOLUME, "mountPath": "/workspace"}]}
_CLAIM = {
    "metadata": {"name": _VOLUME},
    "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "20Gi"}}},
}


def runtimes(release: TrainerRelease) -> Iterator[Part]:
    """Yield a runtime for each model."""
    yield from (_runtime(model, release) for model in _MODELS)


def _runtime(model: _Model, release: TrainerRelease) -> Part:
    name = f"torchtune-{model.name}"
    # Before JobSet could create claims, one had to exist.
    claim = {"name": _VOLUME, "persistentVolumeClaim": {"claimName": name}}
    has_claim = release is TrainerRelease.V2_1
    pod: Part = {"volumes": [claim]} if has_claim else {}
    fetched: Part = {"dataset-initializer": "tatsu-lab/alpaca", "model-initializer": model.repository}
    fetches = [make_job(step, _fetcher(step, uri), step=step, pod=pod) for step, uri in fetched.items()]
    tuning = make_job(NODE, _tuner(model), step=TRAINER, after=dict.fromkeys(fetched, "Complete"), pod=pod)
    claims = {} if has_claim else {"volumeClaimPolicies": [{"templates": [_CLAIM]}]}
    return make_runtime(name, "torchtune", torch_policy(release), {**claims, "replicatedJobs": [*fetches, tuning]})


def _fetcher(step: str, repository: str) -> Part:
    env = [{"name": "STORAGE_URI", "value": f"hf://{repository}"}]
    return {"name": step, "image": f"{PROJECT}/{step}", "env": env, **_MOUNTS}


def _tuner(model: _Model) -> Part:
    return {
        "name": NODE,
        "image": f"{PROJECT}/torchtune-trainer",
        "command": [
            *("tune", "run", "--rdzv_endpoint=localhost:29500", "full_finetune_distributed", "--config", model.config),
            *("dataset=torchtune.datasets.instruct_dataset", "dataset.source=parquet"),
            *("dataset.data_dir=/workspace/dataset/data", "output_dir=/workspace/output", *model.tokenizer),
            "checkpointer.checkpoint_dir=/workspace/model",
        ],
        "resources": {"limits": {"nvidia.com/gpu": 2}},
        **_MOUNTS,
    }
