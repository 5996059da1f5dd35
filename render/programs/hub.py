"""Names of Hugging Face's hub on command lines, and the cache of what is downloaded from there.

https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables
"""

import re
from collections.abc import Iterator
from itertools import chain

from render.programs.run import Run
from render.programs.shell import Word

CACHES = (
    *("HF_DATASETS_CACHE", "HF_HOME", "HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "TRANSFORMERS_CACHE", "XDG_CACHE_HOME"),
    "HOME",
)
"""Variables that place the cache, which is `~/.cache/huggingface` without them."""
_MODELS = frozenset(
    (
        *("base_model", "hf_model", "model", "model_id", "model_name", "model_name_or_path", "model_path"),
        *("pretrained", "pretrained_model_name_or_path", "teacher_model", "tokenizer", "tokenizer_name"),
        *("tokenizer_name_or_path", "tokenizer_path"),
    )
)
_DATASETS = frozenset(("dataset", "dataset_id", "dataset_name", "dataset_path"))
_HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.-]+")
_FILE = re.compile(r".*\.(bin|ckpt|csv|json|jsonl|parquet|pt|pth|safetensors|txt|ya?ml|zip)")


def has_mounted_cache(run: Run) -> bool:
    """Return True if a volume is or may be in the place of the cache."""
    volumes = run.at("storage", "volumes") or []
    return any(
        re.search(r"/\.cache|hugging|hf|^/(root|home)(/|$)", volume.get("mountPath", "")) is not None
        for volume in volumes
    )


def hub_names(run: Run) -> Iterator[tuple[str, Word]]:
    """Yield the names of models and datasets among the options, with the option. A relative folder looks the same."""
    for launch in run.program.launches:
        options = chain(launch.options.values(), launch.program_options.values())
        for option in options:
            is_model = option.name.rpartition(".")[2] in _MODELS | _DATASETS
            text = option.literal or ""
            if is_model and _HUB_NAME.fullmatch(text) and not _FILE.fullmatch(text):
                yield text, option.flag
