"""Rules about labels and annotations that schedulers read."""

import pytest

from tests.rules.findings import found

SPEC = """
apiVersion: render/v1alpha1
kind: TrainingJob
name: run
image: registry.example/train:1
numNodes: 2
resourcesPerNode: {limits: {nvidia.com/gpu: 8}}
scheduler: kueue
kueue: {queue: research}
pod:
  annotations:
"""
JOBSET = """
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {name: run, labels: {kueue.x-k8s.io/queue-name: research}}
spec:
  replicatedJobs:
    - name: node
      template:
        spec:
          template:
            metadata:
              annotations:
                ANNOTATIONS
            spec: {containers: [{name: node, image: "train:1"}]}
"""
REQUIRED = "kueue.x-k8s.io/podset-required-topology"
PREFERRED = "kueue.x-k8s.io/podset-preferred-topology"
SWITCH = "kueue.x-k8s.io/podset-unconstrained-topology"
RACK = "cloud.provider.com/topology-rack"


def codes(annotations: dict[str, str]) -> list[str]:
    """Return the codes for a spec; a JobSet has the same ones."""
    lines = [f'{name}: "{value}"' for name, value in annotations.items()]
    spec = SPEC.strip() + "".join(f"\n    {line}" for line in lines) + "\n"
    manifest = JOBSET.strip().replace("ANNOTATIONS", ("\n" + " " * 16).join(lines)) + "\n"
    some = [{one.code for one in found(text) if one.code.startswith(("ADM98", "SCD12"))} for text in (spec, manifest)]
    assert some[0] == some[1]
    return sorted(some[0])


@pytest.mark.parametrize(
    ("annotations", "expected"),
    [
        ({REQUIRED: RACK, PREFERRED: RACK}, ["ADM981"]),
        ({PREFERRED: RACK, SWITCH: "true"}, ["ADM981"]),
        ({REQUIRED: "true"}, ["SCD121"]),
        ({PREFERRED: "yes"}, ["SCD121"]),
        ({SWITCH: RACK}, ["SCD121"]),
        ({"kueue.x-k8s.io/podset-require-topology": RACK}, ["SCD122"]),
        ({"kueue.k8s.io/podset-required-topology": RACK}, ["SCD122"]),
        ({"kueue.x-k8s.io/podset_required_topology": RACK}, ["SCD122"]),
        ({"volcano.sh/preemptible": "true"}, ["SCD122"]),
        ({"alpha.jobset.sigs.k8s.io/exclusive-topologies": RACK}, ["SCD122"]),
        ({"k8s.v1.cni.cncf.io/network": "rdma"}, ["SCD122"]),
        ({REQUIRED: RACK}, []),
        ({PREFERRED: "kubernetes.io/hostname"}, []),
        ({SWITCH: "true"}, []),
        ({"example.com/owner": "vision", "prometheus.io/scrape": "true"}, []),
        ({"kueue.x-k8s.io/podset-slice-required-topology": RACK, "kueue.x-k8s.io/podset-slice-size": "2"}, []),
        ({"k8s.v1.cni.cncf.io/networks": "rdma", "volcano.sh/preemptable": "true"}, []),
        ({"topology.kubernetes.io/zones": "a", "helm.sh/hook": "test"}, ["SCD122"]),
    ],
)
def test_annotations(annotations: dict[str, str], expected: list[str]) -> None:
    assert codes(annotations) == expected


def test_the_line_of_the_later_of_two() -> None:
    text = SPEC.strip() + f'\n    {PREFERRED}: "{RACK}"\n    {REQUIRED}: "{RACK}"\n'
    assert [one.line for one in found(text) if one.code == "ADM981"] == [12]
