"""The smoke test's gate: the peak among the large sizes against a floor, and the table that floors come from."""

import pytest
import smoke_floor as floors
import smoke_gate as gate
import smoke_plan as plans
from smoke_arithmetic import Row
from smoke_floor import Limits

GIB = 2**30


def row(size: int, busbw: float, wrong: int = 0) -> Row:
    return Row(size, busbw / 2, busbw, wrong, {"median": 1.0, "p99": 1.0, "min": 1.0, "max": 1.0})


SWEEP = [row(8, 0.1), row(GIB // 2, 900), row(GIB, 470), row(2 * GIB, 480), row(4 * GIB, 475)]


def test_exit_codes() -> None:
    """They are a contract with the Job's pod failure policy and with whoever reads an exit code."""
    assert gate.CODES == {"pass": 0, "slow": 20, "wrong": 21, "unreachable": 22, "transport": 23, "misconfigured": 24}


def test_peak_is_of_the_sizes_that_count() -> None:
    assert gate.peak(SWEEP, GIB) == SWEEP[3]
    assert gate.peak(SWEEP[:2], GIB) == SWEEP[1]
    assert gate.peak([row(GIB, 470), row(2 * GIB, 460)], GIB) == row(GIB, 470)
    assert gate.peak([row(8, 5), row(16, 3)], GIB) == row(16, 3)
    assert gate.peak([], GIB) is None


@pytest.mark.parametrize(
    ("floor", "word", "sentence"),
    [
        (None, "pass", "busbw peaks at 480 GB/s (2 GiB); no floor is checked: the source"),
        (460.0, "pass", "busbw peaks at 480 GB/s (2 GiB), and the floor is 460 GB/s (the source)"),
        (480.0, "pass", "busbw peaks at 480 GB/s (2 GiB), and the floor is 480 GB/s (the source)"),
        (480.1, "slow", "busbw peaks at 480 GB/s (2 GiB), below the floor of 480.1 GB/s (the source)"),
    ],
)
def test_floor(floor: float | None, word: str, sentence: str) -> None:
    verdict = gate.check_rows(SWEEP, Limits(floor, None, "the source"), GIB)
    assert (verdict.word, verdict.sentence) == (word, sentence)


def test_wrong_result_counts_more_than_speed() -> None:
    rows = [row(8, 1, wrong=2), row(GIB, 1, wrong=70)]
    verdict = gate.check_rows(rows, Limits(5.0, None, ""), GIB)
    assert (verdict.code, verdict.sentence) == (21, "wrong values at 2 of 2 sizes, most at 1 GiB: 70")


def test_nothing_to_measure() -> None:
    assert gate.check_rows([], Limits(None, None, ""), GIB).code == 24


def test_notes() -> None:
    small = gate.notes(SWEEP[:1], Limits(None, None, ""), GIB)
    assert small == ["no size reaches 1 GiB: the floor is checked at the largest, 8 B"]
    above = gate.notes(SWEEP, Limits(None, 450, ""), GIB)
    assert above == ["480 GB/s exceeds the table's ceiling of 450 GB/s"]
    assert gate.notes(SWEEP, Limits(None, 500, ""), GIB) == []


@pytest.mark.parametrize(
    ("floor", "ceiling", "processes", "why"),
    [
        (800, 640, 16, "the floor of 800 GB/s can't be reached: the hardware's ceiling is 640 GB/s"),
        (640, 640, 16, None),
        (None, 640, 16, None),
        (5, None, 16, None),
        (None, None, 1, None),
        (5, None, 1, "with one process there is no link"),
    ],
)
def test_impossible_floor(floor: float | None, ceiling: float | None, processes: int, why: str | None) -> None:
    found = gate.impossible(Limits(floor, ceiling, ""), processes)
    assert found == why or (why and found and why in found)


@pytest.mark.parametrize(
    "known", floors.table(), ids=lambda known: f"{known['gpu']}-{known['fabric']}-{known['nodes']}"
)
def test_row_of_the_table(known: dict[str, object]) -> None:
    assert set(known) == {"gpu", "fabric", "nodes", "procs", "algorithm", "ceiling", "floor", "source"}
    floor, ceiling, nodes = known["floor"], known["ceiling"], known["nodes"]
    assert isinstance(floor, int | float)
    assert floor > 0
    if ceiling is not None:
        assert isinstance(ceiling, int | float)
        assert floor <= ceiling
    assert known["algorithm"] in ("auto", "Ring")
    assert known["fabric"] in plans.FABRICS
    assert (known["fabric"] == "none") == (nodes == 1)
    assert str(known["source"]).startswith("floor: ")
    assert ("ceiling: " in str(known["source"])) == (ceiling is not None)


def test_keys_of_the_table_are_unique() -> None:
    keys = [tuple(known[key] for key in ("gpu", "fabric", "nodes", "procs", "algorithm")) for known in floors.table()]
    assert len(set(keys)) == len(keys)
    assert set(floors.DEVICES.values()) == {known["gpu"] for known in floors.table()}


@pytest.mark.parametrize(
    ("key", "floor"),
    [
        (("H100", "none", 1, 8, "auto"), 460),
        (("NVIDIA H100 80GB HBM3", "infiniband", 1, 8, "auto"), 460),
        (("NVIDIA H100 80GB HBM3", "infiniband", 2, 8, "auto"), 400.5),
        (("NVIDIA H100 80GB HBM3", "infiniband", 2, 8, "Ring"), 331.2),
        (("NVIDIA H100 80GB HBM3", "infiniband", 3, 8, "auto"), None),
        (("NVIDIA H100 80GB HBM3", "infiniband", 2, 4, "auto"), None),
        (("NVIDIA H100 80GB HBM3", "infiniband", 2, 8, "Tree"), None),
        (("NVIDIA H100 PCIe", "none", 1, 8, "auto"), None),
        ((None, "none", 1, 8, "auto"), None),
    ],
)
def test_look_up(key: tuple[str | None, str, int, int, str], floor: float | None) -> None:
    found = floors.known(*key)
    assert found.floor == floor
    assert found.source.startswith("no floor is known for" if floor is None else "floor: ")


def test_algorithm() -> None:
    assert [floors.algorithm({"NCCL_ALGO": asked}) for asked in ("ring", "Ring", "TREE", "")] == [
        "Ring",
        "Ring",
        "Tree",
        "auto",
    ]


def test_floor_that_is_given_keeps_the_ceiling() -> None:
    plan = plans.read(["--min-busbw", "700", "--fabric", "infiniband"])
    assert gate.limits(plan, "NVIDIA H200", 2, 8, {}) == Limits(700, 750, "--min-busbw")
    other = plans.read(["--collective", "all_gather", "--fabric", "infiniband"])
    assert gate.limits(other, "NVIDIA H200", 2, 8, {}) == Limits(None, None, "no floor is known for all_gather")
