"""Programs of ci/tools that ask other projects' own code, a line of JSON for a line of JSON."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CHECKOUT

Query = Callable[[dict[str, Any]], dict[str, Any]]


@contextmanager
def start_program(tool: str, name: str) -> Iterator[Query]:
    """Yield a function that asks the program of a name, of those that `ci/tools/TOOL/build` builds."""
    built = subprocess.run([CHECKOUT / "ci/tools" / tool / "build"], capture_output=True, check=True, text=True)
    if not built.stdout:
        pytest.skip(built.stderr.strip())
    command = Path(built.stdout.strip(), name)
    with subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        questions, answers = process.stdin, process.stdout

        def query(question: dict[str, Any]) -> dict[str, Any]:
            questions.write(json.dumps(question) + "\n")
            questions.flush()
            answer: dict[str, Any] = json.loads(answers.readline())
            return answer

        yield query
