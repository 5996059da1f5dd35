"""Rules about claims: sizes without a unit, and classes of block devices."""

import pytest

from tests.rules.findings import found

SPEC = """
apiVersion: render/v1alpha1
kind: TrainingJob
name: run
image: registry.example/train:1
numNodes: 2
resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
storage:
  checkpoints:
    mode: create
    size: SIZE
    accessMode: MODE
    storageClassName: CLASS
"""
CLAIM = """
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: claim}
spec:
  accessModes: [MODE]
  storageClassName: CLASS
  resources: {requests: {storage: SIZE}}
"""


def codes(text: str, size: str = "500Gi", mode: str = "ReadWriteMany", name: str = "cephfs") -> list[tuple[str, int]]:
    text = text.strip().replace("SIZE", size).replace("MODE", mode).replace("CLASS", name)
    return [(one.code, one.line or 0) for one in found(text) if one.code in ("STO107", "STO108")]


def test_thousandths() -> None:
    assert codes(CLAIM, "500m") == [("STO107", 7)]


@pytest.mark.parametrize("size", ["500", "1000k", "1Ki", '"64"'])
def test_tiny(size: str) -> None:
    assert codes(SPEC, size) == [("STO107", 10)]
    assert codes(CLAIM, size) == [("STO107", 7)]


@pytest.mark.parametrize("size", ["500Gi", "1Mi", "524288000000", "2T", "1e12"])
def test_not_tiny(size: str) -> None:
    assert codes(SPEC, size) == []
    assert codes(CLAIM, size) == []


@pytest.mark.parametrize(
    "name", ["gp2", "gp3", "ebs-sc", "standard-rwo", "pd-ssd", "managed-csi", "premium-rwo", "oci-bv", "local-path"]
)
def test_block_devices(name: str) -> None:
    assert codes(SPEC, name=name) == [("STO108", 12)]
    assert codes(CLAIM, name=name) == [("STO108", 6)]


@pytest.mark.parametrize(
    "name", ["fsx-lustre", "efs-sc", "standard-rwx", "azurefile-premium", "cephfs", "nfs", "gpfs", "research"]
)
def test_shared_file_systems(name: str) -> None:
    assert codes(SPEC, name=name) == []
    assert codes(CLAIM, name=name) == []


def test_one_node_may_have_a_block_device() -> None:
    assert codes(CLAIM, mode="ReadWriteOnce", name="gp3") == []
    assert codes(CLAIM, mode="ReadOnlyMany", name="pd-ssd") == []


def test_templates_of_claims() -> None:
    text = """
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: cache}
spec:
  serviceName: cache
  selector: {matchLabels: {app: cache}}
  template:
    metadata: {labels: {app: cache}}
    spec: {containers: [{name: main, image: "cache:1"}]}
  volumeClaimTemplates:
    - metadata: {name: data}
      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 10}}}
"""
    assert codes(text.strip()) == [("STO107", 12)]
