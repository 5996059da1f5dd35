"""A snapshot has what checks need: they report of the file what they report of the cluster."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from render.cli.cluster import command
from render.snapshot.load import snapshot_schema
from render.snapshot.view import ONLY_LIVE
from tests.cluster.doctor_cases import Case
from tests.cluster.held import holding
from tests.cluster.server import Server
from tests.cluster.test_doctor import CASES, bare, doctor, findings
from tests.cluster.user import kubeconfig_of

__all__ = ["bare"]

CRONJOB = Path(__file__).parents[2] / "examples" / "cluster-snapshot" / "cronjob.yaml"


@pytest.mark.parametrize("case", CASES, ids=[f"{case.check}: {case.name}" for case in CASES])
def test_findings_of_the_file_are_those_of_the_cluster(
    case: Case, server: Server, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    asked: Server = request.getfixturevalue("bare") if case.is_bare else server
    with holding(case.objects, asked) as namespace:
        config = kubeconfig_of(asked, namespace, case.user, tmp_path)
        live = findings(doctor(case.spec, namespace, config, tmp_path), namespace)
        file = tmp_path / "cluster.yaml"
        done = snapshot(config, "-n", namespace, "--output-file", str(file))
        again = snapshot(config, "-n", namespace)
    assert done.exception is None, done.exception
    assert file.read_text(encoding="utf-8") == again.stdout
    Draft202012Validator(snapshot_schema()).validate(yaml.safe_load(again.stdout))
    offline = doctor(case.spec, namespace, tmp_path / "nowhere", tmp_path, "--cluster", str(file))
    found = findings(offline, namespace)
    assert comparable(found, case) == comparable(live, case)
    open_checks = {one["check"] for one in found if one["message"].startswith("only the API server")}
    assert open_checks <= ONLY_LIVE


def snapshot(config: Path, *options: str) -> Result:
    return CliRunner(env={"KUBECONFIG": str(config)}).invoke(command, ["snapshot", *options], standalone_mode=False)


def comparable(found: list[dict[str, Any]], case: Case) -> list[dict[str, Any]]:
    """Return what both must say, without the checks that only an API server can answer.

    A user without permissions may get what they may not list, and a snapshot lists: the reason may name another kind.
    """
    fields = ["check", "subject", "verdict"] + (["message"] if case.user is None else [])
    return [{field: one[field] for field in fields} for one in found if one["check"] not in ONLY_LIVE]


def test_the_permissions_of_the_example_are_enough(server: Server, tmp_path: Path) -> None:
    """`view` is put together by a controller, which does not run here: its rules are those of the role below."""
    items = [one for one in yaml.safe_load_all(CRONJOB.read_text(encoding="utf-8")) if one["kind"] != "CronJob"]
    for one in items:
        if one.get("roleRef", {}).get("name") == "view":
            one["roleRef"]["name"] = "system:aggregate-to-view"
        assert server.create(one).refusal == ""
    try:
        config = yaml.safe_load(server.kubeconfig.read_text(encoding="utf-8"))
        [account] = [one for one in items if one["kind"] == "ServiceAccount"]
        config["users"] = [{"name": "test", "user": {"token": server.token(account)}}]
        path = tmp_path / "config"
        path.write_text(yaml.safe_dump(config), encoding="utf-8")
        path.chmod(0o600)
        own, everything = snapshot(path, "-n", "team"), snapshot(server.kubeconfig, "-n", "team")
        without = snapshot(path, "-n", "restricted")
    finally:
        for one in reversed(items):
            server.delete(one)
    assert own.exception is None, own.exception
    assert own.stdout == everything.stdout
    assert yaml.safe_load(own.stdout)["unread"] == []
    reasons = [one["reason"] for one in yaml.safe_load(without.stdout)["unread"]]
    assert reasons == ["not allowed to list `secrets` in namespace `restricted` (403)"]
    assert f"not read: {reasons[0]}\n" in without.stderr
