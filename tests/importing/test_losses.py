"""What an import once lost without a word: each is right now, or reported."""

from typing import Any

import pytest
import yaml

from render.importers.parts.import_files import import_files
from render.importers.parts.importer import ImportResult

FSDP = """
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata: {name: fsdp}
spec:
  elasticPolicy: {rdzvBackend: c10d, minReplicas: 1, maxReplicas: 64, maxRestarts: 100}
  pytorchReplicaSpecs:
    Worker:
      replicas: 4
      restartPolicy: OnFailure
      template:
        spec:
          containers:
          - name: pytorch
            image: registry.example/fsdp:1
            command: [torchrun, --nproc_per_node=8, --nnodes=4, --rdzv_endpoint=fsdp-worker-0:29500, t.py, --epochs=1]
            resources: {limits: {nvidia.com/gpu: 8}}
"""
HOSTS = """
apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata: {name: sd}
spec:
  runPolicy: {cleanPodPolicy: None}
  pytorchReplicaSpecs:
    Master: &pod
      template:
        spec:
          containers:
          - name: pytorch
            image: registry.example/sd:1
            command: [bash, -c]
            args:
            - |
              export RANK_OF=${HOSTNAME##*-}
              torchrun --nnodes 2 --node_rank $RANK_OF \\
                --nproc_per_node "$GPUS" \\
                --master_addr sd-master-0 \\
                --master_port=23456 train.py --peer sd-worker-0.default.svc.cluster.local
            env: [{name: GPUS, value: "4"}]
            resources: {limits: {nvidia.com/gpu: 8}}
    Worker:
      <<: *pod
"""
NCCL = """
apiVersion: kubeflow.org/v2beta1
kind: MPIJob
metadata: {name: nccl}
spec:
  slotsPerWorker: 8
  mpiReplicaSpecs:
    Launcher:
      template:
        spec:
          containers:
          - name: mpi
            image: registry.example/nccl:1
            command: [mpirun, -np, "16", --host, "nccl-worker-0.nccl:8,nccl-worker-1:8", /opt/all_reduce_perf, -b, 8]
            env: [{name: PATH, value: /opt/bin}, {name: LD_LIBRARY_PATH, value: /opt/lib}]
    Worker:
      replicas: 2
      template:
        metadata:
          annotations: {k8s.v1.cni.cncf.io/networks: "vf,vf"}
        spec:
          nodeSelector: {shape: BM.GPU.H100.8}
          volumes: [{name: models, hostPath: {path: /mnt/models}}]
          containers:
          - name: mpi
            image: registry.example/nccl:1
            command: [bash, -c, "ldconfig /opt/lib; mkdir -p /run/sshd; /usr/sbin/sshd -De"]
            securityContext: {privileged: true, capabilities: {add: [IPC_LOCK]}}
            env: [{name: NCCL_IB_GID_INDEX, value: "3"}, {name: NCCL_SOCKET_IFNAME, value: eth0}]
            resources: {limits: {nvidia.com/gpu: 8, nvidia.com/sriov-rdma-vf: 2}}
            volumeMounts: [{name: models, mountPath: /models}]
"""
TRAINJOB = """
apiVersion: trainer.kubeflow.org/v1alpha1
kind: TrainJob
metadata: {name: a}
spec:
  runtimeRef: {name: torch-distributed}
  trainer: {numNodes: 2, env: [{name: PET_NNODES, value: "3"}]}
"""
BESIDE = """
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: scripts}
---
apiVersion: v1
kind: Service
metadata: {name: peers}
spec: {clusterIP: None, selector: {training.kubeflow.org/job-name: fsdp}, ports: [{port: 29500}]}
"""


def imported(text: str, tmp_path: Any) -> ImportResult:
    file = tmp_path / "job.yaml"
    file.write_text(text, encoding="utf-8")
    return import_files([str(file)], "2.3").imported


def messages_of(found: ImportResult) -> str:
    return "\n".join(problem.message for problem in found.problems)


def test_nodes_are_what_runs_and_not_what_an_autoscaler_may_make_of_them(tmp_path: Any) -> None:
    found = imported(FSDP, tmp_path)
    assert found.values["elastic"] == {"minNodes": 1, "maxNodes": 4, "maxRestarts": 100}
    assert "`maxReplicas: 64` is not carried over" in messages_of(found)
    assert found.values["command"] == ["torchrun", "t.py", "--epochs=1"]
    assert "`--rdzv_endpoint`" in messages_of(found)
    sentence = "`restartPolicy: OnFailure`: a failed pod starts the whole gang again, `failurePolicy.maxRestarts` times"
    assert sentence in messages_of(found)


