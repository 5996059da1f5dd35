"""Kubernetes' types as structural schemas: as controller-gen writes them into every CustomResourceDefinition."""

from collections.abc import Mapping
from typing import Any

from render.kube.formats.scalars import QUANTITY
from render.kube.generation.builtin_schemas import Types
from render.kube.generation.crd_schemas import INT_OR_STRING, PRESERVE
from render.kube.gvk import Schema
from render.kube.list_map_keys import LIST_MAP_KEYS

_META = "io.k8s.apimachinery.pkg.apis.meta.v1."
_CORE = "io.k8s.api.core.v1."
_UNNAMED = (_CORE, _META, "io.k8s.apimachinery.pkg.api.resource.", "io.k8s.apimachinery.pkg.util.intstr.")
"""Where a type is looked for that is named without its group and version."""

_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "object", "additionalProperties": _TEXT}
_TIME: Schema = {**_TEXT, "format": "date-time"}
_NAME = r"([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])"

_WHOLE: dict[str, Schema] = {
    "io.k8s.apimachinery.pkg.api.resource.Quantity": {INT_OR_STRING: True, "pattern": QUANTITY},
    "io.k8s.apimachinery.pkg.util.intstr.IntOrString": {INT_OR_STRING: True},
    "io.k8s.apimachinery.pkg.runtime.RawExtension": {"type": "object", PRESERVE: True},
    f"{_META}Time": _TIME,
    f"{_META}MicroTime": _TIME,
    # What is left of the metadata of an object within an object, such as a pod template.
    f"{_META}ObjectMeta": {
        "type": "object",
        "properties": {
            "annotations": _TEXTS,
            "finalizers": {"type": "array", "items": _TEXT},
            "labels": _TEXTS,
            "name": _TEXT,
            "namespace": _TEXT,
        },
    },
}

_NAMELESS = (
    *("ConfigMapEnvSource", "ConfigMapKeySelector", "ConfigMapProjection", "ConfigMapVolumeSource"),
    *("LocalObjectReference", "SecretEnvSource", "SecretKeySelector", "SecretProjection"),
)

_MARKERS: dict[str, dict[str, Schema]] = {
    **{f"{_CORE}{name}": {"name": {"default": ""}} for name in _NAMELESS},
    f"{_CORE}AzureDiskVolumeSource": {"fsType": {"default": "ext4"}, "readOnly": {"default": False}},
    f"{_CORE}ContainerPort": {"protocol": {"default": "TCP"}},
    f"{_CORE}FileKeySelector": {"optional": {"default": False}},
    f"{_CORE}GRPCAction": {"service": {"default": ""}},
    f"{_CORE}ISCSIVolumeSource": {"iscsiInterface": {"default": "default"}},
    f"{_CORE}PortStatus": {"error": {"maxLength": 316, "pattern": f"^{_NAME}$"}},
    f"{_CORE}RBDVolumeSource": {
        "keyring": {"default": "/etc/ceph/keyring"},
        "pool": {"default": "rbd"},
        "user": {"default": "admin"},
    },
    f"{_CORE}ScaleIOVolumeSource": {"fsType": {"default": "xfs"}, "storageMode": {"default": "ThinProvisioned"}},
    f"{_CORE}ServicePort": {"protocol": {"default": "TCP"}},
    f"{_META}Condition": {
        "message": {"maxLength": 32768},
        "observedGeneration": {"minimum": 0},
        "reason": {"minLength": 1, "maxLength": 1024, "pattern": "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"},
        "status": {"enum": ["True", "False", "Unknown"]},
        "type": {"maxLength": 316, "pattern": f"^{_NAME}$"},
    },
}
"""What the fields say as `+kubebuilder` or `+default` markers (https://github.com/kubernetes/api), by type."""


def structural(types: Types, name: str) -> Schema:
    """Return the inlined schema of a type. Raises KeyError where it is not among the types."""
    if name in _WHOLE:
        return _WHOLE[name]
    declared = types[name]
    schema: Schema = {"type": "object"}
    if "properties" in declared:
        markers = _MARKERS.get(name, {})
        schema["properties"] = {
            field: _value(types, value) | markers.get(field, {}) for field, value in declared["properties"].items()
        }
    return schema | ({"required": sorted(declared["required"])} if "required" in declared else {})


def full_name(types: Types, name: str) -> str:
    """Return the full name of `Pod`, `Condition` or `batch.v1.Job`. Raises LookupError where there is none."""
    for prefix in ("", "io.k8s.api.") if "." in name else _UNNAMED:
        if prefix + name in types:
            return prefix + name
    raise LookupError(f"Kubernetes has no type `{name}`")


def _value(types: Types, declared: Mapping[str, Any]) -> Schema:
    if "$ref" in declared:
        return structural(types, declared["$ref"].removeprefix("#/$defs/"))
    kind = declared["type"]
    schema: Schema = {"type": kind if isinstance(kind, str) else kind[0]}
    schema |= {key: declared[key] for key in ("format", LIST_MAP_KEYS) if key in declared}
    if declared.get("x-kubernetes-list-type") in ("map", "set"):
        schema["x-kubernetes-list-type"] = declared["x-kubernetes-list-type"]
    for keyword in ("items", "additionalProperties"):
        if isinstance(declared.get(keyword), dict):
            schema[keyword] = _value(types, declared[keyword])
    return schema
