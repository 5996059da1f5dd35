"""The pods that the Training Operator (v1) and the MPI operator (v2beta1) make of their jobs.

Sources: https://github.com/kubeflow/trainer/tree/release-1.9/pkg/controller.v1/pytorch (envvar.go, master.go,
elastic.go) and https://github.com/kubeflow/mpi-operator/blob/v0.6.0/pkg/controller/mpi_job_controller.go
"""

import copy
from collections.abc import Mapping
from typing import Any

from render.manifests.paths import Data
from render.pods.environment import PodFields
from tests.importing.members import Facts, Member

PORT = 23456
Env = dict[str, str]


def pytorchjob(job: Data) -> list[Member]:
    """Return the pods of a PyTorchJob, the master first; without the container in which a worker waits for it."""
    specs = {role.capitalize(): spec for role, spec in job["spec"]["pytorchReplicaSpecs"].items()}
    members = []
    for role in ("Master", "Worker"):
        for index in range(specs.get(role, {"replicas": 0}).get("replicas", 1)):
            template = copy.deepcopy(specs[role]["template"])
            _bind(job, template)
            for container in template["spec"]["containers"]:
                env = _torch(job, specs, index + (role == "Worker" and "Master" in specs))
                _append(container, env)
            members.append(Member("node", template, _fields(template, index), container="pytorch"))
    return members


def _torch(job: Data, specs: Mapping[str, Data], rank: int) -> Env:
    spec, name = job["spec"], job["metadata"]["name"]
    nodes = sum(one.get("replicas", 1) for one in specs.values())
    processes = spec.get("nprocPerNode", None if "nProcPerNode" in spec.get("elasticPolicy", {}) else "auto")
    env = {"PYTHONUNBUFFERED": "1"}
    if "Master" in specs:
        world = nodes * int(processes) if processes and processes.isdecimal() else nodes
        for prefix in ("", "PET_"):
            env |= {f"{prefix}MASTER_PORT": str(_port(specs["Master"])), f"{prefix}MASTER_ADDR": f"{name}-master-0"}
        env |= {"WORLD_SIZE": str(world), "RANK": str(rank), "PET_NODE_RANK": str(rank)}
    if processes:
        env["PET_NPROC_PER_NODE"] = processes
    return env | (_elastic(job, specs) if "elasticPolicy" in spec else {"PET_NNODES": str(nodes)})


def _elastic(job: Data, specs: Mapping[str, Data]) -> Env:
    policy = job["spec"]["elasticPolicy"]
    workers = specs["Worker"].get("replicas", 1)
    most = policy.get("maxReplicas", policy.get("minReplicas", workers))
    host = policy.get("rdzvHost", f"{job['metadata']['name']}-worker-0")
    env = {
        "PET_RDZV_ENDPOINT": f"{host}:{policy.get('rdzvPort', _port(specs['Worker']))}",
        "PET_RDZV_BACKEND": policy.get("rdzvBackend", "c10d"),
        "PET_NNODES": f"{policy.get('minReplicas', most)}:{most}",
    }
    if "maxRestarts" in policy:
        env["PET_MAX_RESTARTS"] = str(policy["maxRestarts"])
    if "nProcPerNode" in policy:
        env["PET_NPROC_PER_NODE"] = str(policy["nProcPerNode"])
    return env


def _port(spec: Data) -> int:
    for container in spec["template"]["spec"]["containers"]:
        for port in container.get("ports", ()):
            if container["name"] == "pytorch" and port.get("name") == "pytorchjob-port":
                return int(port["containerPort"])
    return PORT