def test_options_and_hosts_in_a_script_are_replaced(tmp_path: Any) -> None:
    found = imported(HOSTS, tmp_path)
    [script] = found.values["args"]
    assert script.splitlines()[1:] == [
        "torchrun train.py --peer sd-node-0-1.sd",
    ]
    assert found.values["numProcPerNode"] == 4
    assert found.values["numNodes"] == 2
    assert "`hostname`" in messages_of(found)
    assert "`cleanPodPolicy: None`" in messages_of(found)


def test_another_number_of_nodes_in_the_command_is_reported(tmp_path: Any) -> None:
    found = imported(FSDP.replace("--nnodes=4", "--nnodes=2"), tmp_path)
    assert "`--nnodes=2` is replaced" in messages_of(found)


def test_a_range_of_nodes_in_the_command_is_elastic(tmp_path: Any) -> None:
    job = yaml.safe_load(FSDP.replace("--nnodes=4", "--nnodes=2:4"))
    del job["spec"]["elasticPolicy"]
    assert imported(yaml.safe_dump(job), tmp_path).values["elastic"] == {"minNodes": 2, "maxNodes": 4}


def test_hosts_without_a_number_are_reported(tmp_path: Any) -> None:
    found = imported(FSDP.replace("--epochs=1", "--peers=fsdp-worker-$i"), tmp_path)
    assert "names pods `fsdp-worker…`" in messages_of(found)


def test_privileged_adapters_become_a_fabric_of_the_nodes(tmp_path: Any) -> None:
    found = imported(NCCL.replace("-b, 8", "-b, '8'"), tmp_path)
    roce = {"resource": "nvidia.com/sriov-rdma-vf", "devices": 2, "gidIndex": 3, "attachment": "vf"}
    assert found.values["network"] == {"fabric": "roce", "roce": roce, "interface": "eth0"}
    assert "annotations" not in found.values["pod"]
    assert found.values["env"] == {"PATH": "/opt/bin", "LD_LIBRARY_PATH": "/opt/lib"}
    assert found.values["resourcesPerNode"] == {"limits": {"nvidia.com/gpu": 8}}
    assert "`privileged` becomes the fabric `roce`" in messages_of(found)
    assert found.values["command"][4] == "nccl-node-0-0.nccl:8,nccl-node-0-1.nccl:8"


@pytest.mark.parametrize(
    "sentence",
    [
        "the launcher now has the nodes' `nodeSelector` as well",
        "the launcher now has the nodes' volumes at `/models` as well",
        "the nodes now have the launcher's variables `LD_LIBRARY_PATH`, `PATH` as well",
        "since it runs the chart's sshd: `ldconfig /opt/lib`",
        "`preflight` is off",
    ],
)
def test_what_crosses_between_launcher_and_nodes_is_reported(sentence: str, tmp_path: Any) -> None:
    assert sentence in messages_of(imported(NCCL.replace("-b, 8", "-b, '8'"), tmp_path))


def test_preflight_stays_where_the_program_is_python(tmp_path: Any) -> None:
    found = imported(NCCL.replace("/opt/all_reduce_perf, -b, 8", "python, train.py"), tmp_path)
    assert "preflight" not in found.values


def test_objects_of_the_same_file_are_named(tmp_path: Any) -> None:
    text = messages_of(imported(FSDP + BESIDE, tmp_path))
    assert "`PersistentVolumeClaim/data` is not part of the spec" in text
    assert "`ConfigMap/scripts` is not part of the spec" in text
    assert "`Service/peers` selects pods by `training.kubeflow.org/job-name: fsdp`" in text


def test_a_trainjob_that_trainer_rejects_is_not_imported(tmp_path: Any) -> None:
    found = imported(TRAINJOB, tmp_path)
    assert not found.values
    assert "Trainer rejects it" in messages_of(found)
    assert "PET_NNODES" in messages_of(found)


def test_privileged_programs_without_a_device_keep_their_rights(tmp_path: Any) -> None:
    text = NCCL.replace("-b, 8", "-b, '8'").replace(", nvidia.com/sriov-rdma-vf: 2", "")
    assert imported(text, tmp_path).values["container"]["securityContext"]["privileged"] is True
