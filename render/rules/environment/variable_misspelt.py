"""ENV104 variable-misspelt: no library reads this variable, but one reads a similar one.

Libraries look for the variables that they know and never for others, so a misspelt one has no effect, and
no message reports it. So is one whose first word is misspelt: `NCLL_DEBUG`.

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
_FAMILIES = tuple(prefix.rstrip("_") for prefix in _PREFIXES if len(prefix) > len("OMP_"))
"""First words that are long enough to recognize with a letter changed: `HF` and `MKL` are not."""
_SIMILAR = 0.88
"""Similarity of two names (`difflib`) from which one is taken for a misspelling of the other."""


@rule(severity=Severity.WARNING)
def check(program: Program) -> Iterator[Finding]:
    """Report unknown names that are similar to known ones."""
    for name, word in program.variables:
        if not name.startswith(_PREFIXES):
            suggestion = _other_family(name)
        else:
            suggestion = None if name in _known() else _suggestion(name)
        if suggestion is not None:
            message = f"no library reads `{name}`: did you mean `{suggestion}`?"
            yield Finding(word.path, message, f"rename it to `{suggestion}`")


@cache
def _known() -> frozenset[str]:
    names: list[str] = json.loads(Path(__file__).with_name("names.json").read_bytes())["names"]
    return frozenset(names)


def _other_family(name: str) -> str | None:
    """Return the known name that has the same words, but for one letter of the first."""
    family, _, rest = name.partition("_")
    known = (f"{one}_{rest}" for one in _FAMILIES if family != one and _is_slip(family, one))
    return next((one for one in known if one in _known()), None)


def _is_slip(word: str, known: str) -> bool:
    """Return True if two words differ in one letter that is not the first, or in two that are exchanged.

    A letter more at the end is another name: TORCHX, NCCLX.
    """
    least, most = sorted((len(word), len(known)))
    if most > least + 1 or word.startswith(known):
        return False
    first = next((place for place in range(least) if word[place] != known[place]), least)
    rests = word[first:], known[first:]
    is_exchange = least == most and rests[0][:2] == rests[1][:2][::-1] and rests[0][2:] == rests[1][2:]
    return first > 0 and (is_exchange or rests[0][len(word) >= most :] == rests[1][len(known) >= most :])


def _suggestion(name: str) -> str | None:
    """Return the known name that has the same words in another order, or is similar; None if there is none."""
    words = sorted(name.split("_"))
    from render.schema_errors.suggest import nearest

    same = (known for known in sorted(_known()) if sorted(known.split("_")) == words)
    return next(same, None) or nearest(name, _known(), _SIMILAR)
