"""The XGBoostJobs of the training operator's own examples: render's verdict is that of a real API server."""

from pathlib import Path

import yaml

from render.problem import Severity
from tests.cluster.server import Server
from tests.rules.findings import found

NUMBER = 8
"""Examples of the release in ci/tools/upstream/files.tsv."""


def test_verdicts(server: Server, upstream: Path) -> None:
    files = sorted((upstream / "examples" / "xgboost").rglob("*.yaml"))
    refused: dict[str, bool] = {}
    rejected: dict[str, bool] = {}
    for file in files:
        text = file.read_text(encoding="utf-8")
        item = yaml.safe_load(text)
        item["metadata"]["namespace"] = "team"
        refused[file.name] = server.create(item, dry_run=True).refusal != ""
        rejected[file.name] = any(problem.severity is Severity.ERROR for problem in found(text))
    assert rejected == refused
    assert len(files) == NUMBER
    assert set(refused.values()) == {False, True}
