"""What render reads from command lines, scripts and objects: variables, comments, numbers of pods and processes."""

from typing import Any

import pytest

from render.manifests.pods import pods
from render.programs.command import Command, find_commands
from render.programs.command_line import parse_launch
from render.programs.program import Program
from render.programs.programs import programs
from render.programs.replicas import node_count, replica_count
from render.programs.shell import Word, comments
from tests.rules.sets import Data, job, jobset, loaded, of, pod

EXPORTS = [
    ("mpirun -np 4 -x A=1 -x B=2 -x C python t.py -x D=4", [("A", "1"), ("B", "2")]),
    ("mpirun -x A=b=c python t.py", [("A", "b=c")]),
    ("mpirun -x", []),
    ("mpiexec.hydra -ppn 8 -genv A 1 -genv B 2 python t.py", [("A", "1"), ("B", "2")]),
    ("mpiexec.hydra -genv A", []),
    ("torchrun --nnodes=2 t.py -x A=1", []),
]


@pytest.mark.parametrize(("line", "expected"), EXPORTS)
def test_variables_that_a_launcher_sets(line: str, expected: list[tuple[str, str]]) -> None:
    found = parse_launch(Command(tuple(Word(text, ()) for text in line.split())))
    assert [(name, word.text) for name, word in found.exports] == expected


COMMENTS = [
    ("run # one", [("run ", "# one")]),
    ("# one\nrun --a # two", [("", "# one"), ("run --a ", "# two")]),
    ("run a#b '# c' \"# d\"", []),
    ("cat <<EOF\n# no\nEOF\n  # yes", [("  ", "# yes")]),
]


@pytest.mark.parametrize(("script", "expected"), COMMENTS)
def test_comments_with_the_text_before_them(script: str, expected: list[tuple[str, str]]) -> None:
    assert list(comments(script)) == expected


@pytest.mark.parametrize(("script", "expected"), [("set -e\nrun", False), ("set -o pipefail\nrun", True)])
def test_a_script_that_sets_pipefail(script: str, *, expected: bool) -> None:
    [command] = find_commands([(("args", position), word) for position, word in enumerate(("sh", "-c", script))])
    assert command.is_pipefail is expected


def role(template: Data, **counts: int) -> Data:
    spec = {key: value for key, value in counts.items() if key != "replicas"}
    replicas = {key: value for key, value in counts.items() if key == "replicas"}
    replicated = {"name": "node", **replicas, "template": {"spec": {**spec, "template": template}}}
    return of("jobset.x-k8s.io/v1alpha2", "JobSet", "run", spec={"replicatedJobs": [replicated]})


def volcano(**counts: int) -> Data:
    return of("batch.volcano.sh/v1alpha1", "Job", "run", spec={"tasks": [{**counts, "template": pod()}]})


def ray(*, is_scaled: bool = False, **counts: int) -> Data:
    group = {"groupName": "a", "template": pod(), **counts}
    return of(
        "ray.io/v1", "RayCluster", "run", spec={"enableInTreeAutoscaling": is_scaled, "workerGroupSpecs": [group]}
    )


def operator(kind: str, roles: str, **spec: Any) -> Data:
    return of("kubeflow.org/v1", kind, "run", spec={roles: {"Worker": {"replicas": 3, "template": pod()}}, **spec})


COUNTS = {
    "a Job": (job("run", pod(), parallelism=4), 4),
    "a Job by default": (job("run", pod()), 1),
    "a JobSet": (role(pod(), replicas=2, parallelism=3), 6),
    "a JobSet of one Job": (role(pod(), parallelism=3), 3),
    "a JobSet of one pod": (role(pod()), 1),
    "a Volcano Job": (volcano(replicas=5), 5),
    "a PyTorchJob": (operator("PyTorchJob", "pytorchReplicaSpecs"), 3),
    "an elastic PyTorchJob": (operator("PyTorchJob", "pytorchReplicaSpecs", elasticPolicy={"maxReplicas": 4}), None),
    "an MPIJob": (operator("MPIJob", "mpiReplicaSpecs"), 3),
    "a Ray cluster": (ray(replicas=2, numOfHosts=4), 8),
    "a Ray cluster by default": (ray(), 0),
    "a Ray cluster that scales": (ray(is_scaled=True, replicas=2), None),
    "a Pod": (of("v1", "Pod", "run", spec=pod()["spec"]), 1),
    "a Deployment": (of("apps/v1", "Deployment", "run", spec={"replicas": 2, "template": pod()}), None),
}  # fmt: skip


