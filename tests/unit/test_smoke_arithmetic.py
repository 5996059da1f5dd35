"""The smoke test's numbers: bandwidths by nccl-tests' definitions, times by an injected clock, exact values, sizes."""

import itertools
import struct
from collections.abc import Sequence

import pytest
import smoke_sizes as sizes
from smoke_arithmetic import FACTORS, percentile, row
from smoke_clock import CpuClock, CudaClock
from smoke_pattern import EXACT, MOVED, REDUCE, Reduction, moved

WORLDS = (1, 2, 3, 7, 8, 64, 300, 1031)


@pytest.mark.parametrize(
    ("collective", "busbw"),
    [
        ("all_reduce", 10 * 2 * 7 / 8),
        ("all_gather", 10 * 7 / 8),
        ("reduce_scatter", 10 * 7 / 8),
        ("all_to_all", 10 * 7 / 8),
        ("broadcast", 10.0),
    ],
)
def test_bandwidths(collective: str, busbw: float) -> None:
    """A gigabyte in a tenth of a second, of which single calls are much slower."""
    found = row(collective, 10**9, 8, [0.1, 0.1, 0.1, 0.4, 0.05], 0)
    assert found.algbw == pytest.approx(10)
    assert found.busbw == pytest.approx(busbw)
    assert found.time == {"median": 100_000, "p99": 400_000, "min": 50_000, "max": 400_000}


def test_every_collective_has_a_factor() -> None:
    assert {name: factor(2) for name, factor in FACTORS.items()} == {
        "all_reduce": 1,
        "all_gather": 0.5,
        "reduce_scatter": 0.5,
        "all_to_all": 0.5,
        "broadcast": 1,
    }


@pytest.mark.parametrize(("count", "rank"), [(1, 1), (20, 20), (100, 99), (101, 100), (1000, 990)])
def test_percentile_is_a_measured_value(count: int, rank: int) -> None:
    assert percentile(range(1, count + 1), 99) == rank


def test_clock_of_cpus() -> None:
    times = iter([1.0, 1.5, 3.5, 10.0, 10.25])
    clock = CpuClock(lambda: next(times))
    for _ in range(3):
        clock.mark()
    assert clock.spans() == [0.5, 2.0]
    clock.mark()
    clock.mark()
    assert clock.spans() == [0.25]


class Event:
    """What torch's event does, on a stream that is at `now` milliseconds."""

    now: Sequence[float] = ()
    waited = 0

    def __init__(self) -> None:
        self.at = 0.0

    def record(self) -> None:
        self.at, *Event.now = Event.now

    def synchronize(self) -> None:
        Event.waited += 1

    def elapsed_time(self, later: "Event") -> float:
        return later.at - self.at


def test_clock_of_gpus_waits_once_for_all_calls() -> None:
    Event.now, Event.waited = [10.0, 12.0, 15.0], 0
    clock = CudaClock(Event)
    for _ in range(3):
        clock.mark()
    assert Event.waited == 0
    assert clock.spans() == [0.002, 0.003]
    assert Event.waited == 1


FORMATS = {"float64": "d", "float32": "f", "float16": "e", "int64": "q", "int32": "i", "int8": "b", "uint8": "B"}


def can_hold(dtype: str, number: int) -> bool:
    if dtype == "bfloat16":  # the upper half of a float32
        return struct.pack(">f", number)[2:] == b"\0\0"
    try:
        return struct.unpack(FORMATS[dtype], struct.pack(FORMATS[dtype], number)) == (number,)
    except struct.error:
        return False


@pytest.mark.parametrize("dtype", EXACT)
def test_a_type_counts_so_far(dtype: str) -> None:
    assert can_hold(dtype, EXACT[dtype])
    assert not can_hold(dtype, EXACT[dtype] + 1)


@pytest.mark.parametrize("dtype", EXACT)
@pytest.mark.parametrize("operation", REDUCE)
@pytest.mark.parametrize("world", WORLDS)
def test_reduction_is_exact_in_whatever_order(dtype: str, operation: str, world: int) -> None:
    """No value is negative, so no partial result is more than the whole one, which the type counts exactly."""
    reduction = Reduction(operation, dtype, world)
    inputs = [reduction.inputs(rank) for rank in range(world)]
    expected = reduction.expected()
    assert expected == [REDUCE[operation](list(column)) for column in zip(*inputs, strict=True)]
    assert max(expected) <= EXACT[dtype]
    assert len(expected) == reduction.period


@pytest.mark.parametrize("operation", ["sum", "prod"])
@pytest.mark.parametrize("world", WORLDS)
def test_no_one_can_be_missing(operation: str, world: int) -> None:
    """Each process changes some element: one whose part is lost is found out."""
    reduction = Reduction(operation, "bfloat16", world)
    neutral = 0 if operation == "sum" else 1
    assert all(set(reduction.inputs(rank)) != {neutral} for rank in range(world))


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_a_process_adds_to_every_element_that_the_type_can_count(dtype: str) -> None:
    """Seven different values: one that arrives at another place is found out."""
    assert sorted(Reduction("sum", dtype, 8).inputs(3)) == [1, 2, 3, 4, 5, 6, 7]


def test_what_is_moved_tells_sources_and_targets_apart() -> None:
    tiles = [tuple(moved(source, target)) for source, target in itertools.product(range(8), range(8))]
    assert len(set(tiles)) > 8
    assert all(len({tuple(moved(source, target)) for source in range(8)}) == 8 for target in range(8))
    assert max(max(tile) for tile in tiles) <= EXACT["int8"]
    assert len({tuple(moved(0, target)) for target in range(MOVED)}) == MOVED
    assert len({tuple(moved(source, 0)) for source in range(MOVED)}) == MOVED


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("8", 8),
        ("64Mi", 64 * 2**20),
        ("1G", 10**9),
        ("8Gi", 2**33),
        ("2k", 2000),
        ("3Ki", 3072),
        ("3M", 3 * 10**6),
        ("3K", 3000),
    ],
)
def test_amounts(text: str, size: int) -> None:
    assert sizes.parse(text) == size


@pytest.mark.parametrize("text", ["", "0", "-8", "1.5Gi", "8GiB", "Gi", "1e9", "8 Mi"])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount of bytes"):
        sizes.parse(text)


def test_sizes_of_a_sweep() -> None:
    assert sizes.sweep(8, 64, 2, 4) == [8, 16, 32, 64]
    assert sizes.sweep(8, 100, 2, 12) == [12, 24, 60]
    assert sizes.sweep(8, 8, 2, 32) == []
    assert [sizes.show(size) for size in (8, 1536, 2**23, 2**33)] == ["8 B", "1.5 KiB", "8 MiB", "8 GiB"]
