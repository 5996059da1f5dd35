"""What downloads data and models before the training, as the section `initializers` of a spec."""

from collections.abc import Mapping, Sequence
from posixpath import basename, dirname
from typing import Any

from render.importers.parts import claims, jobset
from render.importers.parts.environment import environment
from render.importers.parts.notes import Notes
from render.importers.parts.pod import fields
from render.importers.parts.program import resources, security
from render.importers.parts.rest import Rest
from render.importers.parts.result import said
from render.spec.codes import NOT_CARRIED

STEPS = {"dataset-initializer": "dataset", "model-initializer": "model"}
"""The steps of a TrainJob, and the words of a spec for them."""

VOLUME = "initializer"
"""The volume that they share with the nodes, as Trainer's webhook asks for."""

_ADDRESS, _FOLDER = "STORAGE_URI", "/workspace"
_IMAGE = "ghcr.io/kubeflow/trainer/{}:v2.3.0"


def runs(role: Rest, step: str) -> bool:
    """Say whether an initializer has something to download."""
    container = _container(role.below("template", "spec", "template", "spec"), step)
    variables = container.items("env")
    return any(variable.data.get("name") == _ADDRESS and variable.data.get("value") for variable in variables)


def initializer(role: Rest, step: str, notes: Notes) -> dict[str, Any]:
    """Take an initializer."""
    jobset.of_role(role, ())
    template = role.below("template", "spec", "template")
    container = _container(template.below("spec"), step)
    env = environment(container, (), notes, is_inline=True)
    image = container.take("image")
    container.take("name")
    container.settle("imagePullPolicy", "IfNotPresent")
    security(container, template.below("spec"), notes)
    return said(
        {
            "storageUri": env.pop(_ADDRESS),
            "image": None if image == _IMAGE.format(step) else image,
            "env": env,
            "secretRef": _secret(container),
            "resources": resources(container),
        }
    )


def settle_pod(role: Rest, pod: Mapping[str, Any], notes: Notes) -> None:
    """Take of an initializer's pod what it has of the nodes, which are `pod` in the spec."""
    template = role.below("template", "spec", "template")
    _drop_volume(template)
    for key, value in said(fields(template.below("spec"), template.below("metadata"))).items():
        if value != pod.get(key):
            notes.add(NOT_CARRIED, template.path, f"`{key}` of an initializer: it has that of the nodes")


def storage(spec: Rest, templates: Sequence[Rest], run: str, notes: Notes) -> dict[str, Any]:
    """Take the claim that they share: one that the JobSet makes, or one that is there.

    `templates` are those of all pods, that of the nodes first.
    """
    where = next((root for template in reversed(templates) for root in _roots(template)), _FOLDER)
    section: dict[str, Any] = {"mountPath": None if where == _FOLDER else where}
    for template in templates:
        for mount in _mounts(template):
            if _root(mount) == where and mount.data.keys() == {"name", "mountPath"}:
                mount.clear()
        for volume in template.below("spec").items("volumes"):
            if volume.data.get("name") == VOLUME and "persistentVolumeClaim" in volume.data:
                section |= {"mode": "existing", "claimName": volume.data["persistentVolumeClaim"].get("claimName")}
    if not _mounts(templates[0]):
        _drop_volume(templates[0])
    for claim in claims.templates(spec):
        if claims.name(claim) == VOLUME:
            section |= claims.made(claim, run, notes)
            section["mode"] = None
    return said(section)


def _container(pod: Rest, step: str) -> Rest:
    containers = pod.items("containers")
    return next((one for one in containers if one.data.get("name") == step), Rest({}, pod.path))


def _secret(container: Rest) -> dict[str, Any] | None:
    """Take the Secret of an initializer, where there is only one."""
    secrets = [source for source in container.items("envFrom") if source.data.keys() == {"secretRef"}]
    return secrets[0].take("secretRef") if len(secrets) == 1 else None


def _mounts(template: Rest) -> list[Rest]:
    """Return where the pods of a template still see the shared volume."""
    containers = template.below("spec").items("containers")
    mounts = [mount for container in containers for mount in container.items("volumeMounts")]
    return [mount for mount in mounts if mount.data.get("name") == VOLUME]


def _roots(template: Rest) -> list[str]:
    return [_root(mount) for mount in _mounts(template)]


def _root(mount: Rest) -> str:
    """Return the folder below which a run has a folder for the dataset and one for the model."""
    path = str(mount.data["mountPath"]).rstrip("/")
    return dirname(path) if basename(path) in STEPS.values() else path


def _drop_volume(template: Rest) -> None:
    for volume in template.below("spec").items("volumes"):
        if volume.data.get("name") == VOLUME:
            volume.clear()
