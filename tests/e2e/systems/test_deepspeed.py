"""DeepSpeed: its launcher reads the rendered hostfile and starts ZeRO 3 on both nodes, through pdsh and a real sshd."""

import shutil
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.e2e.conftest import Run
from tests.e2e.systems.agreement import assert_four_ranks_agree
from tests.e2e.systems.overlay import ENV, SECONDS, over

pytestmark = [pytest.mark.systems, pytest.mark.usefixtures("root", "launchers")]

ON_CPUS = Path(__file__).with_name("deepspeed_on_cpus.py")
ARGS = ["--deepspeed=/workspace/config/zero3.json", "--use_cpu=True", "--num_train_epochs=1", "--save_strategy=no"]


def test_hugging_face_trainer_trains_with_zero(run: Run, tmp_path: Path) -> None:
    """The example's run_clm.py needs a model and a data set from the hub: here it is the program of another example."""
    for file in ("deepspeed/spec.yaml", "huggingface-trainer/train.py"):
        shutil.copy(CHECKOUT / "examples" / file, tmp_path)
    command = ["deepspeed", "--master_port=$(MASTER_PORT)", str(ON_CPUS)]
    args = [*ARGS, "--output_dir=$(CHECKPOINT_DIR)"]
    local = {"numProcPerNode": 2, "args": args, "env": ENV | {"DS_ACCELERATOR": "cpu"}}
    done = run(tmp_path / "spec.yaml", *over(tmp_path, command=command, local=local), "--netns", seconds=SECONDS)
    assert_four_ranks_agree(done)
