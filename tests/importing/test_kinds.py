"""Kinds beside those of the operators for torch and MPI: a spec that validates, or a sentence with a way on."""

import subprocess
import sys
from typing import Any

import pytest
import yaml

from render.importers.parts.import_files import import_files
from render.importers.parts.importer import ImportResult
from tests.conftest import CHECKOUT
from tests.importing.test_accounting import lost

POD = """
containers:
- name: trains
  image: registry.example/train:1
  command: [torchrun, --nnodes=2, --node_rank=$(JOB_COMPLETION_INDEX), --master_addr=MASTER, --nproc_per_node=8, t.py]
  resources: {limits: {nvidia.com/gpu: 8, cpu: 96, memory: 900Gi}}
"""
PLAIN = POD.replace("--nnodes=2, --node_rank=$(JOB_COMPLETION_INDEX), --master_addr=MASTER, --nproc_per_node=8, ", "")


def pod(text: str = POD, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text)
    return {"spec": {**found, **more}}


def item(kind: str, spec: dict[str, Any], **metadata: Any) -> dict[str, Any]:
    version, _, name = kind.rpartition("/")
    return {"apiVersion": version, "kind": name, "metadata": {"name": "run", **metadata}, "spec": spec}


def job(size: int = 2, **more: Any) -> dict[str, Any]:
    template = pod(POD.replace("MASTER", "run-0.peers"), restartPolicy="Never", subdomain="peers")
    return {"completionMode": "Indexed", "completions": size, "parallelism": size, "template": template, **more}


def jobset(copies: int = 1, size: int = 2, **more: Any) -> dict[str, Any]:
    inner = job(size, backoffLimit=0, **more)
    inner["template"] = pod(POD.replace("MASTER", "run-workers-0-0.run"), restartPolicy="Never")
    return {"replicatedJobs": [{"name": "workers", "replicas": copies, "template": {"spec": inner}}]}


def volcano(**more: Any) -> dict[str, Any]:
    task = {"name": "worker", "replicas": 2, "template": pod(PLAIN, restartPolicy="OnFailure")}
    return {"schedulerName": "volcano", "queue": "research", "minAvailable": 2, "tasks": [task], **more}


def roles(field: str, *names: str, program: str = "python") -> dict[str, Any]:
    text = POD.replace("torchrun", program).replace("--nnodes=2, --node_rank=$(JOB_COMPLETION_INDEX), ", "")
    text = text.replace("--master_addr=MASTER, --nproc_per_node=8, ", "")
    return {field: {name: {"replicas": 1, "template": pod(text)} for name in names}}


def rayjob(**more: Any) -> dict[str, Any]:
    workers: dict[str, Any] = {"groupName": "ray-group", "replicas": 2, "rayStartParams": {}, "template": pod(PLAIN)}
    workers["template"]["spec"]["containers"][0].pop("command")
    head: dict[str, Any] = {"rayStartParams": {"dashboard-host": "0.0.0.0"}, "template": pod(PLAIN)}
    head["template"]["spec"]["containers"][0].pop("command")
    head["template"]["spec"]["containers"][0]["resources"] = {"limits": {"cpu": 4}}
    cluster = {"rayVersion": "2.46.0", "headGroupSpec": head, "workerGroupSpecs": [workers]}
    return {"entrypoint": "python train.py --lr 0.1", "rayClusterSpec": cluster, **more}


KINDS = {
    "job": item("batch/v1/Job", job()),
    "jobset": item("jobset.x-k8s.io/v1alpha2/JobSet", jobset()),
    "jobset-copies": item("jobset.x-k8s.io/v1alpha2/JobSet", jobset(copies=2, size=1)),
    "volcano": item("batch.volcano.sh/v1alpha1/Job", volcano()),
    "rayjob": item("ray.io/v1/RayJob", rayjob(runtimeEnvYAML="env_vars: {LR: '1'}\npip: [x]")),
    "tfjob": item("kubeflow.org/v1/TFJob", roles("tfReplicaSpecs", "Chief", "Worker")),
    "jaxjob": item("kubeflow.org/v1/JAXJob", roles("jaxReplicaSpecs", "Worker")),
    "xgboostjob": item("kubeflow.org/v1/XGBoostJob", roles("xgbReplicaSpecs", "Master", "Worker")),
    "paddlejob": item("kubeflow.org/v1/PaddleJob", roles("paddleReplicaSpecs", "Worker")),
    "mpijob-v1": item(
        "kubeflow.org/v1/MPIJob", roles("mpiReplicaSpecs", "Launcher", "Worker", program="mpirun, python")
    ),
}
ALIKE = ("job", "jobset", "jobset-copies", "volcano", "rayjob", "tfjob", "xgboostjob")
"""Kinds with two pods, which are two nodes."""

