"""Initializers, which download data and models, as the section `initializers` of a spec."""

from collections.abc import Mapping, Sequence
from posixpath import basename, dirname
from typing import Any

from render.importers.parts.container import consume_resources, consume_security_context
from render.importers.parts.environment import consume_env
from render.importers.parts.importer import ImportNotes, RemainingFields, drop_empty
from render.importers.parts.jobset import claim_templates, claim_volume_name, consume_claim, consume_replicated_job
from render.importers.parts.pod import consume_pod_fields
from render.spec.codes import NOT_CARRIED

STEPS = {"dataset-initializer": "dataset", "model-initializer": "model"}
"""The steps of a TrainJob, and the keys of a spec for them."""

VOLUME = "initializer"
"""The volume that they share with the nodes; Trainer's webhook requires the name."""

_ADDRESS, _FOLDER = "STORAGE_URI", "/workspace"
_IMAGE = "ghcr.io/kubeflow/trainer/{}:v2.3.0"


def has_download(role: RemainingFields, step: str) -> bool:
    """Return True if an initializer has something to download."""
    container = _container(role.section("template", "spec", "template", "spec"), step)
    variables = container.items("env")
    return any(variable.data.get("name") == _ADDRESS and variable.data.get("value") for variable in variables)


def consume_initializer(role: RemainingFields, step: str, notes: ImportNotes) -> dict[str, Any]:
    """Consume an initializer."""
    consume_replicated_job(role, ())
    template = role.section("template", "spec", "template")
    container = _container(template.section("spec"), step)
    env = consume_env(container, (), notes, is_inline=True)
    image = container.consume("image")
    container.consume("name")
    container.drop_if("imagePullPolicy", "IfNotPresent")
    consume_security_context(container, template.section("spec"), notes)
    return drop_empty(
        {
            "storageUri": env.pop(_ADDRESS),
            "image": None if image == _IMAGE.format(step) else image,
            "env": env,
            "secretRef": _secret(container),
            "resources": consume_resources(container),
        }
    )


def consume_initializer_pod(role: RemainingFields, pod: Mapping[str, Any], notes: ImportNotes) -> None:
    """Consume an initializer's pod, and note fields that differ from the nodes' (`pod` of the spec)."""
    template = role.section("template", "spec", "template")
    _drop_volume(template)
    for key, value in drop_empty(consume_pod_fields(template.section("spec"), template.section("metadata"))).items():
        if value != pod.get(key):
            notes.add(
                NOT_CARRIED, template.path, f"`{key}` of an initializer is not carried over: it gets the nodes' value"
            )


def consume_shared_claim(
    spec: RemainingFields, templates: Sequence[RemainingFields], run: str, notes: ImportNotes
) -> dict[str, Any]:
    """Consume the claim that initializers and nodes share: created by the JobSet, or existing.

    `templates` are the templates of all pods, the nodes' first.
    """
    where = next((root for template in reversed(templates) for root in _roots(template)), _FOLDER)
    section: dict[str, Any] = {"mountPath": None if where == _FOLDER else where}
    for template in templates:
        for mount in _mounts(template):
            if _root(mount) == where and mount.data.keys() == {"name", "mountPath"}:
                mount.clear()
        for volume in template.section("spec").items("volumes"):
            if volume.data.get("name") == VOLUME and "persistentVolumeClaim" in volume.data:
                section |= {"mode": "existing", "claimName": volume.data["persistentVolumeClaim"].get("claimName")}
    if not _mounts(templates[0]):
        _drop_volume(templates[0])
    for claim in claim_templates(spec):
        if claim_volume_name(claim) == VOLUME:
            section |= consume_claim(claim, run, notes)
            section["mode"] = None
    return drop_empty(section)


def _container(pod: RemainingFields, step: str) -> RemainingFields:
    containers = pod.items("containers")
    return next((one for one in containers if one.data.get("name") == step), RemainingFields({}, pod.path))


def _secret(container: RemainingFields) -> dict[str, Any] | None:
    """Consume the Secret of an initializer if it has exactly one."""
    secrets = [source for source in container.items("envFrom") if source.data.keys() == {"secretRef"}]
    return secrets[0].consume("secretRef") if len(secrets) == 1 else None


def _mounts(template: RemainingFields) -> list[RemainingFields]:
    """Return the remaining mounts of the shared volume."""
    containers = template.section("spec").items("containers")
    mounts = [mount for container in containers for mount in container.items("volumeMounts")]
    return [mount for mount in mounts if mount.data.get("name") == VOLUME]


def _roots(template: RemainingFields) -> list[str]:
    return [_root(mount) for mount in _mounts(template)]


def _root(mount: RemainingFields) -> str:
    """Return the parent of the folders for the dataset and the model."""
    path = str(mount.data["mountPath"]).rstrip("/")
    return dirname(path) if basename(path) in STEPS.values() else path


def _drop_volume(template: RemainingFields) -> None:
    for volume in template.section("spec").items("volumes"):
        if volume.data.get("name") == VOLUME:
            volume.clear()
