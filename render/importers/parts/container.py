"""The container that trains, as the root of a spec: image, command line, variables, resources."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from render.importers.parts.environment import consume_env, consume_words
from render.importers.parts.importer import ImportNotes, RemainingFields
from render.kube.quantity import amount
from render.programs.command import find_commands
from render.programs.command_line import parse_launch
from render.programs.run_size import RunSize
from render.spec.codes import CARRIED_OTHERWISE

_QUANTITY = re.compile(r"[0-9]+(\.[0-9]+)?(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?")
"""Pattern of a quantity in the notation of a spec."""

_DIGITS = 16
"""Digits from which a number may not be exact as a float."""

_BILLION = 10**9
"""Nano units per unit; one nano is the smallest quantity."""

_TAGGED = re.compile(r".*(@.+|:(?!latest$)[^/:]+)")
"""Pattern of an image with a tag or a digest, which the kubelet pulls once."""

_MOVED = ("runAsUser", "runAsGroup", "runAsNonRoot", "seccompProfile", "seLinuxOptions")
"""Fields that a container and its pod have in common."""


def consume_program(container: RemainingFields, written: Collection[str], notes: ImportNotes) -> dict[str, Any]:
    """Consume the program of a container. `written` are the names of the variables that the chart writes."""
    names = [str(variable.data.get("name", "")) for variable in container.items("env")]
    image = container.consume("image", "")
    spec = {
        "image": image,
        "imagePullPolicy": consume_pull_policy(image, container),
        "command": consume_words(container, "command", names, written),
        "args": consume_words(container, "args", names, written),
        "workingDir": container.consume("workingDir"),
        "env": consume_env(container, written, notes),
        "envFrom": container.consume("envFrom"),
    }
    container.consume("name")
    container.drop_if("terminationMessagePath", "/dev/termination-log")
    container.drop_if("terminationMessagePolicy", "FallbackToLogsOnError")
    return spec


def consume_resources(container: RemainingFields) -> dict[str, Any]:
    """Consume the requests and limits of a container."""
    below = container.section("resources")
    sides = {side: below.consume(side, {}) for side in ("requests", "limits")}
    return {side: {name: spec_quantity(value) for name, value in sides[side].items()} for side in sides if sides[side]}


def spec_quantity(value: Any) -> Any:
    """Return a quantity in the notation of a spec: a whole number has no quotes."""
    if not isinstance(value, str):
        return value
    found = amount(value)
    if found is None or (_QUANTITY.fullmatch(value) and not value.isdecimal()):
        return value
    if found.denominator != 1:
        return f"{int(found * _BILLION)}n"
    return int(found) if len(str(found)) < _DIGITS else str(found)


def consume_device_claims(container: RemainingFields, pod: RemainingFields) -> list[Any]:
    """Consume the resource claims of a pod if its program uses all of them; else return an empty list."""
    names = [{"name": claim.get("name")} for claim in pod.data.get("resourceClaims", ())]
    if not names or container.section("resources").data.get("claims") != names:
        return []
    container.section("resources").consume("claims")
    found: list[Any] = pod.consume("resourceClaims")
    return found


def consume_security_context(container: RemainingFields, pod: RemainingFields, notes: ImportNotes) -> None:
    """Drop the chart's defaults from a security context, and move fields that the pod has as well to the pod."""
    own = container.section("securityContext")
    own.drop_if_false("allowPrivilegeEscalation", "privileged")
    own.drop_if("capabilities", {"drop": ["ALL"]})
    moved = {key: own.data[key] for key in _MOVED if key in own.data}
    if moved and not pod.section("securityContext").data.keys() & moved.keys():
        pod.data["securityContext"] = {**pod.data.get("securityContext", {}), **moved}
        message = "this now applies to the whole pod, its other containers included"
        if pod.data.get("initContainers") or len(pod.data.get("containers", ())) > 1:
            notes.add(CARRIED_OTHERWISE, own.path, message)
        for key in moved:
            own.consume(key)


def consume_pull_policy(image: str, container: RemainingFields) -> str | None:
    """Return the pull policy of an image; None for `IfNotPresent`, the default of a spec."""
    policy: str = container.consume("imagePullPolicy") or ("IfNotPresent" if _TAGGED.fullmatch(image) else "Always")
    return None if policy == "IfNotPresent" else policy


def num_proc_per_node(count: str | int | None, resources: Mapping[str, Any]) -> str | int | None:
    """Return `numProcPerNode` for a number or a word of Trainer's; None if `auto` gives the same number."""
    if count in (None, "auto"):
        return None
    text = str(count)
    if not text.isdecimal():
        return text
    counted = RunSize({"resourcesPerNode": resources, "numProcPerNode": "auto"}, "").processes
    return None if int(text) == counted else int(text)


def starts_torchrun(container: Mapping[str, Any]) -> bool:
    """Return True if a container starts torchrun, also as a module or through a shell."""
    words = [*container.get("command", ()), *container.get("args", ())]
    found = find_commands((("command", place), word) for place, word in enumerate(words))
    return any(parse_launch(command).name == "torchrun" for command in found)
