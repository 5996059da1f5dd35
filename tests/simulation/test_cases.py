"""What starts, waits and is preempted, by hand from the documentation of the schedulers, and by the simulation."""

import json
from pathlib import Path

import pytest
import yaml

from tests.simulation.case import CASES, outcome, simulate

BY_HAND = {
    "kueue-best-effort-fifo",
    "kueue-fifo",
    "kueue-local-queue-missing",
    "kueue-no-preemption",
    "kueue-set-quota",
    "kubernetes-topology",
    "none-add-nodes",
    *(file.stem for file in CASES if file.stem.startswith(("coscheduling", "volcano"))),
}
"""Cases that .ci/run leaves out, since each takes a quarter of a minute or needs programs that take minutes to build:
`RENDER_TOOLS=… pytest tests/simulation -m "cluster or bench"`, with the folders of `ci/tools/lab/build volcano
coscheduling`."""
ROWS = [
    pytest.param(file, id=file.stem, marks=pytest.mark.bench if file.stem in BY_HAND else pytest.mark.cluster)
    for file in CASES
]


@pytest.mark.parametrize("file", ROWS)
def test_what_happens_is_what_the_documentation_says(file: Path, tools: str, tmp_path: Path) -> None:
    case = yaml.safe_load(file.read_text(encoding="utf-8"))
    done = simulate(case, tmp_path, tools, "-o", "json", *case.get("options", []))
    assert done.exception is None, (done.exception, done.output)
    expected = case["expected"]
    found = outcome(done.stdout)
    assert {key: found[key] for key in found if key in expected} == {
        key: expected[key] for key in found if key in expected
    }
    reasons = {run["name"]: run["reason"] or run["firstReason"] for run in json.loads(done.stdout)["runs"]}
    for name, part in expected.get("reasons", {}).items():
        assert part in reasons[name]


@pytest.mark.cluster
def test_the_same_runs_give_the_same_bytes(tools: str, tmp_path: Path) -> None:
    case = yaml.safe_load(next(file for file in CASES if file.stem == "kueue-priority").read_text(encoding="utf-8"))
    first, second = (simulate(case, tmp_path, tools, "-o", "text").stdout for _ in range(2))
    assert first == second != ""
