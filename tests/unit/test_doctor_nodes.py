"""What `render doctor` says of nodes, without a cluster: tests/cluster lets the real scheduler judge the same cases."""

from pathlib import Path

import pytest
import yaml

from render.doctor.nodes.batch import pod_stages
from render.doctor.nodes.capacity import fits_empty_cluster, fits_now
from render.doctor.nodes.node_resources import Load
from render.doctor.requirements import requirements_of
from render.engine import Chart
from render.spec import Request, collect
from tests.cluster.doctor_cases import Case, cases

CASES = [case for case in cases("checks") if case.check == "nodes" and case.user is None]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_room(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "run.yaml"
    path.write_text(yaml.safe_dump(case.spec), encoding="utf-8")
    [spec], _ = collect([str(path)])
    wanted, problems = requirements_of(spec, Request(Chart.bundled(), namespace="team"))
    assert problems == ()
    nodes = [one for one in case.objects if one["kind"] == "Node"]
    load = Load.of(one for one in case.objects if one["kind"] == "Pod")
    [stage] = pod_stages(wanted.running, wanted.least)
    found = fits_empty_cluster(stage, nodes, load, has_scaler=False) or fits_now(stage, nodes, load)
    assert {found.subject: f"{found.verdict}: {found.message}"} == case.finds


def test_an_autoscaler_may_add_what_is_missing(tmp_path: Path) -> None:
    [case] = [case for case in CASES if case.name == "a node is missing"]
    path = tmp_path / "run.yaml"
    path.write_text(yaml.safe_dump(case.spec), encoding="utf-8")
    [spec], _ = collect([str(path)])
    wanted, _ = requirements_of(spec, Request(Chart.bundled()))
    [stage] = pod_stages(wanted.running, wanted.least)
    found = fits_empty_cluster(stage, [], Load.none(), has_scaler=True)
    assert found is not None
    assert found.verdict == "warning"
