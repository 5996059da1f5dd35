"""Programs in manifests: the same rules as in a spec, where it can be told that several pods make one run."""

from typing import Any

import pytest

from tests.rules.sets import Data, codes, job, jobset, of, pod

STANDALONE = pod(container={"command": ["torchrun", "--standalone", "train.py"]})
ALONE = {"command": ["torchrun", "train.py"]}


def variables(**values: str) -> dict[str, Any]:
    return {"env": [{"name": name, "value": value} for name, value in values.items()]}


def volcano(count: int, template: Data) -> Data:
    return of(
        "batch.volcano.sh/v1alpha1",
        "Job",
        "a",
        spec={"tasks": [{"name": "n", "replicas": count, "template": template}]},
    )


def trainjob(**trainer: Any) -> Data:
    return of(
        "trainer.kubeflow.org/v1alpha1", "TrainJob", "a", spec={"runtimeRef": {"name": "torch"}, "trainer": trainer}
    )


def pytorchjob(**counts: tuple[int, Data]) -> Data:
    roles = {role: {"replicas": count, "template": template} for role, (count, template) in counts.items()}
    return of("kubeflow.org/v1", "PyTorchJob", "a", spec={"pytorchReplicaSpecs": roles})


def sized(gpus: int) -> Data:
    shared = {"volumeMounts": [{"name": "shm", "mountPath": "/dev/shm"}]}
    return pod(container={"resources": {"limits": {"nvidia.com/gpu": gpus}}, **shared})


def rayjob(entrypoint: str) -> Data:
    cluster = {"headGroupSpec": {"rayStartParams": {}, "template": pod()}}
    return of("ray.io/v1", "RayJob", "a", spec={"entrypoint": entrypoint, "rayClusterSpec": cluster})


def accelerate(nodes: int) -> Data:
    size = [f"--num-machines={nodes}", f"--num_processes={nodes}"]
    address = ["--machine_rank=$(RANK)", "--main_process_ip=$(FIRST)"]
    own = variables(FIRST="a-n-0-0.a", RANK="$(JOB_COMPLETION_INDEX)")
    return pod(container={"command": ["accelerate", "launch", "--multi_gpu", *size, *address, "train.py"], **own})


def mpijob(*command: str, slots: int = 8) -> Data:
    roles = {
        "Launcher": {"template": pod(container={"command": list(command)})},
        "Worker": {"replicas": 2, "template": sized(8)},
    }
    return of("kubeflow.org/v1", "MPIJob", "a", spec={"slotsPerWorker": slots, "mpiReplicaSpecs": roles})


