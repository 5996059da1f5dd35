"""Speed as ratios of one run on one machine: `pytest -m bench -s tests/bench`. Printed, never asserted."""

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter
from typing import NamedTuple

import pytest

from tests.bench.pipeline import CHECKOUT, Commands, bare, memory, template, validate

pytestmark = pytest.mark.bench

SPECS = 1000
BATCHES = (100, 300, SPECS)
LOOPED = 50
"""Specs that the looped pipeline is timed with; a thousand would take minutes."""
ROUNDS = 15


@pytest.fixture(scope="module")
def commands(helm: Path, kubeconform: Path) -> Commands:
    return Commands(helm, kubeconform)


@pytest.fixture(scope="module")
def specs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A thousand different specs: the examples, each with another variable."""
    folder = tmp_path_factory.mktemp("specs")
    texts = itertools.cycle(path.read_text(encoding="utf-8") for path in sorted(CHECKOUT.glob("examples/*/spec.yaml")))
    return list(_written(folder, texts))


def _written(folder: Path, texts: Iterator[str]) -> Iterator[Path]:
    for number, text in zip(range(SPECS), texts, strict=False):
        path = folder / f"run-{number}.yaml"
        variable = f'  RUN_NUMBER: "{number}"\n'
        own = text.replace("\nenv:\n", f"\nenv:\n{variable}", 1)
        path.write_text(own if own != text else f"{text}\nenv:\n{variable}", encoding="utf-8")
        yield path


class Cost(NamedTuple):
    """Seconds of a call and its child processes."""

    wall: float
    cpu: float
    """Less noisy on a machine that others use."""


def cost(call: Callable[[], object]) -> Cost:
    before, start = getrusage(RUSAGE_CHILDREN), perf_counter()
    call()
    wall, after = perf_counter() - start, getrusage(RUSAGE_CHILDREN)
    return Cost(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


@pytest.mark.parametrize("cores", [1, 2])
def test_one_spec_in_a_cold_process(commands: Commands, specs: list[Path], cores: int) -> None:
    calls: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "validate: {:.0f} ms, {:.2f} of helm | kubeconform": (
            lambda: validate(specs[0]),
            lambda: commands.pipeline(specs[0]),
        ),
        "template: {:.0f} ms, {:.2f} of helm template": (lambda: template(specs[0]), lambda: commands.render(specs[0])),
    }
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(allowed)[:cores])
    try:
        print(f"\none spec, cold, {cores} cores (wanted: 1.0 and 1.2 on one core, 0.8 and 1.2 on two)")
        for line, (ours, theirs) in calls.items():
            ours()
            pairs = [(cost(ours).wall, cost(theirs).wall) for _ in range(ROUNDS)]
            print(line.format(min(own for own, _ in pairs) * 1e3, median(own / other for own, other in pairs)))
    finally:
        os.sched_setaffinity(0, allowed)


def test_a_thousand_specs(commands: Commands, specs: list[Path]) -> None:
    def looped() -> None:
        for spec in specs[:LOOPED]:
            commands.pipeline(spec)

    theirs = cost(looped)
    ours = cost(lambda: validate(specs[0].parent))
    alone = cost(lambda: bare(*specs))
    wall, cpu = (other * SPECS / LOOPED / own for own, other in zip(ours, theirs, strict=True))
    print(f"\n{SPECS} specs: {ours.wall:.1f} s, {ours.cpu:.1f} s of CPU time")
    print(f"the loop, timed with {LOOPED}: {wall:.1f} times as long, {cpu:.1f} times the CPU time (wanted: 30)")
    print(f"bare render in one process: {alone.wall:.1f} s; ours is {ours.wall / alone.wall:.2f} of it (wanted: 1.5)")


@pytest.mark.parametrize("count", BATCHES)
def test_memory(specs: list[Path], count: int) -> None:
    print(f"\n{count} specs: {memory(*specs[:count])} MiB in all processes (wanted: 400)")
