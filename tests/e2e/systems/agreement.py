"""What the programs of the examples say at their end."""

import re

from tests.e2e.processes import Running


def assert_four_ranks_agree(done: Running) -> None:
    """All four ranks have trained together, and end with the same weights."""
    assert done.finish() == 0, done.output
    weights = re.findall(r"rank (\d) of 4: weights ([-\d.]+)", done.output)
    assert sorted(rank for rank, _ in weights) == ["0", "1", "2", "3"]
    assert len({checksum for _, checksum in weights}) == 1
