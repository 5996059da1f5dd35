"""The Pod Security standards: which fields of a pod the levels `baseline` and `restricted` reject.

The tables are those of the newest version of the standard, as Kubernetes 1.36 has it. tests/cluster compares them with
the admission plug-in of an API server.

Source: https://kubernetes.io/docs/concepts/security/pod-security-standards/
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from render.manifests.paths import EACH, Pattern, select_values
from render.manifests.pods import Pod
from render.schema_errors.error import Path

LEVELS = ("privileged", "baseline", "restricted")
"""Levels of the standard; each rejects what the one before it rejects."""

_APPARMOR = "container.apparmor.security.beta.kubernetes.io/"
"""Prefix of the annotations that AppArmor had before its field."""
_HOST_PROBES = 34
"""Minor version of Kubernetes from which `baseline` rejects the host of a probe or a hook."""
_USER_NAMESPACES = 35
"""Minor version from which a pod with users of its own (`hostUsers: false`) may be root under `restricted`, and see its
own `/proc` under `baseline`."""


class Violation(NamedTuple):
    """A value that a level rejects."""

    path: Path
    """Path in the object. For a missing value, that of the mapping that lacks it."""
    text: str
    """The field and its value, for messages."""


class _Field(NamedTuple):
    """A field that `baseline` restricts."""

    path: Pattern
    allowed: tuple[Any, ...]
    """Its values that are allowed, besides none."""
    since: int = 0
    """Minor version of Kubernetes whose standard is the first that restricts it."""


_CAPABILITIES = (
    *("AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE", "SETFCAP"),
    *("SETGID", "SETPCAP", "SETUID", "SYS_CHROOT"),
)
_SYSCTLS = (
    *("kernel.shm_rmid_forced", "net.ipv4.ip_local_port_range", "net.ipv4.ip_local_reserved_ports"),
    *("net.ipv4.ip_unprivileged_port_start", "net.ipv4.ping_group_range", "net.ipv4.tcp_fin_timeout"),
    *("net.ipv4.tcp_keepalive_intvl", "net.ipv4.tcp_keepalive_probes", "net.ipv4.tcp_keepalive_time"),
    *("net.ipv4.tcp_rmem", "net.ipv4.tcp_syncookies", "net.ipv4.tcp_wmem"),
)
_SELINUX_TYPES = ("", "container_engine_t", "container_init_t", "container_kvm_t", "container_t")
_PROFILES = ("Localhost", "RuntimeDefault")
_HANDLERS = ("livenessProbe", "readinessProbe", "startupProbe", "lifecycle.postStart", "lifecycle.preStop")

_OF_BOTH = (
    _Field(("securityContext", "seccompProfile", "type"), _PROFILES),
    _Field(("securityContext", "appArmorProfile", "type"), _PROFILES),
    _Field(("securityContext", "seLinuxOptions", "type"), _SELINUX_TYPES),
    _Field(("securityContext", "seLinuxOptions", "user"), ("",)),
    _Field(("securityContext", "seLinuxOptions", "role"), ("",)),
    _Field(("securityContext", "windowsOptions", "hostProcess"), (False,)),
)
"""Fields of a pod and of its containers."""
_OF_POD: tuple[_Field, ...] = (
    _Field(("hostNetwork",), (False,)),
    _Field(("hostPID",), (False,)),
    _Field(("hostIPC",), (False,)),
    _Field(("volumes", EACH, "hostPath"), ()),
    _Field(("securityContext", "sysctls", EACH, "name"), _SYSCTLS),
    *_OF_BOTH,
)
_PROC_MOUNT = _Field(("securityContext", "procMount"), ("Default",))
_OF_CONTAINER: tuple[_Field, ...] = (
    _Field(("securityContext", "privileged"), (False,)),
    _Field(("securityContext", "capabilities", "add", EACH), _CAPABILITIES),
    _Field(("ports", EACH, "hostPort"), (0,)),
    _PROC_MOUNT,
    *(
        _Field((*handler.split("."), request, "host"), ("",), _HOST_PROBES)
        for handler in _HANDLERS
        for request in ("httpGet", "tcpSocket")
    ),
    *_OF_BOTH,
)

_VOLUMES = (
    *("configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "image", "persistentVolumeClaim", "projected"),
    "secret",
)
"""Volumes that `restricted` allows."""


def violations(pod: Pod, level: str, minor: int | None = None) -> Iterator[Violation]:
    """Yield the values of a pod that a level rejects, as the standard of Kubernetes 1.`minor`; None for the newest."""
    if level == "privileged":
        return
    in_user_namespace = pod.spec.get("hostUsers") is False and (minor is None or minor >= _USER_NAMESPACES)
    places = [(pod.spec_path, pod.spec, _OF_POD)]
    places += [(one.path, one.data, _OF_CONTAINER) for one in pod.containers]
    for path, data, fields in places:
        for field in fields:
            is_too_new = minor is not None and minor < field.since
            is_relaxed = field is _PROC_MOUNT and in_user_namespace and level == "baseline"
            if not is_too_new and not is_relaxed:
                yield from _rejected(path, data, field)
    yield from _annotations(pod)
    if level == "restricted":
        yield from _restricted(pod, in_user_namespace=in_user_namespace)


def _rejected(path: Path, data: Any, field: _Field) -> Iterator[Violation]:
    for place, value in select_values(data, field.path):
        if value is not None and value not in field.allowed:
            names = [key for key in field.path if key not in (EACH, "securityContext", "volumes", "ports")]
            shown = value.get("path") if isinstance(value, dict) else value
            yield Violation((*path, *place), f"`{'.'.join(names)}: {_written(shown)}`")


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _annotations(pod: Pod) -> Iterator[Violation]:
    for name, value in (pod.metadata.get("annotations") or {}).items():
        if name.startswith(_APPARMOR) and not (value in ("", "runtime/default") or value.startswith("localhost/")):
            yield Violation((*pod.path, "metadata", "annotations", name), f"`{name}: {value}`")


def _restricted(pod: Pod, *, in_user_namespace: bool) -> Iterator[Violation]:
    """Yield the values that `restricted` rejects and `baseline` allows."""
    for index, volume in enumerate(pod.spec.get("volumes") or ()):
        kinds = [key for key in volume if key != "name"]
        if kinds and "hostPath" not in kinds and not any(kind in _VOLUMES for kind in kinds):
            yield Violation((*pod.spec_path, "volumes", index), f"`volumes: {', '.join(kinds)}`")
    shared = pod.spec.get("securityContext") or {}
    is_windows = (pod.spec.get("os") or {}).get("name") == "windows"
    users = [] if in_user_namespace else [(pod.spec_path, shared)]
    for container in pod.containers:
        own = container.data.get("securityContext") or {}
        if not in_user_namespace:
            users.append((container.path, own))
            if own.get("runAsNonRoot") is None and shared.get("runAsNonRoot") is None:
                yield Violation(container.path, "`runAsNonRoot: true` is missing")
        if not is_windows:
            yield from _missing(container.path, own, shared)
    for path, context in users:
        for key, value in (("runAsNonRoot", False), ("runAsUser", 0)):
            if context.get(key) is not None and context[key] == value:
                yield Violation((*path, "securityContext", key), f"`{key}: {_written(value)}`")


def _missing(path: Path, own: Mapping[str, Any], shared: Mapping[str, Any]) -> Iterator[Violation]:
    capabilities = own.get("capabilities") or {}
    for index, name in enumerate(capabilities.get("add") or ()):
        if name in _CAPABILITIES and name != "NET_BIND_SERVICE":
            place = (*path, "securityContext", "capabilities", "add", index)
            yield Violation(place, f"`capabilities.add: {name}`")
    if "ALL" not in (capabilities.get("drop") or ()):
        yield Violation(path, "`capabilities.drop: [ALL]` is missing")
    if own.get("allowPrivilegeEscalation") is not False:
        yield Violation(path, "`allowPrivilegeEscalation: false` is missing")
    if not own.get("seccompProfile") and not shared.get("seccompProfile"):
        yield Violation(path, "`seccompProfile.type: RuntimeDefault` is missing")


def listed(found: list[Violation]) -> str:
    """Return the different texts of violations as one list: at most six, and the number of the others."""
    texts = list(dict.fromkeys(one.text for one in found))
    others = f" and {len(texts) - 6} more" if len(texts) > 6 else ""
    return ", ".join(texts[:6]) + others
