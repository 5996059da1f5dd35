"""ENV101 allocator-setting-unknown: torch rejects a setting of its CUDA allocator.

`PYTORCH_CUDA_ALLOC_CONF` (since torch 2.9 also `PYTORCH_ALLOC_CONF`) is a list of `KEY:VALUE` with commas. torch raises
ValueError for a key that it doesn't know and for a wrong value (`True` and `False` are capitalized), as soon as the
first process uses a GPU.

Source: https://github.com/pytorch/pytorch/blob/main/c10/core/AllocatorConfig.cpp

Example:
    image: registry.example/train:1
    env: {PYTORCH_CUDA_ALLOC_CONF: "expandable_segment:True"}
Use instead:
    image: registry.example/train:1
    env: {PYTORCH_CUDA_ALLOC_CONF: "expandable_segments:True"}
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from render.programs.program import Program
from render.rules.rule import Finding, rule

_VARIABLES = ("PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_HIP_ALLOC_CONF")
_SETTING = re.compile(r"[^,\[\]]*(\[[^\]]*\])?[^,\[\]]*")


class _Value(NamedTuple):
    pattern: re.Pattern[str]
    takes: str


_BOOLEAN = _Value(re.compile("True|False"), "`True` or `False`")
_SIZE = _Value(re.compile(r"0*([2-9]\d|\d{3,})\D*"), "at least 20 (MiB), without a unit")
_NUMBER = _Value(re.compile(r"\d+\D*"), "a whole number")
_SHARE = _Value(re.compile(r"0?\.\d*[1-9]\d*"), "a number between 0 and 1")
_SHARE_OR_ALL = _Value(re.compile(r"0?\.\d+|[01](\.0*)?"), "a number from 0 to 1")
_POWER = _Value(re.compile(r"0|1|2|4|8|16|32|64|128|256|512|1024"), "a power of 2")
_POWERS = _Value(re.compile(r"\[(\d+|>):\d+(,(\d+|>):\d+)*\]|0|1|2|4|8|16|32|64"), "a power of 2, or a list of them")
_BACKEND = _Value(re.compile("native|(cuda|hip)MallocAsync"), "`native` or `cudaMallocAsync`")
_ANY = _Value(re.compile(".*"), "a value")

_KEYS: Mapping[str, _Value] = {
    "backend": _BACKEND,
    "expandable_segments": _BOOLEAN,
    "expandable_segments_reserve": _ANY,
    "expandable_segments_reserve_by_class": _ANY,
    "garbage_collection_threshold": _SHARE,
    "graph_capture_record_stream_reuse": _BOOLEAN,
    "large_segment_size_mb": _NUMBER,
    "max_non_split_rounding_mb": _SIZE,
    "max_split_size_mb": _SIZE,
    "per_process_memory_fraction": _SHARE_OR_ALL,
    "pinned_free_catch_all": _ANY,
    "pinned_max_cached_size_mb": _NUMBER,
    "pinned_max_round_threshold_mb": _NUMBER,
    "pinned_num_register_threads": _POWER,
    "pinned_reserve_segment_size_mb": _NUMBER,
    "pinned_use_background_threads": _BOOLEAN,
    "pinned_use_cuda_host_register": _BOOLEAN,
    "pinned_use_hip_host_register": _BOOLEAN,
    "release_lock_on_cudamalloc": _BOOLEAN,
    "release_lock_on_hipmalloc": _BOOLEAN,
    "roundup_power2_divisions": _POWERS,
    "throw_on_cudamalloc_oom": _BOOLEAN,
}
"""The settings of torch 1.11 to 2.15, by key."""


@rule(keys=_VARIABLES)
def check(program: Program) -> Iterator[Finding]:
    """Report unknown keys and wrong values."""
    for name, word in program.values_of(*_VARIABLES):
        for setting in _settings(word.text):
            found = _problem(setting)
            if found is not None:
                message, hint = found
                yield Finding(word.path, f"`{name}`: {message}, so torch stops at the first use of a GPU", hint)


def _settings(text: str) -> Iterator[str]:
    """Yield the settings of a list. torch skips blanks."""
    settings = (match[0] for match in _SETTING.finditer(text.replace(" ", "")))
    yield from (setting for setting in settings if setting)


def _problem(setting: str) -> tuple[str, str | None] | None:
    """Return a message and a hint about a setting; None if torch accepts it."""
    key, colon, value = setting.partition(":")
    known = _KEYS.get(key)
    if known is None:
        from render.schema_errors.suggest import nearest

        suggestion = nearest(key.partition("=")[0], _KEYS)
        return f"torch has no setting `{key}`", f"did you mean `{suggestion}:…`?" if suggestion else None
    if not colon:
        return f"`{key}` has no value", f"write `{key}:VALUE`"
    if known.pattern.fullmatch(value) is None:
        return f"`{key}` takes {known.takes}, not `{value}`", None
    return None
