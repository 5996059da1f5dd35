"""Paths of a command that miss a volume by little (STO124)."""

import pytest

from tests.rules.findings import found

SPEC = """
kind: TrainingJob
name: run
image: registry.example/train:1
command: [torchrun, train.py, WORD]
storage:
  checkpoints: {mode: existing, claimName: state}
  volumes: [{name: data, mountPath: /mnt/data-set, persistentVolumeClaim: {claimName: data}}]
"""


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("--resume_from_checkpoint=/checkpoint/last", "/checkpoints/last"),
        ("/Checkpoints", "/checkpoints"),
        ("--data=/mnt/dataset/train", "/mnt/data-set/train"),
        ("--data=/mnt/data_sets/", "/mnt/data-set/"),
        ("--resume=/checkpoints/last", None),
        ("--data=/mnt/data-set", None),
        ("--data=/mnt/data", None),
        ("--data=/mnt/data-set2/train", None),
        ("--data=/checkpointing/a", None),
        ("--data=s3:///checkpoint/a", None),
        ("--data=$DATA/checkpoint", None),
        ("--data=checkpoint/a", None),
    ],
)
def test_mounts(word: str, hint: str | None) -> None:
    hints = [one.hint for one in found(SPEC.replace("WORD", f'"{word}"')) if one.code == "STO124"]
    assert hints == ([f"write `{hint}`"] if hint else [])
