"""The processes of an example find each other, and are as many as its spec says."""

from collections import Counter

import pytest

from tests.golden.cases import EXAMPLES, Case, Object, each_case, each_example, each_run_by_nodes, expectations
from tests.golden.controllers import all_pods, role_of, subdomain
from tests.golden.kubelet import environment, expanded

CLUSTER_DOMAIN = "cluster.local"

PREFIXES = {"torchrun": "PET_"}
"""How the variables begin that tell a launcher the size of the run."""

OWN = {"torchrun": "PET_", "llamafactory": "FORCE_TORCHRUN", "ray": "RAY_"}
"""How the variables begin that only one launcher has."""


def nodes(case: Case) -> list[Object]:
    return [pod for pod in all_pods(case.jobset) if role_of(pod) == "node"]


def variables(case: Case, pod: Object) -> dict[str, str]:
    [program] = [container for container in pod["spec"]["containers"] if container["name"] == "node"]
    return environment(pod, program, case.objects)


def names(pod: Object) -> set[str]:
    """The DNS names of a pod, from the shortest that resolves in its namespace to the full one."""
    short = f"{pod['spec']['hostname']}.{pod['spec']['subdomain']}"
    namespace = pod["metadata"]["namespace"]
    return {short, f"{short}.{namespace}", f"{short}.{namespace}.svc", f"{short}.{namespace}.svc.{CLUSTER_DOMAIN}"}


def test_table_has_every_example() -> None:
    names = [case.name for case in EXAMPLES]
    assert list(expectations()) == names, "expect.yaml has each example of examples/ once, in alphabetical order"


@each_example
def test_objects(case: Case) -> None:
    assert dict(Counter(found["kind"] for found in case.objects)) == case.expected["objects"]
    assert {found["metadata"]["namespace"] for found in case.objects} == {"default"}


@each_run_by_nodes
def test_number_of_processes(case: Case) -> None:
    expected = case.expected
    assert expected["nodes"] * expected["processes"] == expected["world"]
    assert len(nodes(case)) == expected["nodes"]
    count = f"{expected['atLeast']}:{expected['nodes']}" if "atLeast" in expected else str(expected["nodes"])
    for pod in nodes(case):
        found, prefix = variables(case, pod), PREFIXES.get(case.launcher, "")
        assert (found[f"{prefix}NNODES"], found[f"{prefix}NPROC_PER_NODE"]) == (count, str(expected["processes"]))


@each_case
def test_variables_of_other_launchers_stay_away(case: Case) -> None:
    others = tuple(start for launcher, start in OWN.items() if launcher != case.launcher)
    for pod in nodes(case):
        found = variables(case, pod)
        assert [name for name in found if name.startswith(others)] == []
        assert case.launcher not in OWN or [name for name in found if name.startswith(OWN[case.launcher])] != []


@each_run_by_nodes
def test_ranks(case: Case) -> None:
    """Each node knows its own rank; the nodes of an elastic run get theirs when they meet."""
    ranks = [variables(case, pod) for pod in nodes(case)]
    found = [environment.get("PET_NODE_RANK", environment.get("NODE_RANK")) for environment in ranks]
    elastic = "atLeast" in case.expected
    assert found == [None if elastic else str(rank) for rank in range(case.expected["nodes"])]


@each_run_by_nodes
def test_every_node_meets_at_the_first(case: Case) -> None:
    first = nodes(case)[0]
    [service] = case.of_kind("Service")
    for pod in nodes(case):
        found, prefix = variables(case, pod), PREFIXES.get(case.launcher, "")
        meeting = found.get("PET_RDZV_ENDPOINT") or f"{found[f'{prefix}MASTER_ADDR']}:{found[f'{prefix}MASTER_PORT']}"
        host, _, port = meeting.rpartition(":")
        assert host in names(first)
        assert [listed["port"] for listed in service["spec"]["ports"]] == [int(port)]
        assert {"name": "rendezvous", "containerPort": int(port), "protocol": "TCP"} in [
            listed for container in first["spec"]["containers"] for listed in container["ports"]
        ]


@each_case
def test_service_gives_the_pods_their_names(case: Case) -> None:
    [service] = case.of_kind("Service")
    assert service["metadata"]["name"] == case.jobset["metadata"]["name"] == subdomain(case.jobset)
    assert service["spec"]["clusterIP"] == "None"
    assert service["spec"]["publishNotReadyAddresses"] is True
    for pod in all_pods(case.jobset):
        assert pod["spec"]["subdomain"] == service["metadata"]["name"]
        assert service["spec"]["selector"].items() <= pod["metadata"]["labels"].items()


@each_case
def test_what_pods_read_are_immutable_objects_of_this_run(case: Case) -> None:
    config_maps = case.of_kind("ConfigMap")
    assert all(config_map["immutable"] for config_map in config_maps)
    read = set()
    for pod in all_pods(case.jobset):
        for container in pod["spec"]["containers"]:
            sources = [source for source in container.get("envFrom", []) if "configMapRef" in source]
            read |= {source["configMapRef"]["name"] for source in sources}
        read |= {volume["configMap"]["name"] for volume in pod["spec"]["volumes"] if "configMap" in volume}
    assert {config_map["metadata"]["name"] for config_map in config_maps} <= read


@each_case
def test_users_variables_arrive(case: Case) -> None:
    """A literal as it is written; one with references, resolved to the end."""
    for pod in nodes(case):
        found = variables(case, pod)
        for name, value in case.spec.get("env", {}).items():
            if isinstance(value, str):
                assert found[name] == expanded(value, found)
                assert "$(" not in found[name]


def test_plain_program_is_started_with_its_address() -> None:
    case = Case("plain")
    pod = nodes(case)[1]
    [program] = pod["spec"]["containers"]
    assert [expanded(argument, variables(case, pod)) for argument in program["args"]] == [
        "--coordinator=plain-node-0-0.plain:29500",
        "--num-processes=2",
        "--process-id=1",
    ]


@pytest.mark.parametrize(
    ("text", "result"), [("$(A)", "1"), ("$$(A)", "$(A)"), ("$(B)", "$(B)"), ("$A", "$A"), ("$$$(A)", "$1")]
)
def test_expansion_is_that_of_the_kubelet(text: str, result: str) -> None:
    assert expanded(text, {"A": "1"}) == result
