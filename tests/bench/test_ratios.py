"""Speed as ratios of one run on one machine: `pytest -m bench -s tests/bench`. Printed, never asserted."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from tests.bench.pipeline import CHECKOUT, Commands, bare, memory, validate

pytestmark = pytest.mark.bench

SPECS = 1000
LOOPED = 20
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


def seconds(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start


def test_one_spec_in_a_cold_process(commands: Commands, specs: list[Path]) -> None:
    validate(specs[0])
    pairs = [(seconds(lambda: validate(specs[0])), seconds(lambda: commands.pipeline(specs[0]))) for _ in range(ROUNDS)]
    ours, theirs = (median(times) for times in zip(*pairs, strict=True))
    print(f"\none spec, cold: {ours * 1e3:.0f} ms, {ours / theirs:.2f} of helm | kubeconform (wanted: 1)")


def test_a_thousand_specs(commands: Commands, specs: list[Path]) -> None:
    def looped() -> None:
        for spec in specs[:LOOPED]:
            commands.pipeline(spec)

    theirs = seconds(looped) * SPECS / LOOPED
    ours = seconds(lambda: validate(specs[0].parent))
    alone = seconds(lambda: bare(*specs))
    print(f"\n{SPECS} specs: {ours:.1f} s, {theirs / ours:.1f} times as fast as the loop (wanted: 20)")
    print(f"bare render in one process: {alone:.1f} s; ours is {ours / alone:.2f} of it (wanted: 1.5)")
    print(f"memory of all its processes: {memory(specs[0].parent)} MiB (wanted: 400)")
