"""ENV104 variable-misspelt: no library reads this variable, but one reads a similar one.

Libraries look for the variables that they know and never for others, so a misspelt one has no effect, and
no message reports it.

Source: https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html

Example:
    image: registry.example/train:1
    env: {NCCL_SOCKET_IFACE_NAME: eth0, NCCL_DEBG: WARN}
Use instead:
    image: registry.example/train:1
    env: {NCCL_SOCKET_IFNAME: eth0, NCCL_DEBUG: WARN}
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule

_PREFIXES = (
    *("ACCELERATE_", "CUDA_", "FI_", "GLOO_", "HF_", "HUGGINGFACE_", "MKL_", "NCCL_", "NVIDIA_", "OMP_", "PYTHON"),
    *("PYTORCH_", "TOKENIZERS_", "TORCH_", "TORCHELASTIC_", "TP_", "TRANSFORMERS_", "WANDB_"),
)
_SIMILAR = 0.88
"""Similarity of two names (`difflib`) from which one is taken for a misspelling of the other."""


@rule(severity=Severity.WARNING)
def check(program: Program) -> Iterator[Finding]:
    """Report unknown names that are similar to known ones."""
    for name, word in program.variables:
        if name.startswith(_PREFIXES) and name not in _known():
            suggestion = _suggestion(name)
            if suggestion is not None:
                message = f"no library reads `{name}`: did you mean `{suggestion}`?"
                yield Finding(word.path, message, f"rename it to `{suggestion}`")


@cache
def _known() -> frozenset[str]:
    names: list[str] = json.loads(Path(__file__).with_name("names.json").read_bytes())["names"]
    return frozenset(names)


def _suggestion(name: str) -> str | None:
    """Return the known name that has the same words in another order, or is similar; None if there is none."""
    words = sorted(name.split("_"))
    from render.schema_errors.suggest import nearest

    same = (known for known in sorted(_known()) if sorted(known.split("_")) == words)
    return next(same, None) or nearest(name, _known(), _SIMILAR)