SBATCH = """#!/bin/bash
#SBATCH --job-name=Llama_FT --time=1-12:00:00
#SBATCH -N 4
#SBATCH --gres=gpu:h100:8  # a node
#SBATCH --mem=900G
#SBATCH --container-image=docker://registry.example#train:1
#SBATCH --partition=gpu
module load cuda
export LR=1e-4 MASTER_ADDR=$(scontrol show hostnames | head -n 1)
EPOCHS=3
srun -l --kill-on-bad-exit=1 torchrun --nnodes 4 --nproc_per_node 8 \\
  --rdzv_backend c10d --rdzv_endpoint $MASTER_ADDR:29500 train.py --epochs=$EPOCHS
"""


def imported(text: str, tmp_path: Any) -> ImportResult:
    file = tmp_path / "job.yaml"
    file.write_text(text, encoding="utf-8")
    return import_files([str(file)], "2.3").imported


def of(name: str, tmp_path: Any) -> ImportResult:
    return imported(yaml.safe_dump(KINDS[name]), tmp_path)


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_imports_to_a_spec_that_validates(name: str) -> None:
    command = [sys.executable, "-m", "render", "import", "-"]
    text = yaml.safe_dump(KINDS[name])
    done = subprocess.run(command, cwd=CHECKOUT, input=text, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", KINDS)
def test_every_field_leaves_a_trace(name: str) -> None:
    found, tried = lost((KINDS[name],), 0)
    assert not found
    assert tried > 50


@pytest.mark.parametrize("name", ALIKE)
def test_nodes_are_the_pods(name: str, tmp_path: Any) -> None:
    assert of(name, tmp_path).values["numNodes"] == 2


@pytest.mark.parametrize("name", ["job", "jobset", "jobset-copies"])
def test_options_of_torchrun_are_the_launcher_s(name: str, tmp_path: Any) -> None:
    values = of(name, tmp_path).values
    assert values["command"] == ["torchrun", "t.py"]
    assert "launcher" not in values


@pytest.mark.parametrize("name", KINDS)
def test_a_generated_name_is_reported(name: str, tmp_path: Any) -> None:
    generated = {**KINDS[name], "metadata": {"generateName": "run-"}}
    found = imported(yaml.safe_dump(generated), tmp_path)
    assert found.values["name"] == "run"
    assert [problem.code for problem in found.problems if "`generateName: run-`" in problem.message] == ["IMP002"]


@pytest.mark.parametrize("name", KINDS)
def test_labels_and_annotations_of_the_object_are_those_of_the_run(name: str, tmp_path: Any) -> None:
    marks = {"labels": {"team": "vision"}, "annotations": {"owner": "vision@example.com"}}
    found = imported(yaml.safe_dump({**KINDS[name], "metadata": {"name": "run", **marks}}), tmp_path)
    assert found.values["metadata"] == marks


@pytest.mark.parametrize("place", ["of the job", "of the task"])
def test_fewer_pods_than_volcano_s_gang_are_reported(place: str, tmp_path: Any) -> None:
    spec = volcano()
    (spec if place == "of the job" else spec["tasks"][0])["minAvailable"] = 1
    found = imported(yaml.safe_dump(item("batch.volcano.sh/v1alpha1/Job", spec)), tmp_path)
    assert any("minAvailable" in problem.message and problem.severity.name == "WARNING" for problem in found.problems)


def test_tensorflow_knows_all_nodes(tmp_path: Any) -> None:
    config = of("tfjob", tmp_path).values["env"]["TF_CONFIG"]
    assert '"worker": ["run-node-0-0.run:2222", "run-node-0-1.run:2222"]' in config
    assert '"index": $(NODE_RANK)' in config


def test_volcano_s_queue_is_the_spec_s(tmp_path: Any) -> None:
    values = of("volcano", tmp_path).values
    assert values["scheduler"] == "volcano"
    assert values["volcano"] == {"queue": "research"}


def test_ray_s_environment_is_the_run_s_and_packages_are_reported(tmp_path: Any) -> None:
    found = of("rayjob", tmp_path)
    assert found.values["env"]["LR"] == "1"
    assert found.values["command"] == ["python", "train.py", "--lr", "0.1"]
    assert any("`pip` of `runtimeEnvYAML`" in problem.message for problem in found.problems)


def test_a_script_for_sbatch_is_a_spec(tmp_path: Any) -> None:
    found = imported(SBATCH, tmp_path)
    assert found.values == {
        "name": "llama-ft",
        "image": "registry.example/train:1",
        "command": ["torchrun", "train.py", "--epochs=3"],
        "env": {"LR": "1e-4"},
        "numNodes": 4,
        "resourcesPerNode": {"limits": {"nvidia.com/gpu": 8, "memory": "900Gi"}},
        "activeDeadlineSeconds": 129600,
    }
    lines = {problem.message.split("`")[1]: problem.line for problem in found.problems}
    assert lines["--partition=gpu"] == 7
    assert "module load cuda" in lines


@pytest.mark.parametrize(
    ("text", "nodes", "processes"),
    [
        ("#SBATCH -N2 --ntasks-per-node=4 --gpus-per-node=4\nsrun python -u train.py", 2, None),
        ("#SBATCH --nodes=2\n#SBATCH --ntasks=4\nsrun python train.py", 2, 2),
        ("#SBATCH --nodes=1-2\nsrun python train.py", None, None),
    ],
)
def test_tasks_of_srun_are_processes(text: str, nodes: int | None, processes: int | None, tmp_path: Any) -> None:
    values = imported(f"#!/bin/sh\n{text}\n", tmp_path).values
    assert values.get("numNodes") == nodes
    assert values.get("numProcPerNode") in (processes, 1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (yaml.safe_dump(item("ray.io/v1/RayCluster", rayjob()["rayClusterSpec"])), "has no program"),
        (yaml.safe_dump(item("ray.io/v1/RayJob", rayjob(clusterSelector={"ray.io/cluster": "a"}))), "that exists"),
        (yaml.safe_dump(item("kubeflow.org/v1/TFJob", roles("tfReplicaSpecs", "PS", "Worker"))), "has `PS`"),
        (yaml.safe_dump(item("batch/v1/Job", {"parallelism": 3, "template": job()["template"]})), "have no rank"),
        (yaml.safe_dump(item("batch/v1/Job", job(completions=9))), "take turns"),
        (yaml.safe_dump(item("jobset.x-k8s.io/v1alpha2/JobSet", jobset(completions=9))), "take turns"),
        (yaml.safe_dump(item("apps/v1/Deployment", {"selector": {}, "template": pod()})), "`Deployment/run` can't"),
        ("#!/bin/sh\n#SBATCH -N 2\necho nothing\n", "no line starts a program"),
    ],
)
def test_other_kinds_get_a_sentence_with_a_way_on(text: str, told: str, tmp_path: Any) -> None:
    found = imported(text, tmp_path)
    assert not found.values
    [problem] = [problem for problem in found.problems if told in problem.message]
    assert problem.hint


