"""OpenCLIP under torchrun, with the arguments of its example and, after them, those of a model for toys."""

import json
import re
from pathlib import Path

import pytest

from tests.e2e.conftest import Run
from tests.e2e.processes import Running
from tests.e2e.systems.overlay import ENV, SECONDS, example, over, values

pytestmark = pytest.mark.systems

ON_CPUS = ["torchrun", "--", str(Path(__file__).with_name("openclip_on_cpus.py"))]
VISION = {"image_size": 32, "layers": 1, "width": 64, "head_width": 32, "patch_size": 16}
TEXT = {"context_length": 77, "vocab_size": 49408, "width": 32, "heads": 2, "layers": 1}
SMALL = ["--train-num-samples=32", "--batch-size=4", "--precision=fp32", "--workers=1", "--epochs=1", "--warmup=1"]


@pytest.fixture
def model(tmp_path: Path) -> str:
    folder = tmp_path / "model"
    folder.mkdir()
    config = {"model_cfg": {"embed_dim": 32, "vision_cfg": VISION, "text_cfg": TEXT}}
    (folder / "open_clip_config.json").write_text(json.dumps(config), encoding="utf-8")
    return f"--model=local-dir:{folder}"


def local(*args: str) -> dict[str, object]:
    return {"numNodes": 2, "numProcPerNode": 2, "args": [*values("openclip")["args"], *SMALL, *args], "env": ENV}


def assert_four_processes_trained(done: Running, scratch: Path) -> None:
    assert done.finish() == 0, done.output
    found = re.findall(r"(node-\d) \| .*Process \(global: (\d), local (\d)\), total 4", done.output)
    assert sorted(found) == [(f"node-{rank // 2}", str(rank), str(rank % 2)) for rank in range(4)]
    assert "Train Epoch: 0 [32/32 (100%)]" in done.output
    assert len(list(scratch.glob("*/claims/openclip/*/checkpoints/epoch_1.pt"))) == 1


def test_the_example_trains_one_process(run: Run, tmp_path: Path) -> None:
    done = run(example("openclip"), seconds=SECONDS)
    assert done.finish() == 0, done.output
    assert "Train Epoch: 0 [16/16 (100%)]" in done.output
    assert len(list(tmp_path.glob("scratch/*/claims/openclip/laptop/checkpoints/epoch_1.pt"))) == 1


def test_on_synthetic_data(run: Run, tmp_path: Path, model: str) -> None:
    options = over(tmp_path, command=ON_CPUS, local=local(model, "--dataset-type=synthetic"))
    assert_four_processes_trained(run(example("openclip"), *options, seconds=SECONDS), tmp_path / "scratch")


@pytest.mark.usefixtures("root")
def test_on_a_web_dataset_in_namespaces(run: Run, tmp_path: Path, model: str) -> None:
    from tests.e2e.systems import shards

    shards.write(tmp_path / "shards", "cc12m-train-{:04}.tar", shards=4, samples=8)
    data = {"name": "data", "mountPath": "/data", "readOnly": True, "hostPath": {"path": str(tmp_path / "shards")}}
    arguments = local(model, "--train-data=/data/cc12m-train-{0000..0003}.tar")
    options = over(tmp_path, command=ON_CPUS, local=arguments, storage={"volumes": [data]})
    done = run(example("openclip"), *options, "--netns", seconds=SECONDS)
    assert_four_processes_trained(done, tmp_path / "scratch")
