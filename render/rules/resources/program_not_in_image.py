"""RES112 program-not-in-image: the image doesn't have the program that the command starts.

`nvidia/cuda` and `ubuntu` have no Python, `python` has no torchrun, `pytorch/pytorch` has no DeepSpeed and no
Accelerate. The container can't start (`executable file not found in $PATH`). A script may install the
program first.

Source: https://hub.docker.com/r/nvidia/cuda

Example:
    image: nvidia/cuda:12.8.0-runtime-ubuntu24.04
    command: [torchrun, train.py]
Use instead:
    image: pytorch/pytorch:2.7.1-cuda12.8-cudnn9-runtime
    command: [torchrun, train.py]
"""

import re
from collections.abc import Iterator, Mapping

from render.manifests.objects import Object
from render.manifests.pods import Container, pods
from render.programs.command import find_commands
from render.rules.rule import Finding, rule

_TORCH = frozenset({"torchrun"})
_ADDED = frozenset(
    (
        *("accelerate", "axolotl", "colossalai", "composer", "deepspeed", "horovodrun", "litgpt", "llamafactory-cli"),
        *("mpiexec", "mpirun", "ray", "tune", "xtuner"),
    )
)
_PYTHON = frozenset({"pip", "python", "python3"})

_LACKS: Mapping[str, frozenset[str]] = {
    # https://gitlab.com/nvidia/container-images/cuda/-/tree/master/dist
    r"(nvcr\.io/|docker\.io/)?nvidia/cuda(:.*)?": _TORCH | _ADDED | _PYTHON,
    # https://hub.docker.com/_/ubuntu, https://hub.docker.com/_/debian, https://hub.docker.com/_/alpine
    r"(docker\.io/)?(library/)?(alpine|busybox|debian|ubuntu)(:.*)?": _TORCH | _ADDED | _PYTHON,
    # https://hub.docker.com/_/python
    r"(docker\.io/)?(library/)?python(:.*)?": _TORCH | _ADDED,
    # https://github.com/pytorch/pytorch/blob/main/Dockerfile
    r"(docker\.io/|ghcr\.io/)?pytorch/pytorch(:.*)?": _ADDED,
    # https://github.com/ray-project/ray/tree/master/docker/ray
    r"(docker\.io/)?rayproject/ray(:.*)?": (_TORCH | _ADDED) - {"ray"},
}
"""Programs that images lack, by the image as a regular expression."""
_INSTALLS = r"\b(apk|apt|apt-get|conda|mamba|micromamba|pip|pip3|pixi|poetry|uv)\b|\bactivate\b|PATH="


@rule(keys=("command", "args"))
def check(item: Object) -> Iterator[Finding]:
    """Report the first program that a well-known image lacks, unless the container installs or mounts programs."""
    for pod in pods(item):
        for container in pod.containers:
            image = container.data.get("image", "")
            lacks = next((names for known, names in _LACKS.items() if re.fullmatch(known, image)), None)
            if lacks is None or container.kind != "containers" or _may_add(container):
                continue
            argv = [
                ((key, i), word) for key in ("command", "args") for i, word in enumerate(container.data.get(key, ()))
            ]
            for command in find_commands(argv):
                program = command.words[0].text
                if program in lacks:
                    message = f"`{image}` has no `{program}`, so the container can't start"
                    path = (*container.path, "image")
                    yield Finding(path, message, "use an image with it, or build one from this")
                    break


def _may_add(container: Container) -> bool:
    """Return True if the container may have more programs: installed by its script, or on another PATH."""
    words = [word for key in ("command", "args") for word in container.data.get(key) or ()]
    return any(re.search(_INSTALLS, word) for word in words) or any(
        variable.get("name") == "PATH" for variable in container.data.get("env") or ()
    )
