"""Folders that a program writes to, against the volumes that outlive its pods."""

from typing import Any

import pytest

from render.programs.run import Run
from render.rules.storage.output_not_kept import check
from render.rules.storage.output_read_only import check as read_only

CLAIM = {"checkpoints": {"mode": "existing", "claimName": "state", "mountPath": "/state/"}}
SCRATCH = {"volumes": [{"name": "scratch", "mountPath": "/scratch", "emptyDir": {}}]}
SHARED = {"volumes": [{"name": "nfs", "mountPath": "/nfs", "nfs": {"server": "x", "path": "/"}}]}

CASES: dict[str, tuple[dict[str, Any], str, bool]] = {
    "nothing mounted": ({}, "--output_dir=/out", True),
    "a claim": (CLAIM, "--output-dir /state/run1", False),
    "the claim itself": (CLAIM, "--output_dir /state", False),
    "beside the claim": (CLAIM, "--output_dir /state2", True),
    "out of the claim": (CLAIM, "--output_dir /state/../out", True),
    "an emptyDir": (SCRATCH, "--output_dir /scratch/x", True),
    "a network file system": (SHARED, "--save-dir=/nfs/x", False),
    "object storage": ({}, "--output_dir s3://bucket/x", False),
    "relative, and nothing is kept": ({}, "--output_dir out", True),
    "relative, and a claim may be the working directory": (CLAIM, "--output_dir out", False),
    "a variable": ({}, "--output_dir $OUT", False),
    "another option": ({}, "--input_dir /in", False),
}


@pytest.mark.parametrize(("storage", "option", "is_found"), CASES.values(), ids=CASES)
def test_output(storage: dict[str, Any], option: str, *, is_found: bool) -> None:
    run = Run({"storage": storage, "command": ["bash", "-c", f"torchrun train.py {option}"]}, "run")
    assert bool(list(check.function(run))) is is_found


def test_a_relative_folder_below_the_working_directory() -> None:
    for folder, is_found in (("/state", False), ("/code", True)):
        values = {"storage": CLAIM, "workingDir": folder, "command": ["torchrun", "train.py", "--output_dir=out"]}
        assert bool(list(check.function(Run(values, "run")))) is is_found


def test_a_relative_folder_and_one_claim() -> None:
    cases: tuple[tuple[list[str], dict[str, Any], bool], ...] = (
        (["--output_dir=saves/llama"], {}, True),
        (["--output_dir", "./out"], {}, True),
        (["--output_dir=out", "--root=/state"], {}, False),
        (["--output_dir=out"], {"env": {"ROOT": "$(CHECKPOINT_DIR)"}}, False),
        (["--output_dir={run_name}"], {}, False),
        (["--output_dir=out"], {"storage": {**CLAIM, **SHARED}}, False),
    )
    for words, values, is_found in cases:
        run = Run(
            {
                "storage": {**CLAIM, "checkpoints": {**CLAIM["checkpoints"], "env": "CHECKPOINT_DIR"}},
                **values,
                "command": ["torchrun", "train.py", *words],
            },
            "run",
        )
        found = list(check.function(run))
        assert bool(found) is is_found, words
    assert [
        one.hint
        for one in check.function(Run({"storage": CLAIM, "command": ["torchrun", "t.py", "--output_dir=./a"]}, "run"))
    ] == ["write `/state/a`"]


def test_a_read_only_volume() -> None:
    volume = {"name": "data", "mountPath": "/data", "readOnly": True, "persistentVolumeClaim": {"claimName": "data"}}
    checkpoints = {"mode": "existing", "claimName": "state", "mountPath": "/data/state"}
    for option, storage, is_found in (
        ("--output_dir=/data/out", {}, True),
        ("--save=/data/out", {}, True),
        ("--checkpoint_dir=/data/llama", {}, False),
        ("--output_dir=/data/state/out", {"checkpoints": checkpoints}, False),
    ):
        run = Run({"storage": {"volumes": [volume], **storage}, "command": ["torchrun", "t.py", option]}, "run")
        assert not list(check.function(run))
        name, _, folder = option.partition("=")
        message = f"`{name}` is `{folder}`, and the volume at `/data` is read-only"
        assert [one.message for one in read_only.function(run)] == ([message] if is_found else []), option