_HOSTFILE = "/etc/mpi/hostfile"
_ATTEMPTS = "-o ConnectionAttempts=10"
_MPI = {
    "OpenMPI": {
        "OMPI_MCA_orte_keep_fqdn_hostnames": "true",
        "OMPI_MCA_orte_default_hostfile": _HOSTFILE,
        "OMPI_MCA_plm_rsh_args": _ATTEMPTS,
        "OMPI_MCA_orte_set_default_slots": "{slots}",
    },
    "Intel": {
        "I_MPI_HYDRA_HOST_FILE": _HOSTFILE,
        "I_MPI_HYDRA_BOOTSTRAP_EXEC_EXTRA_ARGS": _ATTEMPTS,
        "I_MPI_PERHOST": "{slots}",
    },
    "MPICH": {"HYDRA_HOST_FILE": _HOSTFILE, "HYDRA_LAUNCH_EXTRA_ARGS": _ATTEMPTS},
}


def mpijob(job: Data) -> list[Member]:
    """Return the pods of an MPIJob, the launcher first."""
    spec, name = job["spec"], job["metadata"]["name"]
    specs = spec["mpiReplicaSpecs"]
    members = []
    for role, mine in (("Launcher", "launcher"), ("Worker", "node")):
        for index in range(specs[role].get("replicas", 1)):
            template = copy.deepcopy(specs[role]["template"])
            _bind(job, template)
            container = template["spec"]["containers"][0]
            _append(container, {"K_MPI_JOB_ROLE": role.lower()})
            keys = {"secret": {"secretName": f"{name}-ssh"}}
            mounts: dict[str, tuple[Data, str]] = {"ssh-auth": (keys, spec.get("sshAuthMountPath", "/root/.ssh"))}
            if role == "Launcher":
                _append(container, _of_launcher(spec))
                mounts["mpi-job-config"] = ({"configMap": {"name": f"{name}-config"}}, "/etc/mpi")
            elif not container.get("command") and not container.get("args"):
                container["command"] = ["/usr/sbin/sshd", "-De"]
            for volume, (source, path) in mounts.items():
                template["spec"].setdefault("volumes", []).append({"name": volume, **source})
                container.setdefault("volumeMounts", []).append({"name": volume, "mountPath": path})
            members.append(Member(mine, template, _fields(template, index), container=container["name"]))
    return members


def _of_launcher(spec: Data) -> Env:
    slots = str(spec.get("slotsPerWorker", 1))
    env = {name: value.format(slots=slots) for name, value in _MPI[spec.get("mpiImplementation", "OpenMPI")].items()}
    hidden = {} if spec.get("runLauncherAsWorker") else {"NVIDIA_VISIBLE_DEVICES": "", "NVIDIA_DRIVER_CAPABILITIES": ""}
    return env | hidden


def gang(job: Data, members: list[Member]) -> Facts:
    """Return the gang of a job whose pods name a scheduler, in a cluster whose operator makes PodGroups."""
    names = {member.spec.get("schedulerName") for member in members}
    policy = job["spec"].get("runPolicy", {}).get("schedulingPolicy", {})
    if not names & {"volcano", "scheduler-plugins-scheduler"} and "queue" not in policy:
        return {"gang.scheduler": None}
    scheduler = "coscheduling" if "scheduler-plugins-scheduler" in names else "volcano"
    return {"gang.scheduler": scheduler, "gang.size": policy.get("minAvailable", len(members))}


def _bind(job: Data, template: Any) -> None:
    """Bind a pod to the PodGroup that the operator makes."""
    for scheduler, key, name in (
        ("volcano", "annotations", "scheduling.k8s.io/group-name"),
        ("scheduler-plugins-scheduler", "labels", "scheduling.x-k8s.io/pod-group"),
    ):
        if template["spec"].get("schedulerName") == scheduler:
            template.setdefault("metadata", {}).setdefault(key, {})[name] = job["metadata"]["name"]


def _append(container: Any, env: Env) -> None:
    """Put variables behind those that are there, over those of the same name."""
    own = [one for one in container.get("env", ()) if one["name"] not in env]
    container["env"] = [*own, *({"name": name, "value": value} for name, value in env.items())]


def _fields(template: Data, index: int) -> PodFields:
    metadata, spec = template.get("metadata", {}), template["spec"]
    labels, annotations = metadata.get("labels", {}), metadata.get("annotations", {})
    return PodFields("default", spec.get("serviceAccountName", "default"), labels, annotations, index)
