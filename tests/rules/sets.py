"""Manifests of a set, as short as a test wants them."""

from typing import Any

import yaml

from render.manifests.objects import Object, Objects, objects
from render.rules.runner import check_object, check_objects
from render.source import Text, load_documents

Data = dict[str, Any]


def codes(*manifests: Data) -> list[str]:
    """Return the sorted codes of the findings for a set, without the admission rules and their note (SEC108)."""
    items = loaded(*manifests)
    wrong = [*check_objects(items), *(one for item in items for one in check_object(item, ()))]
    return sorted(one.rule.code for one in wrong if not one.rule.code.startswith(("ADM", "SEC108")))


def loaded(*manifests: Data) -> Objects:
    """Return manifests as objects."""
    text = "\n---\n".join(yaml.safe_dump(manifest) for manifest in manifests)
    found = [item for document, _ in load_documents(Text("set.yaml", text)) for item in objects(document)]
    return tuple(item for item in found if isinstance(item, Object))


def of(api_version: str, kind: str, name: str, namespace: str | None = None, **fields: Any) -> Data:
    """Return an object."""
    metadata = {"name": name} if namespace is None else {"name": name, "namespace": namespace}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, **fields}


def pod(**spec: Any) -> Data:
    """Return a pod template; `labels` and `annotations` go to its metadata, `container` into its one container."""
    metadata = {key: spec.pop(key) for key in ("annotations", "labels") if key in spec}
    container = {"name": "node", "image": "registry.example/train:1", **spec.pop("container", {})}
    return {"metadata": metadata, "spec": {"containers": [container], "restartPolicy": "Never", **spec}}


def job(name: str, template: Data, *, namespace: str | None = None, **spec: Any) -> Data:
    """Return a Job."""
    return of("batch/v1", "Job", name, namespace, spec={"template": template, **spec})


def jobset(name: str, roles: dict[str, tuple[int, Data]], **spec: Any) -> Data:
    """Return a JobSet: of each role the number of pods and their template."""
    jobs = [
        {"name": role, "template": {"spec": {"completions": count, "parallelism": count, "template": template}}}
        for role, (count, template) in roles.items()
    ]
    return of("jobset.x-k8s.io/v1alpha2", "JobSet", name, spec={"replicatedJobs": jobs, **spec})
