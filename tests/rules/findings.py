"""What the whole of `render validate` finds in a text."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from render.engine import Chart
from render.kube.schema_folders import TRAINERS
from render.kube.schemas import Schemas
from render.problem import Problem
from render.spec import Request
from render.validation.batch import check_all_files
from render.validation.cross_file import check_across_files
from render.validation.inputs import Input, Settings
from render.validation.pipeline import read_files

SPEC: dict[str, Any] = {
    "apiVersion": "render/v1alpha1",
    "kind": "TrainingJob",
    "name": "run",
    "image": "registry.example/train:1",
    "command": ["torchrun", "train.py"],
    "numNodes": 2,
}
"""A spec of two nodes, to which cases add their fields."""


def found(text: str, trainer: str = TRAINERS[-1]) -> list[Problem]:
    """Return what is found in a spec or in manifests; a spec's release is called `example`."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "example.yaml")
        path.write_text(text, encoding="utf-8")
        files = [Input(str(path), is_named=True)]
        done = check_across_files(
            list(check_all_files(read_files(files, _settings(trainer)), _settings(trainer))), _settings(trainer)
        )
        return [problem for result in done for problem in result.problems]


@cache
def _settings(trainer: str) -> Settings:
    return Settings(Request(chart=Chart.bundled()), Schemas(trainer=trainer))
