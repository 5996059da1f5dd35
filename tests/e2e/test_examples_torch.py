"""What the examples' training programs do when they are started, stopped and started again, node by node."""

import os
import re
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.processes import Running

EXAMPLES = Path(__file__).parents[2] / "examples"
PYTHON = [sys.executable, "-u"]
TORCHRUN = [sys.executable, "-m", "torch.distributed.run"]
Launch = Callable[..., Running]

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("torch_or_reason")]


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    """Starts `[*launcher, train.py, *arguments]` in an example's folder; what still runs at the end is killed."""
    started: list[Running] = []

    def start(example: str, launcher: list[str], *arguments: object, **pet: object) -> Running:
        env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TMPDIR": str(tmp_path), "OMP_NUM_THREADS": "1"}
        env |= {"CUDA_VISIBLE_DEVICES": "", "GLOO_SOCKET_IFNAME": "lo", "PET_LOCAL_ADDR": "127.0.0.1"}
        env |= {f"PET_{name}": str(value) for name, value in pet.items()}
        command = [*launcher, "train.py", *map(str, arguments)]
        started.append(Running(command, folder=EXAMPLES / example, env=env, seconds=240))
        return started[-1]

    yield start
    for program in started:
        program.kill()


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def static(port: int, *, nodes: int, processes: int, rank: int) -> dict[str, object]:
    """A node's environment as the chart renders it, but for the address."""
    rendezvous = {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "RDZV_CONF": "timeout=120"}
    return {"NNODES": nodes, "NPROC_PER_NODE": processes, "NODE_RANK": rank, **rendezvous}


def outputs(*programs: Running) -> str:
    """The output of programs that end well."""
    for program in programs:
        assert program.finish() == 0, program.output
    return "\n".join(program.output for program in programs)


def accuracy(output: str) -> float:
    (found,) = re.findall(r"held-out accuracy (\S+)", output)
    return float(found)


def weights(output: str) -> dict[int, str]:
    return {int(rank): checksum for rank, checksum in re.findall(r"rank (\d+): weights (\w+)", output)}


def test_one_process_learns_the_digits_without_torchrun(launch: Launch) -> None:
    output = outputs(launch("mnist-ddp", PYTHON))
    assert "world size 1," in output
    assert accuracy(output) >= 0.95


def test_nodes_with_different_data_get_a_message_instead_of_a_hang(launch: Launch, port: int) -> None:
    nodes = [static(port, nodes=2, processes=1, rank=rank) for rank in range(2)]
    programs = [
        launch("mnist-ddp", TORCHRUN, "--train-samples", samples, **node)
        for samples, node in zip((64, 128), nodes, strict=True)
    ]
    for program in programs:
        assert program.finish() == 1
        assert "the number of training samples must be the same on all ranks, not [64, 128]" in program.output


@dataclass(frozen=True)
class Resumable:
    """A program that is stopped half way, and what it says when it goes on."""

    example: str
    size: tuple[object, ...]
    half: tuple[object, ...]
    whole: tuple[object, ...]
    resumed: str


@pytest.mark.parametrize(
    "program",
    [
        Resumable("mnist-ddp", ("--train-samples", 512), ("--epochs", 1), ("--epochs", 2), "1 of 2 epochs complete"),
        Resumable("fsdp", ("--checkpoint-every", 10), ("--steps", 10), ("--steps", 20), "10 of 20 steps complete"),
    ],
    ids=lambda program: program.example,
)
def test_a_resumed_run_ends_with_the_weights_of_an_uninterrupted_one(
    launch: Launch, tmp_path: Path, port: int, program: Resumable
) -> None:
    node = static(port, nodes=1, processes=2, rank=0)

    def train(length: tuple[object, ...], checkpoints: Path) -> str:
        arguments = (*program.size, *length, "--checkpoint-dir", checkpoints)
        return outputs(launch(program.example, TORCHRUN, *arguments, **node))

    uninterrupted = train(program.whole, tmp_path / "uninterrupted")
    train(program.half, tmp_path / "interrupted")
    resumed = train(program.whole, tmp_path / "interrupted")
    assert program.resumed in resumed
    assert program.resumed not in uninterrupted
    assert len(set(re.findall(r"weights (\w+)", f"{uninterrupted}\n{resumed}"))) == 1


def test_fsdp_without_torchrun_says_how_to_start_it(launch: Launch) -> None:
    program = launch("fsdp", PYTHON)
    assert program.finish() == 1
    assert program.output.startswith("start this program with torchrun")


def test_an_elastic_run_survives_the_loss_of_a_node(launch: Launch, tmp_path: Path, port: int) -> None:
    # Only the times are shorter than those of the chart: a dead node is noticed, and waited for, in seconds.
    times = "join_timeout=120,read_timeout=120,last_call_timeout=5,keep_alive_interval=2"
    rendezvous = {"RDZV_BACKEND": "c10d", "RDZV_ENDPOINT": f"127.0.0.1:{port}", "RDZV_ID": "elastic", "MAX_RESTARTS": 3}
    arguments = ["--checkpoint-dir", tmp_path, "--train-samples", 512, "--epochs", 12]
    host, guest = (
        launch(
            "mnist-ddp", TORCHRUN, *arguments,
            NNODES="1:2", NPROC_PER_NODE=1, RDZV_CONF=f"{times},is_host={is_host}", **rendezvous,
        )
        for is_host in (True, False)
    )  # fmt: skip
    host.until("world size 2,")
    host.until(r"epoch \d+: loss")
    guest.kill()
    complete = int(host.until(r"world size 1, (\d+) of 12 epochs complete")[1])
    assert 0 < complete < 12
    assert host.finish() == 0
    assert "epoch 12: loss" in host.output
    assert weights(host.output).keys() == {0}
