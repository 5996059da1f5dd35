"""The table of systems in docs/compatibility.md names the versions that .ci/run installs."""

import re
import tomllib
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
UNNAMED = {"cloudpickle", "torchaudio", "torchvision"}
"""What the others need in a certain version."""


def pins(requirements: list[str]) -> set[str]:
    return {re.sub(r"\[.*\]", "", requirement) for requirement in requirements if "==" in requirement}


def test_versions_are_those_of_the_extras() -> None:
    page = (CHECKOUT / "docs" / "compatibility.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w-]+==[\d.]+)`", page))
    extras = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    systems = {pin for pin in pins(extras["systems"]) if pin.partition("==")[0] not in UNNAMED | {"torch"}}
    horovod = re.findall(
        r"^requirement=(.*)$", (CHECKOUT / "ci/tools/horovod").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert named == systems | pins(extras["torch"]) | {*horovod}
