"""What a container starts: the words of its commands, behind shells and behind programs that only start another one."""

import pytest

from render.programs.command import Command, find_commands

TRAIN = ["torchrun", "--nnodes=2", "train.py"]

SAME = {
    "as it is": TRAIN,
    "bash -c": ["bash", "-c", "torchrun --nnodes=2 train.py"],
    "a login shell with options": ["/bin/bash", "-euxo", "pipefail", "-lc", "torchrun --nnodes=2 train.py"],
    "behind other commands": ["sh", "-c", "cd /code && pip install . ; torchrun --nnodes=2 train.py"],
    "exec and a wrapper": ["sh", "-c", "exec nohup torchrun --nnodes=2 train.py > /logs/out 2>&1"],
    "over several lines": ["bash", "-c", "torchrun \\\n  --nnodes=2 \\\n  train.py # the end"],
    "quoted": ["bash", "-c", "torchrun \"--nnodes=2\" 'train.py'"],
    "env in front": ["env", "-u", "HOME", "A=b", "torchrun", "--nnodes=2", "train.py"],
    "a variable in front": ["bash", "-c", "A=b torchrun --nnodes=2 train.py"],
    "in a condition": ["bash", "-c", "if [ -d /x ]; then torchrun --nnodes=2 train.py; fi"],
    "by a package manager": ["uv", "run", "--extra", "gpu", "torchrun", "--nnodes=2", "train.py"],
    "with a time limit": ["timeout", "-k", "10", "3600", "torchrun", "--nnodes=2", "train.py"],
    "by conda with its environment": ["conda", "run", "--no-capture-output", "-n", "train", *TRAIN],
    "under a profiler": ["nsys", "profile", "-t", "cuda,nvtx", "-o", "/out/%p", "--force-overwrite=true", *TRAIN],
    "as another user": ["tini", "-g", "--", "gosu", "trainer", *TRAIN],
    "on its NUMA node": ["numactl", "--cpunodebind", "0", "-m", "0", *TRAIN],
    "a shell in a shell": ["bash", "-c", "bash -c 'torchrun --nnodes=2 train.py'"],
    "in Apptainer": ["apptainer", "exec", "--nv", "--bind", "/data", "/train.sif", *TRAIN],
    "under perf": ["perf", "record", "-g", "-o", "/out/perf", "--", *TRAIN],
    "under a debugger": ["gdb", "-batch", "-ex", "run", "--args", *TRAIN],
    "under AMD's profiler": ["rocprofv3", "--hip-trace", "-d", "/out", "--", *TRAIN],
    "with secrets": ["doppler", "run", "-p", "train", "--", "op", "run", "--env-file=.env", "--", *TRAIN],
    "in a namespace": ["unshare", "-r", "setarch", "x86_64", "-R", *TRAIN],
    "as a user of runit": ["chpst", "-u", "app", "s6-setuidgid", "app", *TRAIN],
    "in a recorded terminal": ["script", "-qec", "torchrun --nnodes=2 train.py", "/dev/null"],
    "as a user by su": ["su", "-", "trainer", "-c", "torchrun --nnodes=2 train.py"],
    "by direnv and pyenv": ["direnv", "exec", "/code", "pyenv", "exec", *TRAIN],
    "evaluated": ["bash", "-c", "eval 'torchrun --nnodes=2 train.py'"],
    "behind a here document": ["bash", "-c", "cat <<'EOF' > x\ntorchrun 'never\nEOF\ntorchrun --nnodes=2 train.py"],
}


def read(argv: list[str]) -> list[Command]:
    return list(find_commands((("args", position), text) for position, text in enumerate(argv)))


@pytest.mark.parametrize("argv", SAME.values(), ids=SAME)
def test_one_command_in_many_spellings(argv: list[str]) -> None:
    started = [command for command in read(argv) if command.program == "torchrun"]
    assert [[word.text for word in command.words] for command in started] == [TRAIN]


