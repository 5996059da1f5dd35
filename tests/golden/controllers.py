"""What the controllers make of a JobSet: its Jobs and their pods.

Sources: JobSet v0.12.0 (`pkg/controllers/jobset_controller.go`, `pkg/webhooks/jobset_webhook.go`, `pod_webhook.go`) and
the Job controller of Kubernetes 1.36 (`pkg/controller/job/indexed_job_utils.go`).
"""

import copy
import hashlib
from collections.abc import Iterator

from tests.golden.cases import Object

PREFIX = "jobset.sigs.k8s.io"
UID = "00000000-0000-4000-8000-000000000000"
INDEX = "batch.kubernetes.io/job-completion-index"


def defaulted(jobset: Object) -> Object:
    """Return a JobSet as its CRD and its webhook complete it; the input is left alone."""
    jobset = copy.deepcopy(jobset)
    spec = jobset["spec"]
    spec["network"] = {"enableDNSHostnames": True, "publishNotReadyAddresses": True} | spec.get("network", {})
    spec.setdefault("successPolicy", {"operator": "All"})
    spec.setdefault("startupPolicy", {"startupPolicyOrder": "AnyOrder"})
    for position, rule in enumerate(spec.get("failurePolicy", {}).get("rules", [])):
        rule.setdefault("name", f"failurePolicyRule{position}")
    for role in spec["replicatedJobs"]:
        role.setdefault("replicas", 1)
        role.setdefault("groupName", "default")
        job = role["template"]["spec"]
        job.setdefault("completionMode", "Indexed")
        job.setdefault("parallelism", 1)
        job["template"]["spec"].setdefault("restartPolicy", "OnFailure")
    return jobset


def subdomain(jobset: Object) -> str:
    """Return the name of the Service that the pods' names are below."""
    return str(jobset["spec"].get("network", {}).get("subdomain") or jobset["metadata"]["name"])


def jobs(jobset: Object) -> Iterator[Object]:
    """Yield the Jobs that the JobSet controller creates."""
    jobset = defaulted(jobset)
    roles = jobset["spec"]["replicatedJobs"]
    before = 0
    for role in roles:
        for position in range(role["replicas"]):
            marks = _marks(jobset, role, position, before + position)
            template = role["template"]
            metadata = template.get("metadata", {})
            spec = copy.deepcopy(template["spec"])
            _mark(spec["template"], marks)
            spec["template"]["spec"]["subdomain"] = subdomain(jobset)
            spec["suspend"] = jobset["spec"].get("suspend", False)
            yield {
                "apiVersion": "batch/v1",
                "kind": "Job",
                "metadata": {
                    "name": _job_name(jobset, role, position),
                    "namespace": jobset["metadata"]["namespace"],
                    "labels": metadata.get("labels", {}) | marks,
                    "annotations": metadata.get("annotations", {}) | marks,
                    "ownerReferences": [_owner(jobset)],
                },
                "spec": spec,
            }
        before += role["replicas"]


def pods(job: Object) -> Iterator[Object]:
    """Yield the pods that the Job controller creates for an indexed Job."""
    name = job["metadata"]["name"]
    for index in range(job["spec"]["completions"]):
        template = copy.deepcopy(job["spec"]["template"])
        labels = {"batch.kubernetes.io/job-name": name, "batch.kubernetes.io/controller-uid": UID, INDEX: str(index)}
        template["metadata"]["labels"] = template["metadata"].get("labels", {}) | labels
        template["metadata"]["annotations"] = template["metadata"].get("annotations", {}) | {INDEX: str(index)}
        template["spec"]["hostname"] = f"{name}-{index}"
        reference = {"fieldRef": {"fieldPath": f"metadata.labels['{INDEX}']"}}
        for container in all_containers(template["spec"]):
            container.setdefault("env", []).append({"name": "JOB_COMPLETION_INDEX", "valueFrom": reference})
        names = {"name": f"{name}-{index}-abcde", "namespace": job["metadata"]["namespace"]}
        yield {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {**template["metadata"], **names, "ownerReferences": [_owner(job)]},
            "spec": template["spec"],
        }


def all_pods(jobset: Object) -> list[Object]:
    """Return every pod of a JobSet."""
    return [pod for job in jobs(jobset) for pod in pods(job)]


def all_containers(spec: Object) -> list[Object]:
    """Return the containers of a pod's spec, init containers first."""
    return [*spec.get("initContainers", []), *spec["containers"]]


def role_of(pod: Object) -> str:
    """Return the replicated job that a pod belongs to."""
    return str(pod["metadata"]["labels"][f"{PREFIX}/replicatedjob-name"])


def started_together(jobset: Object) -> list[Object]:
    """Return the pods that start together: all but those of initializers, which have ended by then."""
    return [pod for pod in all_pods(jobset) if not role_of(pod).endswith("-initializer")]


def _job_name(jobset: Object, role: Object, position: int) -> str:
    return f"{jobset['metadata']['name']}-{role['name']}-{position}"


def _marks(jobset: Object, role: Object, position: int, overall: int) -> dict[str, str]:
    roles = jobset["spec"]["replicatedJobs"]
    group = [other for other in roles if other["groupName"] == role["groupName"]]
    name = _job_name(jobset, role, position)
    marks = {
        "jobset-name": jobset["metadata"]["name"],
        "jobset-uid": UID,
        "replicatedjob-name": role["name"],
        "restart-attempt": "0",
        "replicatedjob-replicas": str(role["replicas"]),
        "global-replicas": str(sum(other["replicas"] for other in roles)),
        "job-index": str(position),
        "job-key": hashlib.sha1(f"{jobset['metadata']['namespace']}/{name}".encode()).hexdigest(),
        "job-global-index": str(overall),
        "group-name": role["groupName"],
        "group-replicas": str(sum(other["replicas"] for other in group)),
        "job-group-index": str(sum(other["replicas"] for other in group[: group.index(role)]) + position),
    }
    return {f"{PREFIX}/{key}": value for key, value in marks.items()}


def _mark(template: Object, marks: dict[str, str]) -> None:
    metadata = template.setdefault("metadata", {})
    for field in ("labels", "annotations"):
        metadata[field] = metadata.get(field, {}) | marks


def _owner(owner: Object) -> Object:
    return {
        "apiVersion": owner["apiVersion"],
        "kind": owner["kind"],
        "name": owner["metadata"]["name"],
        "uid": UID,
        "controller": True,
        "blockOwnerDeletion": True,
    }
