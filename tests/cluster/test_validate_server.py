"""`render validate --server` asks a real API server about what a spec renders, and about what is made of that."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from click import ClickException
from click.testing import CliRunner

from render.cli.validate import command
from tests.cluster.kubeconfigs import changed, port
from tests.cluster.relay import relay
from tests.cluster.server import Object, Server
from tests.golden.cases import CASES as EXAMPLES

CASES = yaml.safe_load(Path(__file__).with_name("server_cases.yaml").read_text(encoding="utf-8"))
SPEC = {
    "apiVersion": "render/v1alpha1",
    "kind": "TrainingJob",
    "name": "run",
    "image": "train:1",
    "numNodes": 2,
}
HEADER = "".join(f"{key}: {value}\n" for key, value in SPEC.items())


class Outcome(NamedTuple):
    """What the command has said: the findings, the exit status, and why it could not run."""

    problems: list[dict[str, Any]]
    status: int
    failure: str = ""

    @property
    def lines(self) -> list[str]:
        return [f"{one['line'] or '-'} {one['code']} {one['message']}" for one in self.problems]


Validate = Callable[..., Outcome]


@pytest.fixture
def validate(home: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> Validate:
    assert server
    monkeypatch.setenv("KUBECONFIG", str(home / ".kube" / "config"))

    def run_command(*arguments: str | Path) -> Outcome:
        options = ["--server", "--output", "json", *map(str, arguments)]
        result = CliRunner().invoke(command, options, standalone_mode=False)
        problems = json.loads(result.stdout)["problems"]
        if isinstance(result.exception, ClickException):
            return Outcome(problems, 2, result.exception.format_message())
        assert result.exception is None
        return Outcome(problems, result.return_value)

    return run_command


def written(folder: Path, **more: object) -> Path:
    path = folder / "run.yaml"
    path.write_text(HEADER + "".join(f"{key}: {json.dumps(value)}\n" for key, value in more.items()), encoding="utf-8")
    return path


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_finds(case: dict[str, Any], validate: Validate, tmp_path: Path) -> None:
    path = written(tmp_path, **case.get("spec", {}))
    if "manifest" in case:
        path.write_text(yaml.safe_dump(case["manifest"], sort_keys=False), encoding="utf-8")
    outcome = validate(path, "-n", case.get("namespace", "team"))
    assert [line for line in outcome.lines if " SEC" not in line] == [" ".join(line.split()) for line in case["finds"]]
    assert outcome.status == any(one["severity"] == "error" for one in outcome.problems)


def test_examples(validate: Validate) -> None:
    """The API server has nothing to add to any example, but that it is older than one."""
    outcome = validate(*(case.source for case in EXAMPLES), "-n", "team")
    asked = [one for one in outcome.problems if one["code"].startswith("KUB06")]
    assert [(Path(one["file"]).parent.name, one["code"]) for one in asked] == [("kubernetes", "KUB062")]


def test_what_another_one_manages(validate: Validate, server: Server, tmp_path: Path) -> None:
    """A release that is installed, by another manager of fields, and differs."""
    service = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "run", "namespace": "team"},
        "spec": {"clusterIP": "None", "selector": {"app": "other"}, "ports": [{"port": 29500, "name": "other"}]},
    }
    assert server.create(service).refusal == ""
    outcome = validate(written(tmp_path), "-n", "team")
    assert server.delete(service).refusal == ""
    [found] = [one for one in outcome.problems if one["pointer"] == "/spec/selector"]
    assert (found["code"], found["severity"], found["object"]) == ("KUB064", "warning", "Service/run")
    assert found["message"].startswith("Service/run: spec.selector has another value in the cluster, which ")
    assert outcome.status == 0


def test_no_permission(validate: Validate, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = {"name": "trainer", "namespace": "team"}
    account: Object = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": metadata}
    config = changed(server.kubeconfig, tmp_path / "config", token=server.token(account))
    monkeypatch.setenv("KUBECONFIG", str(config))
    outcome = validate(written(tmp_path), "-n", "team")
    assert {(one["code"], one["severity"]) for one in outcome.problems} == {("KUB063", "info")}
    assert all("`system:serviceaccount:team:trainer`" in one["message"] for one in outcome.problems)
    assert outcome.status == 0


def test_no_server(validate: Validate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found without one is told all the same."""
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "none"))
    outcome = validate(written(tmp_path, colour="green"))
    assert [one["code"] for one in outcome.problems] == ["SCH010"]
    assert (outcome.status, outcome.failure.partition(":")[0]) == (2, "there is no kubeconfig")


def test_a_server_that_dies(validate: Validate, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = home / ".kube" / "config"
    with relay(port(config), 8_000) as broken:
        path = changed(config, tmp_path / "config", cluster={"server": f"https://127.0.0.1:{broken}"})
        monkeypatch.setenv("KUBECONFIG", str(path))
        outcome = validate(written(tmp_path, command=["python", "train.py"]))
    assert [one["code"] for one in outcome.problems] == ["RUN109"]
    assert outcome.status == 2
    assert "closed the connection in the middle of a response" in outcome.failure
