"""The container that trains, as the root of a spec: image, command line, variables, resources."""

import re
from collections.abc import Collection
from typing import Any

from render.importers.parts.environment import environment, words
from render.importers.parts.notes import Notes
from render.importers.parts.rest import Rest
from render.kube.quantity import amount
from render.spec.codes import CARRIED_OTHERWISE

_QUANTITY = re.compile(r"[0-9]+(\.[0-9]+)?(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?")
"""How a spec writes one."""

_DIGITS = 16
"""From which on a number is no longer exact."""

_BILLION = 10**9
"""Parts that a quantity can have."""

_TAGGED = re.compile(r".*(@.+|:(?!latest$)[^/:]+)")
"""An image that the kubelet pulls once."""

_MOVED = ("runAsUser", "runAsGroup", "runAsNonRoot", "seccompProfile", "seLinuxOptions")
"""What a container and its pod can say alike."""


def program(container: Rest, written: Collection[str], notes: Notes) -> dict[str, Any]:
    """Take the program of a container. `written` are the names of the variables that the chart writes."""
    names = [str(variable.data.get("name")) for variable in container.items("env")]
    image = container.take("image", "")
    spec = {
        "image": image,
        "imagePullPolicy": _pull_policy(image, container),
        "command": words(container, "command", names, written),
        "args": words(container, "args", names, written),
        "workingDir": container.take("workingDir"),
        "env": environment(container, written, notes),
        "envFrom": container.take("envFrom"),
    }
    container.take("name")
    container.settle("terminationMessagePath", "/dev/termination-log")
    container.settle("terminationMessagePolicy", "FallbackToLogsOnError")
    return spec


def resources(container: Rest) -> dict[str, Any]:
    """Take the requests and limits of a container."""
    below = container.below("resources")
    sides = {side: below.take(side, {}) for side in ("requests", "limits")}
    return {side: {name: quantity(value) for name, value in sides[side].items()} for side in sides if sides[side]}


def quantity(value: Any) -> Any:
    """Return a quantity as people write it in a spec: a whole number without quotes."""
    if not isinstance(value, str):
        return value
    found = amount(value)
    if found is None or (_QUANTITY.fullmatch(value) and not value.isdecimal()):
        return value
    if found.denominator != 1:
        return f"{int(found * _BILLION)}n"
    return int(found) if len(str(found)) < _DIGITS else str(found)


def claims(container: Rest, pod: Rest) -> list[Any]:
    """Take the devices that a pod claims, where its program uses each of them."""
    names = [{"name": claim.get("name")} for claim in pod.data.get("resourceClaims", ())]
    if not names or container.below("resources").data.get("claims") != names:
        return []
    container.below("resources").take("claims")
    found: list[Any] = pod.take("resourceClaims")
    return found


def security(container: Rest, pod: Rest, notes: Notes) -> None:
    """Take of a container's rights what a run has anyway, and move to the pod what both can say."""
    own = container.below("securityContext")
    own.settle_off("allowPrivilegeEscalation", "privileged")
    own.settle("capabilities", {"drop": ["ALL"]})
    moved = {key: own.data[key] for key in _MOVED if key in own.data}
    if moved and not pod.below("securityContext").data.keys() & moved.keys():
        pod.data["securityContext"] = {**pod.data.get("securityContext", {}), **moved}
        message = "these are the rights of the whole pod now: its other containers have them, too"
        if pod.data.get("initContainers") or len(pod.data.get("containers", ())) > 1:
            notes.add(CARRIED_OTHERWISE, own.path, message)
        for key in moved:
            own.take(key)


def _pull_policy(image: str, container: Rest) -> str | None:
    """Return when the image is pulled, where that is not once for all."""
    policy: str = container.take("imagePullPolicy") or ("IfNotPresent" if _TAGGED.fullmatch(image) else "Always")
    return None if policy == "IfNotPresent" else policy