CASES = {
    "an MPIJob": (mpijob("mpirun", "-np", "16", "python", "train.py"), []),
    "an MPIJob that starts nothing": (mpijob("python", "train.py"), ["RUN170"]),
    "an MPIJob of half its slots": (mpijob("mpirun", "-np", "8", "python", "train.py"), ["RUN173"]),
    "an MPIJob without a list of hosts": (mpijob("horovodrun", "-np", "16", "python", "train.py"), ["RUN171"]),
    "MPI on each node": (job("a", pod(container={"command": ["mpirun", "train"]}), parallelism=2), []),
    "MPI on nodes that know each other": (
        jobset("a", {"n": (2, pod(container={"command": ["mpirun", "train"], **variables(WORLD_SIZE="2")}))}),
        ["RUN171"],
    ),
    "a shell's command": (job("a", pod(container={"command": ["cd", "/a", "&&", "torchrun", "t.py"]})), ["RUN176"]),
    "a variable of the shell": (job("a", pod(container={"command": ["train", "--out=$OUT"]})), ["RUN196"]),
    "a reference to nothing": (job("a", pod(container={"command": ["train", "--out=$(OUT)"]})), ["RUN197"]),
    "a reference to a variable of a ConfigMap": (
        job("a", pod(container={"command": ["train", "--out=$(OUT)"], "envFrom": [{"configMapRef": {"name": "b"}}]})),
        [],
    ),
    "a script of a RayJob": (rayjob("cd /a && python train.py --out=$OUT"), []),
    "a JobSet": (jobset("a", {"n": (2, STANDALONE)}), ["RUN107"]),
    "a JobSet of one": (jobset("a", {"n": (1, STANDALONE)}), []),
    "Jobs of their own": (job("a", STANDALONE, parallelism=4), []),
    "a Job whose pods know each other": (
        job("a", {**STANDALONE, "spec": {**STANDALONE["spec"], "subdomain": "a"}}, parallelism=4),
        ["RUN107"],
    ),
    "a Pod": (of("v1", "Pod", "a", spec=STANDALONE["spec"]), []),
    "a Volcano Job": (
        volcano(2, pod(container={"command": ["train"], **variables(MASTER_ADDR="localhost")})),
        ["RUN105"],
    ),
    "a TrainJob": (trainjob(numNodes=4, command=["torchrun", "--nnodes=2", "train.py"]), ["RUN101"]),
    "a TrainJob without options": (trainjob(numNodes=4, command=["torchrun", "train.py"]), []),
    "a TrainJob of another framework": (trainjob(numNodes=4, command=["python", "train.py"]), []),
    "a TrainJob with its rank": (trainjob(numNodes=4, command=["torchrun", "--node-rank=0", "train.py"]), ["RUN108"]),
    "an option beside a variable": (
        jobset(
            "a", {"n": (2, pod(container={"command": ["torchrun", "--nnodes=4", "t.py"], **variables(PET_NNODES="2")}))}
        ),
        ["RUN101"],
    ),
    "one role of a size": (jobset("a", {"n": (3, accelerate(4))}), ["RUN133"]),
    "two roles of one run": (jobset("a", {"first": (1, accelerate(4)), "others": (3, accelerate(4))}), []),
    "roles of different sizes": (pytorchjob(Master=(1, sized(4)), Worker=(3, sized(8))), ["RUN141"]),
    "roles of one size": (pytorchjob(Master=(1, sized(8)), Worker=(3, sized(8))), []),
    "a role without GPUs": (pytorchjob(Master=(1, pod()), Worker=(3, sized(8))), []),
    "roles that don't know each other": (jobset("a", {"teacher": (1, sized(1)), "student": (2, sized(8))}), []),
    "a PyTorchJob": (pytorchjob(Master=(1, pod()), Worker=(3, STANDALONE)), ["RUN107"]),
    "a PyTorchJob without options": (pytorchjob(Worker=(4, pod(container=ALONE))), []),
    "what a RayJob submits": (rayjob("python train.py --ddp_backend nccl 2>&1 | tee log"), ["RUN123"]),
    "a RayJob's program": (rayjob("python train.py --ddp_backend nccl"), []),
    "variables from elsewhere": (
        jobset("a", {"n": (2, pod(container={**ALONE, "envFrom": [{"configMapRef": {"name": "pet"}}]}))}),
        [],
    ),
    "no variables": (jobset("a", {"n": (2, pod(container=ALONE))}), ["RUN110"]),
    "a variable of the pod": (jobset("a", {"n": (2, pod(container={**ALONE, **variables(PET_NNODES="2")}))}), []),
    "a backend without GPUs": (
        job("a", pod(container={"command": ["torchrun", "t.py", "--ddp_backend=nccl"]})),
        ["RUN117"],
    ),
    "a backend with claimed GPUs": (
        job(
            "a",
            pod(container={"command": ["torchrun", "t.py", "--ddp_backend=nccl"]}, resourceClaims=[{"name": "gpu"}]),
        ),
        [],
    ),
    "a sidecar's command": (
        job(
            "a",
            pod(initContainers=[{"name": "i", "image": "x:1", "command": ["torchrun", "t.py", "--ddp_backend=nccl"]}]),
        ),
        [],
    ),
}


@pytest.mark.parametrize(("manifest", "expected"), CASES.values(), ids=CASES)
def test_programs(manifest: Data, expected: list[str]) -> None:
    assert codes(manifest) == expected