@pytest.mark.parametrize(("manifest", "expected"), COUNTS.values(), ids=COUNTS)
def test_pods_of_a_template(manifest: Data, expected: int | None) -> None:
    [item] = loaded(manifest)
    [found] = pods(item)
    assert replica_count(found) == expected


NODES = {
    "pods of a Job that know no others": (job("run", pod(), parallelism=4), False, None),
    "pods of a Job that know others": (job("run", pod(), parallelism=4), True, 4),
    "pods of a Job with host names": (job("run", pod(subdomain="run"), parallelism=4), False, 4),
    "one pod": (job("run", pod()), False, 1),
    "an index of a JobSet": (role(pod(), parallelism=4), False, 4),
    "two indexes of a JobSet": (role(pod(), parallelism=2), False, 2),
    "Jobs of a JobSet": (role(pod(), replicas=4), False, None),
    "Jobs of a JobSet that know others": (role(pod(), replicas=4), True, 4),
    "a PyTorchJob": (operator("PyTorchJob", "pytorchReplicaSpecs"), False, 3),
    "an MPIJob": (operator("MPIJob", "mpiReplicaSpecs"), False, None),
}


@pytest.mark.parametrize(("manifest", "knows_others", "expected"), NODES.values(), ids=NODES)
def test_nodes_of_a_run(manifest: Data, *, knows_others: bool, expected: int | None) -> None:
    [item] = loaded(manifest)
    [found] = pods(item)
    assert node_count(found, knows_others=knows_others) == expected


def only_program(manifest: Data) -> Program:
    [item] = loaded(manifest)
    [found] = programs(item)
    return found


def env(**values: str) -> list[Data]:
    return [{"name": name, "value": value} for name, value in values.items()]


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        (env(A="4", PET_NPROC_PER_NODE="8"), 8),
        (env(PET_NPROC_PER_NODE="gpu"), None),
        (env(A="4"), None),
        ([], None),
    ],
)
def test_processes_of_a_container(variables: list[Data], expected: int | None) -> None:
    manifest = jobset("run", {"node": (2, pod(container={"command": ["torchrun", "t.py"], "env": variables}))})
    assert only_program(manifest).processes == expected


def test_the_trainer_of_a_trainjob_is_a_program() -> None:
    trainer = {"numNodes": 2, "command": ["torchrun", "t.py"]}
    found = only_program(of("trainer.kubeflow.org/v1alpha1", "TrainJob", "run", spec={"trainer": trainer}))
    assert (found.nodes, found.runs_once) == (2, False)
    [other] = loaded(of("example.com/v1", "Other", "run", spec={"trainer": trainer}))
    assert list(programs(other)) == []


@pytest.mark.parametrize(
    ("kind", "key", "name", "is_central"),
    [
        ("MPIJob", "mpiReplicaSpecs", "Launcher", True),
        ("MPIJob", "mpiReplicaSpecs", "Worker", False),
        ("PyTorchJob", "pytorchReplicaSpecs", "Launcher", False),
    ],
)
def test_the_launcher_of_an_mpijob_runs_once(kind: str, key: str, name: str, *, is_central: bool) -> None:
    found = only_program(of("kubeflow.org/v1", kind, "run", spec={key: {name: {"replicas": 1, "template": pod()}}}))
    assert (found.runs_once, found.launcher) == (is_central, "mpi" if is_central else "")


@pytest.mark.parametrize(("names", "is_only"), [(["node"], True), (["first", "second"], False)])
def test_templates_of_one_run(names: list[str], *, is_only: bool) -> None:
    node = pod(container={"command": ["torchrun", "--nnodes=4", "t.py"]})
    quiet = pod(container={"command": ["sleep", "60"]})
    [item] = loaded(jobset("run", {**dict.fromkeys(names, (2, node)), "quiet": (1, quiet)}))
    assert [found.is_only_template for found in programs(item)] == [is_only] * (len(names) + 1)
