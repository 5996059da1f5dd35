"""LLaMA-Factory as in a cluster: `llamafactory-cli train` on every node, and on Ray, with LoRA on a tiny Llama."""

import json
import re
from pathlib import Path

import pytest

from tests.e2e.conftest import Run
from tests.e2e.systems.overlay import ENV, RAY_ENV, RAY_FOLDER, SECONDS, over

pytestmark = [pytest.mark.systems, pytest.mark.usefixtures("root")]

ON_CPUS = Path(__file__).with_name("llamafactory_on_cpus.py")


@pytest.fixture
def torchrun_spec(tmp_path: Path) -> Path:
    from tests.e2e.systems import small_sft

    return small_sft.write(tmp_path, "llamafactory")


def uneven(folder: Path, name: str, value: str) -> tuple[str, str]:
    """Set a variable on one node behind the spec's back, as its image may, for whatever Python runs there."""
    script = f"import os\nif os.environ.get('NODE_RANK') == '1':\n    os.environ['{name}'] = '{value}'\n"
    (folder / "sitecustomize.py").write_text(script, encoding="utf-8")
    return over(folder, local={"numProcPerNode": 2, "env": ENV | {"PYTHONPATH": str(folder)}})


def assert_trained(output: str, processes: int, claims: Path) -> None:
    ranks = set(re.findall(rf"Process rank: (\d), world size: {processes}\b", output))
    assert ranks == {str(rank) for rank in range(processes)}
    [result] = claims.glob("*/claims/llamafactory/sft/all_results.json")
    assert json.loads(result.read_text(encoding="utf-8"))["epoch"] == 1.0


def test_two_nodes_of_two_processes_train(run: Run, tmp_path: Path, torchrun_spec: Path) -> None:
    options = over(tmp_path, local={"numProcPerNode": 2, "env": ENV})
    done = run(torchrun_spec, *options, "--netns", seconds=SECONDS)
    assert done.finish() == 0, done.output
    assert_trained(done.output, 4, tmp_path / "scratch")


@pytest.mark.parametrize(
    ("variable", "said"),
    [
        (("NPROC_PER_NODE", "1"), "processes must be 2 everywhere: 1 on node 1"),
        (("CUDA_VISIBLE_DEVICES", "0"), "CUDA_VISIBLE_DEVICES must be the same everywhere: "),
    ],
)
def test_preflight_names_a_node_that_differs(
    run: Run, tmp_path: Path, torchrun_spec: Path, variable: tuple[str, str], said: str
) -> None:
    done = run(torchrun_spec, *uneven(tmp_path, *variable), "--netns", "--preflight", seconds=SECONDS)
    assert done.finish() == 78, done.output
    for node in (0, 1):
        assert re.search(rf"node-{node} \| .*{said}", done.output)


def test_without_preflight_fewer_processes_train_and_no_one_reports_it(
    run: Run, tmp_path: Path, torchrun_spec: Path
) -> None:
    """torchrun takes nodes of any size together; a program that counts on their being alike waits for ever."""
    done = run(torchrun_spec, *uneven(tmp_path, "NPROC_PER_NODE", "1"), "--netns", seconds=SECONDS)
    assert done.finish() == 0, done.output
    assert_trained(done.output, 3, tmp_path / "scratch")


def test_on_ray_the_nodes_train_together(run: Run, tmp_path: Path) -> None:
    """One process on each node; checkpoints and results are where every node sees them."""
    from tests.e2e.systems import small_sft

    resources = {"limits": {"nvidia.com/gpu": None, "cpu": 10}}  # logical ones: what a worker reserves
    spec = small_sft.write(tmp_path, "llamafactory-ray")
    options = over(
        tmp_path,
        command=["python3", str(ON_CPUS), "train", "/workspace/config/sft.yaml"],
        resourcesPerNode=resources,
        storage={"volumes": [RAY_FOLDER]},
        local={"numProcPerNode": 1, "env": RAY_ENV},
    )
    done = run(spec, *options, "--netns", seconds=SECONDS)
    assert done.finish() == 0, done.output
    assert_trained(done.output, 2, tmp_path / "scratch")
