"""RUN353 shards-too-few: OpenCLIP's data has fewer shards than readers.

Each process starts `--workers` readers (4 by default), and each of these needs a shard of its own: OpenCLIP stops with
`number of shards must be >= total workers`, unless `--dataset-resampled` is given.

Source: https://github.com/mlfoundations/open_clip/blob/main/src/open_clip_train/data.py

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, -m, open_clip_train.main, "--train-data=/data/{00000..00031}.tar", --workers=4]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, -m, open_clip_train.main, "--train-data=/data/{00000..00031}.tar", --workers=2]
"""

import re
from collections.abc import Iterator
from math import prod

from render.programs.openclip import MARKS, is_openclip
from render.programs.program import Program
from render.rules.rule import Finding, rule

_RANGE = re.compile(r"\{(\d{1,9})\.\.(\d{1,9})\}")


@rule(keys=MARKS)
def check(program: Program) -> Iterator[Finding]:
    """Compare the ranges in the name of the shards with the readers of all processes."""
    for launch in program.launches if program.world else ():
        options = launch.program_options if is_openclip(launch) else {}
        data, workers = options.get("train_data"), options.get("workers")
        if data is None or not data.literal or "::" in data.literal or "dataset_resampled" in options:
            continue
        ranges = _RANGE.findall(data.literal)
        each = 4 if workers is None else int(workers.literal or 0) if (workers.literal or "").isdecimal() else 0
        if not ranges or "," in data.literal or not each:
            continue
        shards, readers = prod(abs(int(last) - int(first)) + 1 for first, last in ranges), each * (program.world or 0)
        if shards < readers:
            message = f"{shards} shards are fewer than {readers} readers: {each} of each of {program.world} processes"
            yield Finding(
                data.flag.path, message, "reduce `--workers`, or add `--dataset-resampled`", excerpt=data.flag.text
            )
