"""Scripts in `files` that the command starts: their commands are read in its place."""

from typing import Any

import pytest

from render.programs.command import MAX_FILES, find_commands
from tests.rules.findings import found
from tests.rules.spec_cases import each_case, found_codes

Files = dict[str, str]


def started(command: list[str], files: Files, folder: str = "") -> list[str]:
    argv = [(("command", index), word) for index, word in enumerate(command)]
    return [" ".join(word.text for word in one.words) for one in find_commands(argv, files, folder)]


RUN = {"/opt/run.sh": 'cd /code\nexec torchrun train.py "$@"'}
STARTED: dict[str, tuple[list[str], Files, str, list[str]]] = {
    "by a shell": (["bash", "/opt/run.sh", "--a"], RUN, "", ["cd /code", "torchrun train.py --a"]),
    "with options": (["bash", "-e", "-o", "pipefail", "/opt/run.sh"], RUN, "", ["cd /code", "torchrun train.py"]),
    "in the working directory": (["sh", "run.sh"], RUN, "/opt", ["cd /code", "torchrun train.py"]),
    "in another one": (["sh", "run.sh"], RUN, "/other", ["sh run.sh"]),
    "below a wrapper": (["tini", "--", "bash", "/opt/run.sh"], RUN, "", ["cd /code", "torchrun train.py"]),
    "in a script": (["sh", "-c", "bash /opt/run.sh -b"], RUN, "", ["cd /code", "torchrun train.py -b"]),
    "by itself": (["sh", "/a"], {"/a": "sh /a; date"}, "", ["sh /a", "date"]),
    "by a program": (["/opt/run.sh"], RUN, "", ["/opt/run.sh"]),
    "of the image": (["bash", "/opt/other.sh"], RUN, "", ["bash /opt/other.sh"]),
    "its arguments twice": (["sh", "/a", "b"], {"/a": "x \"$@\"; shift; y \"$@\""}, "", ["x b", "y $@"]),
    "arguments of bash -c": (["bash", "-c", 'exec "$@"', "x", "torchrun", "a.py"], {}, "", ["torchrun a.py"]),
}  # fmt: skip


@pytest.mark.parametrize(("command", "files", "folder", "expected"), STARTED.values(), ids=STARTED)
def test_commands(command: list[str], files: Files, folder: str, expected: list[str]) -> None:
    assert started(command, files, folder) == expected


def test_scripts_that_start_each_other_end() -> None:
    files = {f"/{index}": f"sh /{index + 1}; sh /{index + 1}" for index in range(MAX_FILES)}
    assert len(started(["sh", "/0"], {**files, f"/{MAX_FILES}": "date"})) <= 2 * MAX_FILES


def test_arguments_of_arguments_end() -> None:
    line = "sh /b " + '"$@" ' * 100
    assert sum(map(len, started(["sh", "/a", "x"], {"/a": line, "/b": line.replace("/b", "/c"), "/c": line}))) < 10**6


def test_a_file_sets_variables() -> None:
    files = {"/run.sh": ". /env.sh\ntorchrun a.py", "/env.sh": "export NCCL_DEBUG=INFOO"}
    assert "ENV103" in found_codes({"command": ["sh", "/run.sh"], "files": files})


def spec(script: str, *command: str) -> dict[str, Any]:
    return {"numNodes": 2, "command": list(command or ("bash", "/opt/run.sh")), "files": {"/opt/run.sh": script}}


CASES: dict[str, list[tuple[bool, dict[str, Any]]]] = {
    "RUN216": [
        (True, spec("torchrun --nnodes=$(PET_NNODES) a.py")),
        (True, spec('export A="$(MASTER_ADDR)"\ntorchrun a.py')),
        (True, spec("torchrun a.py --out=$(CHECKPOINT_DIR)/x", "bash", "-c", "bash /opt/run.sh")),
        (False, spec("torchrun --nnodes=$PET_NNODES a.py")),
        (False, spec("torchrun --out=$(date +%s) a.py")),
        (False, spec("torchrun a.py", "bash", "/opt/run.sh", "--nodes=$(PET_NNODES)")),
    ],
    "RUN217": [
        (True, spec("#!/bin/bash\ntorchrun a.py", "/opt/run.sh")),
        (True, spec("torchrun a.py", "bash", "-c", "/opt/run.sh")),
        (True, spec("a", "torchrun", "--no-python", "/opt/run.sh")),
        (False, spec("torchrun a.py")),
        (False, spec("torchrun a.py", "/opt/other.sh")),
        (False, {"command": ["torchrun", "/opt/a.py"], "files": {"/opt/a.py": "import torch"}}),
    ],
    "RUN322": [
        (True, spec("torchrun a.py", "bash", "/opt/rum.sh")),
        (True, spec("torchrun a.py", "bash", "/run.sh")),
        (True, {"command": ["torchrun", "/app/a.py"], "files": {"/opt/a.py": "import torch"}}),
        (False, spec("torchrun a.py", "bash", "/workspace/launch.sh")),
        (False, {"command": ["torchrun", "a.py"], "files": {"/opt/a.py": "import torch"}}),
        (False, {"command": ["torchrun", "/opt/a.py"], "files": {"/opt/a.py": "import torch"}}),
    ],
}  # fmt: skip


@each_case(CASES)
def test_specs(code: str, values: dict[str, Any], *, is_found: bool) -> None:
    assert (code in found_codes(values)) is is_found


def test_the_line_of_the_script_is_reported() -> None:
    text = "image: a:1\nnumNodes: 2\ncommand: [bash, /r.sh]\nfiles:\n  /r.sh: |\n    set -e\n"
    text += "    torchrun --nnodes=4 a.py\n"
    assert [(one.line, one.column) for one in found(text) if one.code == "RUN101"] == [(7, 14)]
