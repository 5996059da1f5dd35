"""The smoke test's bandwidths beside those of a loop that shares nothing with it: `pytest -m bench -s tests/bench`."""

import json
from pathlib import Path
from statistics import median

import pytest

from tests.e2e.smoke.ranks import cluster

pytestmark = [pytest.mark.bench, pytest.mark.torch]

LOOP = Path(__file__).parent / "plain_loop.py"


@pytest.mark.parametrize("world", [2, 4])
def test_bandwidths_are_those_of_a_plain_loop(tmp_path: Path, world: int) -> None:
    """Turn by turn in the same processes, so that what else the machine does meets both."""
    pytest.importorskip("torch")
    with cluster(tmp_path, 1, world) as started:
        own = {"WORLD_SIZE": str(world), "MASTER_PORT": str(started.port)}
        nodes = [started.start(rank, program=str(LOOP), variables={**own, "RANK": str(rank)}) for rank in range(world)]
        assert [node.code for node in nodes] == [0] * world, nodes[0].output
    turns = json.loads(nodes[0].output.splitlines()[-1])
    for kind, name in enumerate(("algbw", "busbw")):
        ours, plain = ([turn[side][kind] for turn in turns] for side in (0, 1))
        ratio = median(own / other for own, other in zip(ours, plain, strict=True))
        print(
            f"\n{world} processes: {name} {median(ours):.3f} GB/s, {median(plain):.3f} by the loop: {ratio:.3f} of it"
        )
        assert ratio == pytest.approx(1, abs=0.1)
