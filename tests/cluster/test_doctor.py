"""`render doctor` on a real API server: each fault is found in a cluster that has it, and only there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click import ClickException
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from render.cli.doctor import command
from render.doctor import checks, inventory
from render.doctor.examine import check_names
from tests.cluster.control_plane import control_plane
from tests.cluster.doctor_cases import NAMESPACE, Case, cases
from tests.cluster.held import holding
from tests.cluster.server import Object, Server
from tests.cluster.user import kubeconfig_of

CHECKOUT = Path(__file__).parents[2]
HASH = re.compile("-env-[0-9a-f]{10}")
EXAMPLES = sorted((CHECKOUT / "examples").glob("*/spec.yaml"))
CASES = [*cases("checks"), *cases("inventory")]
SCHEMA = json.loads((CHECKOUT / "schemas" / "doctor.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def bare(etcd: Path, kube_apiserver: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An API server with nothing but the kinds of Kubernetes."""
    folder = tmp_path_factory.mktemp("bare")
    with control_plane(etcd, kube_apiserver, folder) as endpoint:
        (folder / "config").write_text(endpoint.kubeconfig(), encoding="utf-8")
        yield Server(folder / "config")


@pytest.mark.parametrize("case", CASES, ids=[f"{case.check}: {case.name}" for case in CASES])
def test_finds(case: Case, server: Server, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    asked: Server = request.getfixturevalue("bare") if case.is_bare else server
    with holding(case.objects, asked) as namespace:
        config = kubeconfig_of(asked, namespace, case.user, tmp_path)
        done = doctor(case.spec, namespace, config, tmp_path)
        found = findings(done, namespace)
    assert {one["subject"]: format_finding(one) for one in found if one["check"] == case.check} == case.finds
    if case.is_sound and case.spec:
        assert {one["check"] for one in found if one["verdict"] != "ok"} == case.open
    verdicts = [one["verdict"] for one in found]
    assert done.return_value == ("fault" in verdicts)


def test_each_check_has_a_case() -> None:
    assert {case.check for case in CASES if case.spec} == set(check_names(checks))
    assert {case.check for case in CASES if not case.spec} == set(check_names(inventory))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.parent.name)
def test_an_example_finds_its_kinds_and_no_nodes(example: Path, server: Server, tmp_path: Path) -> None:
    done = doctor(yaml.safe_load(example.read_text(encoding="utf-8")), "team", server.kubeconfig, tmp_path)
    verdicts = {(one["check"], one["verdict"]) for one in findings(done, "team")}
    assert ("nodes", "fault") in verdicts
    # Its gang is of Kubernetes 1.37, and the server is 1.36.
    assert (("kinds", "fault") in verdicts) == (example.parent.name == "kubernetes")


def test_no_secret_is_reported(server: Server, tmp_path: Path) -> None:
    [case] = [case for case in CASES if case.check == "secrets" and case.is_sound]
    with holding(case.objects, server) as namespace:
        done = doctor(case.spec, namespace, server.kubeconfig, tmp_path)
    assert "Secret/hub" in done.stdout
    assert not any(text in done.output for text in ("hunter2", "aHVudGVyMg"))


def test_a_cluster_that_can_not_be_asked_is_no_fault_of_the_spec(server: Server, tmp_path: Path) -> None:
    done = doctor(CASES[0].spec, "default", server.kubeconfig, tmp_path, "--context", "nowhere")
    assert isinstance(done.exception, ClickException)
    assert "has no context `nowhere`" in done.exception.message


def test_a_spec_that_is_wrong_is_reported_before_a_cluster_is_asked(tmp_path: Path) -> None:
    done = doctor({"image": 1}, "default", tmp_path / "nowhere", tmp_path)
    assert (done.return_value, done.stdout) == (1, "")
    assert "`image` takes a string" in done.stderr


def doctor(spec: Object, namespace: str, config: Path, folder: Path, *options: str) -> Result:
    (folder / "run.yaml").write_text(yaml.safe_dump(spec), encoding="utf-8")
    path = [str(folder / "run.yaml")] if spec else []
    arguments = [*path, "-n", namespace, "--output", "json", *options]
    return CliRunner(env={"KUBECONFIG": str(config)}).invoke(command, arguments, standalone_mode=False)


def findings(done: Result, namespace: str) -> list[dict[str, Any]]:
    assert done.exception is None, done.exception
    assert re.fullmatch(r"\d+ answers: .*\n", done.stderr), done.stderr
    document = json.loads(HASH.sub("-env-HASH", done.stdout.replace(namespace, NAMESPACE)))
    Draft202012Validator(SCHEMA).validate(document)
    found: list[dict[str, Any]] = document["findings"]
    return found


def format_finding(finding: dict[str, Any]) -> str:
    return f"{finding['verdict']}: {finding['message']}"
