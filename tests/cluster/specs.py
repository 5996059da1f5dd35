"""The specs that the API server judges: every example, and the values that the chart is linted with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.chart.helm import CHART, VALUES, Helm, objects
from tests.golden.cases import CASES

Object = dict[str, Any]

# The PodGroup of 1.37 is unknown to the server, which is 1.36.
SETTINGS = dict.fromkeys(("kubernetes", "torchrun-kubernetes"), ("--set-string", "kubernetes.version=1.36"))


@dataclass(frozen=True)
class Spec:
    """A values file, and what the server needs otherwise."""

    name: str
    path: Path

    @property
    def arguments(self) -> tuple[str | Path, ...]:
        return ("-f", self.path, *SETTINGS.get(self.name, ()))

    def render(self, helm: Helm, *arguments: str, namespace: str = "team") -> list[Object]:
        """Return the objects that the real Helm renders."""
        text = helm.run("template", self.release, CHART, "-n", namespace, *self.arguments, *arguments)
        return objects(text)

    @property
    def release(self) -> str:
        name: str = yaml.safe_load(self.path.read_text(encoding="utf-8")).get("name", "run")
        return name


SPECS = [
    *(Spec(case.name, case.source) for case in CASES),
    *(Spec(path.name.removesuffix("-values.yaml"), path) for path in VALUES),
]

each_spec = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
