"""The launchers that start processes over ssh: where they find their nodes, and what reaches whom."""

import pytest

from tests.golden.cases import CASES, Case, Object
from tests.golden.controllers import all_containers, all_pods, role_of
from tests.golden.kubelet import environment

SSH = [case for case in CASES if case.trainer == "launcher"]
each_ssh = pytest.mark.parametrize("case", SSH, ids=[case.name for case in SSH])

HOSTFILES = {"deepspeed": "/job/hostfile", "horovod": "/etc/mpi/hostfile", "mpi": "/etc/mpi/hostfile"}
KEYS = "/run/training-job"


def of_role(case: Case, role: str) -> list[Object]:
    return [pod for pod in all_pods(case.jobset) if role_of(pod) == role]


def launcher(case: Case) -> Object:
    [pod] = of_role(case, "launcher")
    return pod


def variables(case: Case, pod: Object) -> dict[str, str]:
    [program] = pod["spec"]["containers"]
    return environment(pod, program, case.objects)


def files(case: Case) -> dict[str, str]:
    [found] = [found["data"] for found in case.of_kind("ConfigMap") if "hostfile" in found["data"]]
    return dict(found)


@each_ssh
def test_hostfile_names_every_node_with_its_processes(case: Case) -> None:
    expected = case.expected
    assert len(of_role(case, "node")) == expected["nodes"]
    assert files(case)["hostfile"].splitlines() == [
        f"{pod['spec']['hostname']}.{pod['spec']['subdomain']} slots={expected['processes']}"
        for pod in of_role(case, "node")
    ]
    assert variables(case, launcher(case))["NUM_PROCESSES"] == str(expected["world"])


@each_ssh
def test_hostfile_is_where_the_launcher_looks_for_it(case: Case) -> None:
    """By its own default, by a variable, or by an option of the command."""
    waiting, program = launcher(case)["spec"]["initContainers"][-1], launcher(case)["spec"]["containers"][0]
    path = HOSTFILES[case.launcher]
    for container in (waiting, program):
        [mount] = [mount for mount in container["volumeMounts"] if mount.get("subPath") == "hostfile"]
        assert mount["mountPath"] == path
    told = [*program["command"], *variables(case, launcher(case)).values()]
    assert path in told or case.launcher == "deepspeed"


@each_ssh
def test_launcher_waits_by_itself(case: Case) -> None:
    """In a gang, a role that depended on another would wait for pods that wait for it."""
    assert [role["name"] for role in case.jobset["spec"]["replicatedJobs"]] == ["node", "launcher"]
    assert [role for role in case.jobset["spec"]["replicatedJobs"] if "dependsOn" in role] == []
    steps = [container["name"] for container in launcher(case)["spec"]["initContainers"]]
    assert steps == ["ssh-keys", "wait-for-nodes"]


@each_ssh
def test_all_meet_at_one_port(case: Case) -> None:
    [service] = case.of_kind("Service")
    [port] = [str(listed["port"]) for listed in service["spec"]["ports"] if listed["name"] == "ssh"]
    assert f"  Port {port}\n" in files(case)["ssh_config"]
    for pod in of_role(case, "node"):
        [program] = pod["spec"]["containers"]
        assert program["command"] == ["sh", "/opt/training-job/ssh-node.sh", port, KEYS]
        assert port in [str(listed["containerPort"]) for listed in program["ports"]]


@each_ssh
def test_only_one_container_of_a_pod_sees_the_secret(case: Case) -> None:
    for pod in (*of_role(case, "node"), launcher(case)):
        seen = {
            container["name"]
            for container in all_containers(pod["spec"])
            for mount in container["volumeMounts"]
            if mount["name"] == "ssh-secret"
        }
        assert seen == {"ssh-keys"}
        [secret] = [volume["secret"] for volume in pod["spec"]["volumes"] if "secret" in volume]
        assert secret["secretName"] == case.spec["ssh"]["secretName"]


@each_ssh
def test_launcher_is_no_node(case: Case) -> None:
    [program] = launcher(case)["spec"]["containers"]
    assert [name for side in program["resources"].values() for name in side if "/" in name] == []
    assert variables(case, launcher(case))["NVIDIA_VISIBLE_DEVICES"] == "void"


@each_ssh
def test_what_only_the_launcher_needs_stays_there(case: Case) -> None:
    """A daemon that a launcher starts on a node would else take itself for the launcher."""
    own = variables(case, launcher(case)).keys() - variables(case, of_role(case, "node")[0]).keys()
    assert {"NUM_PROCESSES", "NVIDIA_VISIBLE_DEVICES"} <= own
    other = {"deepspeed": ("HOROVOD_", "HYDRA_"), "horovod": ("MASTER_", "HYDRA_"), "mpi": ("HOROVOD_", "HYDRA_")}
    assert [name for name in own if name.startswith(other[case.launcher])] == []
    for pod in of_role(case, "node"):
        assert [name for name in variables(case, pod) if name.startswith(("OMPI_", "PRTE_", "HOROVOD_"))] == []
