"""The systems that people bring train under `render run`; each is skipped where its packages are missing."""

import importlib.util
import re
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.e2e.conftest import Run
from tests.e2e.processes import Running

EXAMPLES = CHECKOUT / "examples"
SECONDS = 400

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("torch_or_reason")]

RAY = """
image: registry.example/train:1
name: systems
command: [python3, {program}]
args: [{fails}, {result}]
numNodes: 2
resourcesPerNode: {{requests: {{cpu: 2}}}}
launcher: ray
ray: {{resultFile: {result}, storagePath: "s3://unused/path"}}
preflight: {{enabled: false}}
env: {{RAY_TMPDIR: /tmp}} # a socket's path has 107 characters at most
"""
DRIVER = """
import sys
import ray

ray.init()

@ray.remote(num_cpus=2)
def address():
    return ray.util.get_node_ip_address()

group = ray.util.placement_group([{"CPU": 2}] * 2, strategy="STRICT_SPREAD")
ray.get(group.ready())
places = [ray.util.scheduling_strategies.PlacementGroupSchedulingStrategy(group, index) for index in range(2)]
print("nodes", len(set(ray.get([address.options(scheduling_strategy=place).remote() for place in places]))))
if sys.argv[1] == "late":
    open(sys.argv[2], "w").write("{}")
assert sys.argv[1] == "never", "destroyed twice"
"""


@pytest.fixture
def needs(request: pytest.FixtureRequest) -> None:
    """The packages that a test is marked with are here."""
    missing = [name for name in request.param if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"{' and '.join(missing)} not installed")


def needing(*packages: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("needs", [packages], indirect=True, ids=["+".join(packages)])


def assert_four_ranks_agree(done: Running) -> None:
    assert done.finish() == 0, done.output
    weights = re.findall(r"rank (\d) of 4: weights ([-\d.]+)", done.output)
    assert sorted(rank for rank, _ in weights) == ["0", "1", "2", "3"]
    assert len({checksum for _, checksum in weights}) == 1


@pytest.mark.usefixtures("needs")
@needing("transformers", "accelerate")
def test_huggingface_trainer(run: Run, place: list[str]) -> None:
    assert_four_ranks_agree(run(EXAMPLES / "huggingface-trainer" / "spec.yaml", *place, seconds=SECONDS))


@pytest.mark.usefixtures("needs")
@needing("transformers", "accelerate")
def test_huggingface_trainer_with_a_backend_and_no_launcher(run: Run) -> None:
    """What people see on a laptop, and what a rule says before."""
    alone = [
        "--set",
        "launcher=plain",
        "--set",
        "command={python,train.py}",
        "--set",
        "local.args={--ddp_backend=nccl}",
    ]
    done = run(EXAMPLES / "huggingface-trainer" / "spec.yaml", *alone, "--nodes", "1", seconds=SECONDS)
    assert done.finish() == 1
    assert "Default process group has not been initialized" in done.output


@pytest.mark.usefixtures("needs")
@needing("accelerate")
def test_accelerate(run: Run, place: list[str]) -> None:
    assert_four_ranks_agree(run(EXAMPLES / "accelerate" / "spec.yaml", *place, seconds=SECONDS))


@pytest.mark.usefixtures("needs", "root")
@needing("ray")
@pytest.mark.parametrize(("fails", "status"), [("never", 0), ("late", 0), ("early", 1)])
def test_ray_ends_as_its_program_does(run: Run, tmp_path: Path, fails: str, status: int) -> None:
    """A head and a node that joins it; a tear-down that fails after the result fails no run."""
    program, result = tmp_path / "driver.py", tmp_path / "result.json"
    program.write_text(DRIVER, encoding="utf-8")
    spec = RAY.format(program=program, result=result, fails=fails)
    done = run(spec, "--netns", seconds=SECONDS)
    assert done.finish() == status, done.output
    assert "head-0 | nodes 2" in done.output