def sbatch(*lines: str) -> str:
    options = "#SBATCH --nodes=2 --gpus-per-node=8 --cpus-per-task=12 --ntasks-per-node=1"
    return "\n".join(["#!/bin/bash", options, *lines, ""])


ACCELERATE = [
    "--num_processes $NUM_PROCESSES",
    "--num_machines $NNODES",
    "--machine_rank $NODE_RANK",
    "--main_process_ip $MASTER_ADDR",
    "--main_process_port $MASTER_PORT",
]


@pytest.mark.parametrize(
    ("lines", "command", "told"),
    [
        (
            ["srun torchrun --nnodes $SLURM_NNODES --nproc_per_node $SLURM_GPUS_ON_NODE --rdzv_id $RANDOM t.py"],
            ["torchrun", "t.py"],
            "removed `--nnodes`, `--nproc_per_node`, `--rdzv_id`",
        ),
        (
            ["export A=$(scontrol show hostnames | head -n 1)", "srun torchrun t.py"],
            ["torchrun", "t.py"],
            "`A=$(scontrol show hostnames | head -n 1)` is not carried over",
        ),
        (
            ["#SBATCH --array=0-3", "srun torchrun t.py --seed $SLURM_ARRAY_TASK_ID"],
            ["bash", "-c", "torchrun t.py --seed $SLURM_ARRAY_TASK_ID"],
            "`SLURM_ARRAY_TASK_ID` is used and not set in a run",
        ),
        (["LRS=(1 2)", "srun torchrun t.py ${LRS[1]}"], ["bash", "-c", "torchrun t.py ${LRS[1]}"], "`LRS` is used"),
        (
            ["srun bash -c 'accelerate launch --machine_rank $SLURM_PROCID t.py'"],
            ["bash", "-c", " ".join(["accelerate launch", *ACCELERATE, "t.py"])],
            "removed `--machine_rank`",
        ),
        (
            ["srun apptainer exec --nv -B /data:/data a.sif torchrun t.py"],
            ["torchrun", "t.py"],
            "`apptainer exec --nv -B /data:/data a.sif` is not carried over",
        ),
        (["#SBATCH --mem=0", "srun torchrun t.py"], ["torchrun", "t.py"], "`--mem=0` is all memory"),
        (["#SBATCH --exclusive", "srun torchrun t.py"], ["torchrun", "t.py"], "`--exclusive`"),
        (["#SBATCH --output=a.out", "srun torchrun t.py"], ["torchrun", "t.py"], "`--output`: Slurm's own files"),
        (["mpirun -np 16 python t.py"], ["mpirun", "-np", "16", "python", "t.py"], "Secret `sbatch-ssh`"),
        (["deepspeed --hostfile h --num_gpus 8 t.py"], ["deepspeed", "t.py"], "removed `--hostfile`, `--num_gpus`"),
        (["#SBATCH --gres=gpu:h100:8", "srun torchrun t.py"], ["torchrun", "t.py"], "type `h100` is not carried over"),
        (["srun torchrun t.py", "python after.py"], ["torchrun", "t.py"], "`python after.py` is not carried over"),
        (
            ["srun -N1 -n1 -w $a python x.py", "srun torchrun t.py"],
            ["torchrun", "t.py"],
            "`python x.py` is not carried",
        ),
        (['O="--lr 1"', 'C="torchrun --nnodes 2 t.py $O"', "srun $C"], ["torchrun", "t.py", "--lr", "1"], "`--nnodes`"),
        (["if test -d a; then srun torchrun t.py; fi"], ["torchrun", "t.py"], "`test -d a` is not carried over"),
        (["export MASTER_PORT=1234", "srun torchrun t.py"], ["torchrun", "t.py"], "removed `MASTER_PORT`"),
    ],
)
def test_scripts_for_sbatch(lines: list[str], command: list[str], told: str, tmp_path: Any) -> None:
    found = imported(sbatch(*lines), tmp_path)
    assert found.values["command"] == command
    assert any(told in problem.message for problem in found.problems)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["#SBATCH --export=ALL,WANDB_MODE=offline", "srun torchrun t.py"], {"env": {"WANDB_MODE": "offline"}}),
        (["#SBATCH --chdir=/home/me", "srun torchrun t.py"], {"workingDir": "/home/me"}),
        (["srun --container-workdir=/w torchrun t.py"], {"workingDir": "/w"}),
        (
            ["#SBATCH -t 20", "srun torchrun t.py"],
            {"activeDeadlineSeconds": 1200, "preflight": {"timeoutSeconds": 600}},
        ),
        (["#SBATCH -t 60", "srun torchrun t.py"], {"activeDeadlineSeconds": 3600, "preflight": None}),
        (["srun apptainer exec docker://a/b:1 torchrun t.py"], {"image": "a/b:1"}),
        (["deepspeed t.py"], {"launcher": "deepspeed", "image": "registry.example/training:1"}),
        (["srun -N1 -n1 ray start --head &", "python t.py"], {"launcher": "ray", "numNodes": 2}),
    ],
)
def test_fields_of_scripts_for_sbatch(lines: list[str], expected: dict[str, Any], tmp_path: Any) -> None:
    values = imported(sbatch(*lines), tmp_path).values
    assert {name: values.get(name) for name in expected} == expected


def test_memory_of_each_cpu_is_that_of_a_node(tmp_path: Any) -> None:
    found = imported(sbatch("#SBATCH --mem-per-cpu=4G", "srun torchrun t.py"), tmp_path)
    assert found.values["resourcesPerNode"]["limits"]["memory"] == "48Gi"


def test_numbers_of_slurm_are_known(tmp_path: Any) -> None:
    found = imported(sbatch("export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK", "srun torchrun t.py"), tmp_path)
    assert found.values["env"] == {"OMP_NUM_THREADS": "12"}


@pytest.mark.parametrize(
    "lines", [["#SBATCH hetjob", "#SBATCH -N 1", "srun python t.py"], ["srun python a.py : --het-group=1 python b.py"]]
)
def test_heterogeneous_jobs_get_a_sentence(lines: list[str], tmp_path: Any) -> None:
    found = imported(sbatch(*lines), tmp_path)
    assert not found.values
    assert "heterogeneous" in found.problems[0].message
