"""Folders that several runs write to: `render validate A B` and `render sweep`."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from render.cli.sweep import command as sweep
from render.cli.validate import command as validate

CLAIM = {"checkpoints": {"mode": "existing", "claimName": "state"}}
SAME_CLAIM = {"volumes": [{"name": "a", "mountPath": "/out", "persistentVolumeClaim": {"claimName": "state"}}]}
BELOW = {"volumes": [{**SAME_CLAIM["volumes"][0], "subPath": "sft"}]}
OWN = {"checkpoints": {"mode": "create"}}
NFS = {"volumes": [{"name": "a", "mountPath": "/out", "nfs": {"server": "nfs.example", "path": "/x"}}]}
SCRATCH = {"volumes": [{"name": "a", "mountPath": "/out", "emptyDir": {}}]}
CONFIG = "/etc/render/sft.yaml"
TRAINER = "torchrun train.py --output_dir="


def spec(name: str, storage: dict[str, Any], command: str, files: dict[str, str] | None = None) -> dict[str, Any]:
    return {
        "apiVersion": "render/v1alpha1",
        "kind": "TrainingJob",
        "name": name,
        "image": "registry.example/train:1",
        "resourcesPerNode": {"limits": {"nvidia.com/gpu": 8}},
        "command": command.split(),
        "storage": storage,
        **({"launcher": "llamafactory", "files": files} if files else {}),
    }


def reported(tmp_path: Path, *specs: dict[str, Any]) -> str:
    paths = [tmp_path / f"{index}.yaml" for index in range(len(specs))]
    for path, one in zip(paths, specs, strict=True):
        path.write_text(yaml.safe_dump(one), encoding="utf-8")
    output = CliRunner().invoke(validate, [*map(str, paths), "--output", "concise"], standalone_mode=False).stdout
    return "".join(line for line in output.splitlines() if "STO207" in line)


FACTORY = {CONFIG: "stage: sft\noutput_dir: /checkpoints/sft\n"}
CASES: dict[str, tuple[dict[str, Any], str, dict[str, Any], str, bool]] = {
    "one folder": (CLAIM, f"{TRAINER}/checkpoints/sft", CLAIM, f"{TRAINER}/checkpoints/sft", True),
    "written otherwise": (CLAIM, f"{TRAINER}/checkpoints/sft", CLAIM, f"{TRAINER}/checkpoints//sft/", True),
    "its variable": (CLAIM, f"{TRAINER}$(CHECKPOINT_DIR)/sft", CLAIM, f"{TRAINER}/checkpoints/sft", True),
    "mounted elsewhere": (CLAIM, f"{TRAINER}/checkpoints/sft", SAME_CLAIM, f"{TRAINER}/out/sft", True),
    "a folder of the claim": (CLAIM, f"{TRAINER}/checkpoints/sft/1", BELOW, f"{TRAINER}/out/1", True),
    "NFS": (NFS, f"{TRAINER}/out/sft", NFS, f"{TRAINER}/out/sft", True),
    "object storage": (CLAIM, f"{TRAINER}s3://bucket/sft", CLAIM, f"{TRAINER}s3://bucket/sft/", True),
    "Hydra": (
        CLAIM,
        "python t.py hydra.run.dir=/checkpoints/a",
        CLAIM,
        "python t.py hydra.run.dir=/checkpoints/a",
        True,
    ),
    "nanoGPT": (
        CLAIM,
        "torchrun train.py --out_dir=/checkpoints/a",
        CLAIM,
        "torchrun t.py --out_dir=/checkpoints/a",
        True,
    ),
    "OpenCLIP": (
        *(CLAIM, "torchrun -m open_clip_train.main --logs=/checkpoints --name=b32"),
        *(CLAIM, "torchrun -m open_clip_train.main --logs=/checkpoints --name=b32", True),
    ),
    "OpenCLIP, another name": (
        *(CLAIM, "torchrun -m open_clip_train.main --logs=/checkpoints --name=b32"),
        *(CLAIM, "torchrun -m open_clip_train.main --logs=/checkpoints --name=b16", False),
    ),
    "OpenCLIP names it by the time": (
        *(CLAIM, "torchrun -m open_clip_train.main --logs=/checkpoints"),
        *(CLAIM, "torchrun -m open_clip_train.main --logs=/checkpoints", False),
    ),
    "other folders": (CLAIM, f"{TRAINER}/checkpoints/a", CLAIM, f"{TRAINER}/checkpoints/b", False),
    "claims of their own": (OWN, f"{TRAINER}/checkpoints/sft", OWN, f"{TRAINER}/checkpoints/sft", False),
    "lost with the pod": (SCRATCH, f"{TRAINER}/out/sft", SCRATCH, f"{TRAINER}/out/sft", False),
    "filled in by the program": (
        CLAIM,
        f"{TRAINER}/checkpoints/{{run}}",
        CLAIM,
        f"{TRAINER}/checkpoints/{{run}}",
        False,
    ),
    "an unknown variable": (CLAIM, f"{TRAINER}/checkpoints/$RUN", CLAIM, f"{TRAINER}/checkpoints/$RUN", False),
    "Lightning counts versions": (
        *(CLAIM, "python main.py fit --trainer.default_root_dir=/checkpoints"),
        *(CLAIM, "python main.py fit --trainer.default_root_dir=/checkpoints", False),
    ),
    "torchtune reads it": (
        *(CLAIM, "tune run lora --config a checkpointer.checkpoint_dir=/checkpoints/base"),
        *(CLAIM, "tune run lora --config a checkpointer.checkpoint_dir=/checkpoints/base", False),
    ),
    "LitGPT reads it": (
        *(CLAIM, "litgpt finetune_lora --checkpoint_dir=/checkpoints/base"),
        *(CLAIM, "litgpt finetune_lora --checkpoint_dir=/checkpoints/base", False),
    ),
}


@pytest.mark.parametrize(("storage", "command", "other", "second", "is_found"), CASES.values(), ids=CASES)
def test_two_specs(
    tmp_path: Path, storage: dict[str, Any], command: str, other: dict[str, Any], second: str, *, is_found: bool
) -> None:
    found = reported(tmp_path, spec("one", storage, command), spec("two", other, second))
    assert bool(found) is is_found, found


def test_both_places_are_named(tmp_path: Path) -> None:
    specs = [spec(f"run{number}", CLAIM, f"{TRAINER}/checkpoints/sft") for number in range(4)]
    message = reported(tmp_path, *specs[:2])
    assert message.startswith(f"{tmp_path}/1.yaml:5:3: info STO207 `--output_dir` is `/checkpoints/sft` on the claim")
    assert f"and `{tmp_path}/0.yaml:5` (`run0`) writes there too: at the same time, they overwrite" in message
    assert "(`run0`) and 1 more run write there" in reported(tmp_path, *specs[:3])
    assert "(`run0`) and 2 more runs write there" in reported(tmp_path, *specs)


def test_a_configuration_file(tmp_path: Path) -> None:
    specs = [spec(name, CLAIM, f"llamafactory-cli train {CONFIG}", FACTORY) for name in ("one", "two")]
    assert "info STO207 `output_dir` is `/checkpoints/sft`" in reported(tmp_path, *specs)


def test_versions_of_one_run_and_a_comment(tmp_path: Path) -> None:
    one = spec("one", CLAIM, f"{TRAINER}/checkpoints/sft")
    assert reported(tmp_path, one, one) == ""
    text = yaml.safe_dump({**one, "name": "two"}).replace("sft\n", "sft # render: ignore[STO207]\n")
    first, second = tmp_path / "first.yaml", tmp_path / "second.yaml"
    first.write_text(yaml.safe_dump(one), encoding="utf-8")
    second.write_text(text, encoding="utf-8")
    assert "STO207" not in CliRunner().invoke(validate, [str(first), str(second)], standalone_mode=False).stdout


@pytest.mark.parametrize(("folder", "is_found"), [("/checkpoints/sft", True), ("/checkpoints/lr-{{ lr }}", False)])
def test_a_sweep(tmp_path: Path, folder: str, *, is_found: bool) -> None:
    template = spec("sft", CLAIM, f"{TRAINER}{folder}")
    template["command"] = ["torchrun", "train.py", f"--output_dir={folder}", "--lr={{ lr }}"]
    file = tmp_path / "sweep.yaml"
    file.write_text(yaml.safe_dump({"template": template, "parameters": {"lr": [1, 2, 3]}}), encoding="utf-8")
    said = CliRunner().invoke(sweep, [str(file)], standalone_mode=False).stderr
    assert ("on the claim `state`, and 3 runs write there: they overwrite" in said) is is_found
    assert ("hint: put a parameter of the sweep into it" in said) is is_found
