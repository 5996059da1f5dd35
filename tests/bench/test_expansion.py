"""What an expansion of a TrainJob costs, as a ratio of one run on one machine. Printed, never asserted."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

import helm_python
import pytest

from render import engine
from render.engine import Chart
from render.engine.validation_chart import without_schema
from render.manifests.trainjob import Training
from render.trainer import expand
from tests.bench.pipeline import CHART, CHECKOUT
from tests.trainer.samples import read

pytestmark = pytest.mark.bench

SPEC = (CHECKOUT / "examples" / "trainjob" / "spec.yaml").read_text(encoding="utf-8")
ROUNDS = 50


def milliseconds(call: Callable[[], object]) -> float:
    call()
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    return median(times) * 1e3


def test_an_expansion() -> None:
    values, chart = helm_python.values_from_yaml(SPEC), without_schema(CHART)
    rendered = milliseconds(lambda: chart.render(values, name="run", namespace="default"))
    text = engine.template(Chart.bundled(), values, name="run", namespace="default")
    items = {item.kind.name: item for item in read(text)}
    training = Training(items["TrainJob"], items["TrainingRuntime"])
    expanded = milliseconds(lambda: expand(training))
    print(f"\nexpansion: {expanded:.1f} ms, {expanded / rendered:.2f} of a bare render of it (wanted: 1)")
