"""Argo CD's own code, of ci/argocd: a line of JSON for a line of JSON."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Object = dict[str, Any]


class ArgoError(Exception):
    """Argo CD refuses what it was asked."""


class Argo:
    """One command of the program, which runs until its input ends."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def query(self, **question: object) -> Object:
        """Return the answer. Raises ArgoError where Argo CD has none."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer = self.read()
        if "error" in answer:
            raise ArgoError(answer["error"])
        return answer

    def read(self) -> Object:
        """Return the next line."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"{self._process.args!r} has ended"
        answer: Object = json.loads(line)
        return answer


@contextmanager
def running(binary: Path, *arguments: str | Path, environment: dict[str, str] | None = None) -> Iterator[Argo]:
    """Run a command until the block ends."""
    pipe = subprocess.PIPE
    command = [str(binary), *map(str, arguments)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, text=True) as process:
        yield Argo(process)
