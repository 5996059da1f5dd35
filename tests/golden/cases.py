"""The examples, each with its golden file: whatever folder of `examples/` has a spec."""

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.golden.trainer import jobset_of, run_of

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent

STARTED_FROM_ONE_POD = {"deepspeed": "launcher", "horovod": "launcher", "mpi": "launcher", "ray": "head"}
"""The role in which the user's program runs, by the launchers that have one of their own for it."""

Object = dict[str, Any]


def group(resource: Object) -> str:
    """Return an object's API group, empty for the core one."""
    return str(resource["apiVersion"]).rpartition("/")[0]


@cache
def expectations() -> dict[str, Object]:
    """Return what is written down by hand about the examples, by name."""
    table: dict[str, Object] = yaml.safe_load((FOLDER / "expect.yaml").read_text(encoding="utf-8"))
    return table


@dataclass(frozen=True)
class Case:
    """One example and its golden file. The spec is what the user wrote, without defaults."""

    name: str

    @property
    def source(self) -> Path:
        return ROOT / "examples" / self.name / "spec.yaml"

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.yaml"

    @cached_property
    def spec(self) -> Object:
        spec: Object = yaml.safe_load(self.source.read_text(encoding="utf-8"))
        return spec

    @property
    def launcher(self) -> str:
        return str(self.spec.get("launcher", "torchrun"))

    @property
    def trainer(self) -> str:
        """The role in which the user's program runs."""
        return STARTED_FROM_ONE_POD.get(self.launcher, "node")

    @cached_property
    def objects(self) -> list[Object]:
        documents = yaml.safe_load_all(self.path.read_text(encoding="utf-8"))
        return [found for document in documents if document for found in document.get("items", [document])]

    @property
    def expected(self) -> Object:
        return expectations()[self.name]

    def of_kind(self, kind: str) -> list[Object]:
        return [found for found in self.objects if found["kind"] == kind]

    @property
    def run(self) -> Object:
        """The object that is the run: its JobSet, or its TrainJob."""
        return run_of(self.objects)

    @property
    def jobset(self) -> Object:
        """The run's JobSet, be it Kubeflow Trainer's."""
        return jobset_of(self.objects)


EXAMPLES = [Case(path.parent.name) for path in sorted((ROOT / "examples").glob("*/spec.yaml"))]

CASES = [case for case in EXAMPLES if case.spec.get("smokeTest", {}).get("mode") != "only"]
"""Examples that train."""

RUN_BY_NODES = [case for case in CASES if case.launcher not in STARTED_FROM_ONE_POD]
"""Cases in which the user's program runs on every node."""

each_example = pytest.mark.parametrize("case", EXAMPLES, ids=[case.name for case in EXAMPLES])
each_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
each_run_by_nodes = pytest.mark.parametrize("case", RUN_BY_NODES, ids=[case.name for case in RUN_BY_NODES])
