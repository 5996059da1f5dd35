"""Which of the chart's launchers a program needs that each node starts by itself."""

from collections.abc import Mapping
from typing import Any

from render.programs.launches import launch
from render.programs.tokens import commands


def starts_torchrun(container: Mapping[str, Any]) -> bool:
    """Say whether a container starts torchrun, by whatever name and through whatever shell."""
    words = [*container.get("command", ()), *container.get("args", ())]
    found = commands((("command", place), word) for place, word in enumerate(words))
    return any(launch(command).name == "torchrun" for command in found)
