"""The examples train under `render run`, on this machine's CPUs: as they are, and in network namespaces."""

import re
import shutil
from pathlib import Path

import pytest
import yaml

from tests.conftest import CHECKOUT
from tests.e2e.conftest import Run

EXAMPLES = CHECKOUT / "examples"
SECONDS = 400

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("torch_or_reason")]


def overlay(folder: Path, **values: object) -> tuple[str, str]:
    """The option that lays values over a spec."""
    file = folder / "overlay.yaml"
    file.write_text(yaml.safe_dump(values), encoding="utf-8")
    return "-f", str(file)


def weights(output: str) -> dict[int, str]:
    return {int(rank): checksum for rank, checksum in re.findall(r"\| rank (\d+): weights (\w+)", output)}


def test_two_nodes_of_two_processes_learn_together(run: Run, place: list[str], tmp_path: Path) -> None:
    """Without shared storage but for the checkpoints: each node draws its own digits."""
    example = yaml.safe_load((EXAMPLES / "mnist-ddp" / "spec.yaml").read_text(encoding="utf-8"))
    scratch = {"name": "scratch", "mountPath": "/opt/render-test", "emptyDir": {}}
    local = example["local"] | {"args": [*example["local"]["args"], "--data-dir=/opt/render-test"]}
    over = overlay(tmp_path, storage={"volumes": [scratch]}, local=local)
    done = run(EXAMPLES / "mnist-ddp" / "spec.yaml", *over, *place, seconds=SECONDS)
    assert done.finish() == 0, done.output
    assert "world size 4," in done.output
    [accuracy] = re.findall(r"held-out accuracy (\S+)", done.output)
    assert float(accuracy) >= 0.95
    assert weights(done.output).keys() == {0, 1, 2, 3}
    assert len(set(weights(done.output).values())) == 1


def test_the_nodes_of_an_elastic_run_meet(run: Run, place: list[str], tmp_path: Path) -> None:
    """In namespaces the first node has to find out by itself that the rendezvous is at its own full name."""
    for file in [*(EXAMPLES / "mnist-ddp").glob("*.py"), EXAMPLES / "elastic" / "spec.yaml"]:
        shutil.copy(file, tmp_path)
    arguments = ["--epochs=1", "--train-samples=256"]
    local = {"numNodes": 2, "numProcPerNode": 1, "args": arguments, "env": {"OMP_NUM_THREADS": "1"}}
    done = run(tmp_path / "spec.yaml", *overlay(tmp_path, local=local), *place, seconds=SECONDS)
    assert done.finish() == 0, done.output
    assert "world size 2," in done.output


def test_fsdp_shards_all_parameters_and_learns(run: Run, tmp_path: Path) -> None:
    arguments = ["--steps=40", "--checkpoint-every=20"]
    local = {"numNodes": 1, "numProcPerNode": 2, "args": arguments, "env": {"OMP_NUM_THREADS": "1"}}
    done = run(EXAMPLES / "fsdp" / "spec.yaml", *overlay(tmp_path, local=local), seconds=SECONDS)
    assert done.finish() == 0, done.output
    parts = re.findall(r"rank \d: holds (\d+) of (\d+) parameters", done.output)
    assert len(parts) == 2
    assert {sum(int(held) for held, _ in parts)} == {int(total) for _, total in parts}
    first, last = (float(loss) for loss in re.findall(r"loss (\S+)", done.output))
    assert last < 0.8 * first
