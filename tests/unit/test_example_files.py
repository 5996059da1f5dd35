"""The programs in the examples' `files` are those in their folders; `--regen` writes them into the specs."""

from pathlib import Path

import pytest
import yaml

EXAMPLES = Path(__file__).parents[2] / "examples"
FOLDER = "/workspace/code"
PROGRAMS = {
    "accelerate": "accelerate",
    "cpu-only": "mnist-ddp",
    "elastic": "mnist-ddp",
    "fsdp": "fsdp",
    "huggingface-trainer": "huggingface-trainer",
    "mnist-ddp": "mnist-ddp",
    "mpi": "mpi",
    "single-node": "mnist-ddp",
}
"""The folder with the program, by example."""


def written(program: str) -> str:
    """Return the last section of a spec: the files of a program, as blocks."""
    lines = ["files:"]
    for file in sorted((EXAMPLES / program).glob("*.py")):
        lines.append(f"  {FOLDER}/{file.name}: |")
        lines += [f"    {line}".rstrip() for line in file.read_text(encoding="utf-8").splitlines()]
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_spec_has_the_program_of_its_folder(name: str, *, regen: bool) -> None:
    path = EXAMPLES / name / "spec.yaml"
    text = path.read_text(encoding="utf-8")
    before, _, _ = text.partition("\nfiles:\n")
    if regen:
        path.write_text(f"{before.rstrip()}\n\n{written(PROGRAMS[name])}", encoding="utf-8")
    files = yaml.safe_load(path.read_text(encoding="utf-8"))["files"]
    folder = EXAMPLES / PROGRAMS[name]
    assert files == {f"{FOLDER}/{file.name}": file.read_text(encoding="utf-8") for file in folder.glob("*.py")}


def test_every_program_is_in_a_spec() -> None:
    assert {path.parent.name for path in EXAMPLES.glob("*/*.py")} == set(PROGRAMS.values())
