"""The real Helm, kept apart from the settings of whoever runs the tests."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
CHART = ROOT / "charts" / "training-job"
VALUES = sorted((CHART / "ci").glob("*-values.yaml"))
NAMESPACE = "team"
ADVICE = "Use --debug flag to render out invalid YAML\n"

Object = dict[str, Any]

each_values = pytest.mark.parametrize("values", VALUES, ids=[path.name.removesuffix("-values.yaml") for path in VALUES])


@dataclass(frozen=True)
class Helm:
    """One binary, with a home of its own."""

    binary: Path
    home: Path

    def run(self, *arguments: str | Path) -> str:
        """Return what a command prints. Raises subprocess.CalledProcessError."""
        return self._done(arguments, check=True).stdout

    def template(self, chart: Path, *arguments: str | Path, name: str = "run") -> str:
        """Return the manifests of a chart."""
        return self.run("template", name, chart, "-n", NAMESPACE, *arguments)

    def refusal(self, chart: Path, *arguments: str | Path, name: str = "run") -> str:
        """Return why Helm does not render a chart."""
        done = self._done(["template", name, chart, "-n", NAMESPACE, *arguments], check=False)
        assert done.returncode == 1, done.stdout
        return done.stderr.partition("Error: ")[2].removesuffix(ADVICE).rstrip("\n") + "\n"

    def start(self, *arguments: str | Path) -> subprocess.Popen[str]:
        """Start a command; what it prints, mistakes among it, is read from its `stdout`."""
        pipe, command = subprocess.PIPE, self._command(arguments)
        return subprocess.Popen(command, env=self._environment, stdout=pipe, stderr=subprocess.STDOUT, encoding="utf-8")

    def _done(self, arguments: Any, *, check: bool) -> subprocess.CompletedProcess[str]:
        command = self._command(arguments)
        return subprocess.run(command, env=self._environment, capture_output=True, encoding="utf-8", check=check)

    def _command(self, arguments: Any) -> list[str]:
        return [str(self.binary), *map(str, arguments)]

    @property
    def _environment(self) -> dict[str, str]:
        return {"HOME": str(self.home), "PATH": os.environ["PATH"]}


def objects(text: str) -> list[Object]:
    """Return the objects of Helm's output, those of a list one by one."""
    return [found for document in yaml.safe_load_all(text) if document for found in document.get("items", [document])]


def of_kind(text: str, kind: str) -> list[Object]:
    """Return the objects of one kind."""
    return [found for found in objects(text) if found["kind"] == kind]
