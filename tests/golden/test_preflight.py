"""The nodes of an example are compared before they train, with what the program will have."""

import pytest

from tests.golden.cases import CASES, Case, Object, each_case
from tests.golden.controllers import all_pods, role_of
from tests.golden.failure import Event, Outcome, outcome
from tests.golden.kubelet import environment, expanded

# An elastic run starts with nodes missing, and one node has nobody to agree with.
NONE = {"elastic", "single-node"}

COMPARED = [case for case in CASES if case.name not in NONE]
each_compared = pytest.mark.parametrize("case", COMPARED, ids=[case.name for case in COMPARED])


def checks(pod: Object) -> list[Object]:
    return [container for container in pod["spec"].get("initContainers", []) if container["name"] == "preflight"]


def nodes(case: Case) -> list[Object]:
    return [pod for pod in all_pods(case.jobset) if checks(pod)]


def arguments(case: Case, pod: Object) -> dict[str, str]:
    [check] = checks(pod)
    known = environment(pod, check, case.objects)
    return dict(expanded(argument, known).lstrip("-").split("=", 1) for argument in check["args"])


@each_case
def test_every_node_checks_and_no_other_pod(case: Case) -> None:
    assert len(nodes(case)) == (0 if case.name in NONE else case.expected["nodes"])
    assert {role_of(pod) for pod in nodes(case)} <= {"node", "head"}


@each_compared
def test_check_is_the_last_before_the_program(case: Case) -> None:
    for pod in nodes(case):
        assert pod["spec"]["initContainers"][-1]["name"] == "preflight"


@each_compared
def test_check_sees_what_the_program_sees(case: Case) -> None:
    for pod in nodes(case):
        [check] = checks(pod)
        [program] = pod["spec"]["containers"]
        for field in ("image", "imagePullPolicy", "resources", "securityContext", "envFrom"):
            assert check.get(field) == program.get(field)
        own = {variable["name"] for variable in check["env"]} - {variable["name"] for variable in program["env"]}
        assert own == {"PREFLIGHT_INDEX", "PREFLIGHT_ATTEMPT", "RENDER_RUN_UID"}
        assert [variable for variable in check["env"] if variable["name"] not in own] == program["env"]
        mounts = check["volumeMounts"]
        assert [mount for mount in program.get("volumeMounts", []) if mount not in mounts] == []
        assert {"name": "scripts", "mountPath": "/opt/training-job", "readOnly": True} in mounts


@each_compared
def test_nodes_are_counted(case: Case) -> None:
    told = [arguments(case, pod) for pod in nodes(case)]
    assert [int(found["nodes-before"]) + int(found["index"]) for found in told] == list(range(len(told)))
    assert {found["nodes"] for found in told} == {str(case.expected["nodes"])}
    assert {found["processes"] for found in told} == {str(case.expected["processes"])}
    assert {found["attempt"] for found in told} == {"0"}


@each_compared
def test_nodes_meet_at_the_first_one(case: Case) -> None:
    first, [service] = nodes(case)[0]["spec"], case.of_kind("Service")
    for found in (arguments(case, pod) for pod in nodes(case)):
        assert found["address"] == f"{first['hostname']}.{first['subdomain']}"
        assert int(found["port"]) in [listed["port"] for listed in service["spec"]["ports"]]


@each_compared
def test_gpus_and_checkpoints_are_those_of_the_spec(case: Case) -> None:
    asked = case.spec.get("resourcesPerNode", {})
    gpus = {**asked.get("limits", {}), **asked.get("requests", {})}.get("nvidia.com/gpu")
    gpus = gpus or sum(device["count"] for device in case.spec.get("devices", {}).values()) or None
    checkpoints = case.spec.get("storage", {}).get("checkpoints")
    for found in (arguments(case, pod) for pod in nodes(case)):
        assert found.get("gpus") == (None if gpus is None else str(gpus))
        assert found.get("checkpoints") == (checkpoints and checkpoints.get("mountPath", "/checkpoints"))


@each_compared
@pytest.mark.parametrize("code", [69, 72, 78])
def test_its_exit_codes_end_the_run(case: Case, code: int) -> None:
    role = role_of(nodes(case)[0])
    assert outcome(case.jobset, role, Event(exit_code=code, container="preflight")) is Outcome.FAILED
    for other in (1, 128 + 15, code * 10):
        assert outcome(case.jobset, role, Event(exit_code=other, container="preflight")) is Outcome.RESTARTED
