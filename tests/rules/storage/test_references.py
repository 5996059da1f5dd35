"""What pods refer to, within a set."""

from typing import Any

import pytest

from tests.rules.sets import Data, codes, job, of, pod

CONFIG = of("v1", "ConfigMap", "train-code", data={"train.py": ""}, binaryData={"logo": "AA=="})
SECRET = of("v1", "Secret", "hub", stringData={"token": "x"})


def volume(**source: Any) -> Data:
    return pod(volumes=[{"name": "data", **source}], container={"volumeMounts": [{"name": "data", "mountPath": "/x"}]})


def variable(kind: str, name: str, key: str, **more: Any) -> Data:
    return pod(container={"env": [{"name": "A", "valueFrom": {kind: {"name": name, "key": key, **more}}}]})


def claim(name: str = "state", *modes: str, namespace: str | None = None) -> Data:
    spec = {"accessModes": list(modes or ("ReadWriteMany",)), "resources": {"requests": {"storage": "1Gi"}}}
    return of("v1", "PersistentVolumeClaim", name, namespace, spec=spec)


def pytorchjob(**roles: Data) -> Data:
    replicas = {role: {"template": template} for role, template in roles.items()}
    return of("kubeflow.org/v1", "PyTorchJob", "a", spec={"pytorchReplicaSpecs": replicas})


MOUNTED = volume(persistentVolumeClaim={"claimName": "state"})
REFERENCES: dict[str, tuple[list[Data], list[str]]] = {
    "a ConfigMap": ([CONFIG, job("a", volume(configMap={"name": "train-code"}))], []),
    "a misspelt ConfigMap": ([CONFIG, job("a", volume(configMap={"name": "train_code"}))], ["STO202"]),
    "one that is elsewhere": ([CONFIG, job("a", volume(configMap={"name": "dataset-index"}))], []),
    "one that need not be there": ([CONFIG, job("a", volume(configMap={"name": "train-cod", "optional": True}))], []),
    "one like another that is used": (
        [
            CONFIG,
            job("a", volume(configMap={"name": "train-code"})),
            job("b", volume(configMap={"name": "train-code2"})),
        ],
        [],
    ),
    "one of another kind": ([CONFIG, job("a", volume(secret={"secretName": "train-cod"}))], []),
    "projected": (
        [CONFIG, job("a", volume(projected={"sources": [{"configMap": {"name": "train-cod"}}]}))],
        ["STO202"],
    ),
    "a whole environment": (
        [SECRET, job("a", pod(container={"envFrom": [{"secretRef": {"name": "hubs"}}]}))],
        ["STO202"],
    ),
    "a service account": (
        [of("v1", "ServiceAccount", "trainer"), job("a", pod(serviceAccountName="trianer"))],
        ["STO202"],
    ),
    "a key": ([CONFIG, job("a", variable("configMapKeyRef", "train-code", "train.py"))], []),
    "a binary key": ([CONFIG, job("a", variable("configMapKeyRef", "train-code", "logo"))], []),
    "a missing key": ([CONFIG, job("a", variable("configMapKeyRef", "train-code", "trian.py"))], ["STO201"]),
    "a key that need not be there": (
        [CONFIG, job("a", variable("configMapKeyRef", "train-code", "x", optional=True))],
        [],
    ),
    "a key of a Secret": ([SECRET, job("a", variable("secretKeyRef", "hub", "token"))], []),
    "a missing key of a Secret": ([SECRET, job("a", variable("secretKeyRef", "hub", "key"))], ["STO201"]),
    "an item": (
        [CONFIG, job("a", volume(configMap={"name": "train-code", "items": [{"key": "x", "path": "x"}]}))],
        ["STO201"],
    ),
    "another namespace": (
        [claim(namespace="one"), job("a", volume(persistentVolumeClaim={"claimName": "state"}), namespace="two")],
        ["STO203"],
    ),
    "a namespace that is not written": (
        [claim(namespace="one"), job("a", volume(persistentVolumeClaim={"claimName": "state"}))],
        [],
    ),
    "a claim for many": (
        [claim(), job("a", volume(persistentVolumeClaim={"claimName": "state"}), parallelism=4)],
        [],
    ),
    "a claim for one, of many": (
        [
            claim("state", "ReadWriteOnce"),
            job("a", volume(persistentVolumeClaim={"claimName": "state"}), parallelism=4),
        ],
        ["STO204"],
    ),
    "a claim for one, of two roles that run at once": (
        [claim("state", "ReadWriteOnce"), pytorchjob(Master=MOUNTED, Worker=MOUNTED)],
        ["STO204", "STO204"],
    ),
    "a claim for one, of one role": ([claim("state", "ReadWriteOnce"), pytorchjob(Master=MOUNTED, Worker=pod())], []),
    "a claim for one, of one": (
        [claim("state", "ReadWriteOnce"), job("a", volume(persistentVolumeClaim={"claimName": "state"}))],
        [],
    ),
    "a claim for one and for many": (
        [
            claim("state", "ReadWriteOnce", "ReadWriteMany"),
            job("a", volume(persistentVolumeClaim={"claimName": "state"}), parallelism=4),
        ],
        [],
    ),
}


@pytest.mark.parametrize(("manifests", "expected"), REFERENCES.values(), ids=REFERENCES)
def test_references(manifests: list[Data], expected: list[str]) -> None:
    assert codes(*manifests) == expected
    assert codes(*reversed(manifests)) == expected
