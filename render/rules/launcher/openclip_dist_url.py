"""RUN351 openclip-dist-url: OpenCLIP's processes look for each other at a fixed address.

Under torchrun, OpenCLIP passes `--dist-url` to torch without a rank and a number of processes: `tcp://…` stops with
`rank parameter missing`. Its default reads the variables that torchrun sets.

Source: https://github.com/mlfoundations/open_clip/blob/main/src/open_clip_train/distributed.py

Example:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, -m, open_clip_train.main, --dist-url=tcp://10.0.0.7:23456]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
    command: [torchrun, -m, open_clip_train.main]
"""

from collections.abc import Iterator

from render.programs.openclip import MARKS, is_openclip
from render.programs.program import Program
from render.rules.rule import Finding, rule


@rule(keys=MARKS)
def check(program: Program) -> Iterator[Finding]:
    """Report an address for processes that have variables."""
    for launch in program.launches:
        url = launch.program_options.get("dist_url") if is_openclip(launch) else None
        text = "" if url is None or url.value is None else url.value.text
        if url is not None and launch.tool.starts == "node" and text and not text.startswith("env:"):
            message = f"`--dist-url` is `{text}`, but under torchrun the processes need its variables"
            yield Finding(url.flag.path, message, "remove it", excerpt=url.flag.text)
