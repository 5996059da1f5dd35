"""LLaMA-Factory's examples, with a model, a data set and a length that a laptop trains in seconds."""

from pathlib import Path

import yaml

from tests.e2e.systems import tiny_llama
from tests.e2e.systems.overlay import example

FILE = "/workspace/config/sft.yaml"


def write(folder: Path, name: str) -> Path:
    """Write an example's spec with a small `sft.yaml` in its `files`; returns the spec."""
    tiny_llama.write_model(folder / "model")
    tiny_llama.write_conversations(folder / "data", 32)
    spec = yaml.safe_load(example(name).read_text(encoding="utf-8"))
    sft = yaml.safe_load(spec["files"][FILE])
    sft |= {"model_name_or_path": str(folder / "model"), "template": "default"}
    sft |= {"dataset": "count", "dataset_dir": str(folder / "data"), "cutoff_len": 64, "preprocessing_num_workers": 1}
    sft |= {"per_device_train_batch_size": 2, "gradient_accumulation_steps": 1, "num_train_epochs": 1.0}
    sft |= {"logging_steps": 1, "save_strategy": "no", "bf16": False, "use_cpu": True}
    spec["files"][FILE] = yaml.safe_dump(sft)
    written = folder / "spec.yaml"
    written.write_text(yaml.safe_dump(spec), encoding="utf-8")
    return written