PYTHON = {
    "coverage": ["coverage", "run", "--parallel-mode", "train.py", "--lr", "1"],
    "memray": ["memray", "run", "-o", "/out/x", "train.py", "--lr", "1"],
    "viztracer": ["viztracer", "--tracer_entries", "5", "train.py", "--lr", "1"],
    "kernprof": ["kernprof", "-l", "train.py", "--lr", "1"],
    "uv": ["uv", "run", "--extra", "gpu", "train.py", "--lr", "1"],
}


@pytest.mark.parametrize("argv", PYTHON.values(), ids=PYTHON)
def test_wrapper_that_starts_python(argv: list[str]) -> None:
    assert [[word.text for word in command.words] for command in read(argv)] == [["python", "train.py", "--lr", "1"]]


def test_module_behind_a_wrapper_that_starts_python() -> None:
    (command,) = read(["coverage", "run", "-m", "torch.distributed.run", "train.py"])
    assert [word.text for word in command.words] == ["python", "-m", "torch.distributed.run", "train.py"]


NOT_STARTED = {
    "a comment": ["bash", "-c", "# torchrun train.py\ntrue"],
    "an argument": ["echo", "torchrun", "train.py"],
    "text of another program": ["python", "-c", "import os; os.system('torchrun train.py')"],
    "a file of a redirection": ["bash", "-c", "true > torchrun"],
    "a script that is not written here": ["bash", "/torchrun.sh"],
    "nothing": [],
}


@pytest.mark.parametrize("argv", NOT_STARTED.values(), ids=NOT_STARTED)
def test_what_starts_none(argv: list[str]) -> None:
    assert [command for command in read(argv) if command.program == "torchrun"] == []


LITERAL = {
    "'$A'": True,
    '"$A"': False,
    "$A": False,
    "${A:-x}": False,
    "$(hostname -i)": False,
    "`hostname`": False,
    r"\$A": True,
    "a#b": True,
    "a'b c'd": True,
}


@pytest.mark.parametrize("text", LITERAL)
def test_what_a_shell_replaces_is_not_known(text: str) -> None:
    [command] = read(["sh", "-c", f"run {text}"])
    assert [word.is_literal for word in command.words] == [True, LITERAL[text]]


@pytest.mark.parametrize(("text", "is_known"), [("$(NAME)", False), ("$$(NAME)", True), ("$NAME", True)])
def test_what_the_kubelet_replaces_is_not_known(text: str, *, is_known: bool) -> None:
    [command] = read(["run", text])
    assert command.words[1].is_literal is is_known


def test_variables_of_a_script_reach_the_commands_behind_them() -> None:
    script = "run0; export A=1; B=2; C=3 run1; run2; unset A; run3"
    assert [{name: word.text for name, word in command.assignments} for command in read(["sh", "-c", script])] == [
        {},
        {"A": "1", "B": "2", "C": "3"},
        {"A": "1", "B": "2"},
        {"B": "2"},
    ]


def test_a_word_knows_where_it_is_written() -> None:
    [command] = read(["sh", "-c", "run now"])
    assert {word.path for word in command.words} == {("args", 2)}


@pytest.mark.parametrize(
    ("argv", "operator", "is_pipefail"),
    [
        (["sh", "-c", "run | tee x"], "|", False),
        (["bash", "-o", "pipefail", "-c", "run | tee x"], "|", True),
        (["bash", "-c", "set -euo pipefail\nrun |& tee x"], "|&", True),
        (["bash", "-c", "run || true"], "||", False),
        (["bash", "-c", "run & wait"], "&", False),
        (["bash", "-c", "run 2>&1 &"], "&", False),
        (["bash", "-c", "run &> x"], "", False),
        (["run"], "", False),
    ],
)
def test_what_stands_behind_a_command(argv: list[str], operator: str, *, is_pipefail: bool) -> None:
    run = next(command for command in read(argv) if command.program == "run")
    assert (run.operator, run.is_pipefail) == (operator, is_pipefail)


@pytest.mark.parametrize(
    "script", ["'", '"', "$(", "${", "`", "\\", "<<A", "a <<A\n", "$", ">", "|", "((", ";;", "if", "export", "set", "#"]
)
def test_no_script_is_too_broken_to_read(script: str) -> None:
    read(["sh", "-c", script])
    read(["sh", "-c", f"run {script}"])
