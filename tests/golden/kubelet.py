"""What the kubelet makes of a pod: a container's environment.

Source: Kubernetes, `pkg/kubelet/kubelet_pods.go` (makeEnvironmentVariables) and `third_party/forked/golang/expansion`.
"""

import re
from collections.abc import Mapping, Sequence

from tests.golden.cases import Object

_REFERENCE = re.compile(r"\$(?:\$|\(([^)]*)\))")
_FIELD = re.compile(r"metadata\.(labels|annotations)\['(.+)'\]")


def environment(pod: Object, container: Object, objects: Sequence[Object]) -> dict[str, str]:
    """Return a container's variables, as far as they come from the pod and these objects.

    Secrets and ConfigMaps of other people are left out. Raises NotImplementedError for an unknown field of the pod.
    """
    variables: dict[str, str] = {}
    for source in container.get("envFrom", []):
        variables |= _config_map(source.get("configMapRef", {}).get("name"), objects)
    for variable in container.get("env", []):
        if "value" in variable:
            variables[variable["name"]] = expanded(variable["value"], variables)
        elif "fieldRef" in variable["valueFrom"]:
            variables[variable["name"]] = _field(pod, variable["valueFrom"]["fieldRef"]["fieldPath"])
    return variables


def expanded(text: str, variables: Mapping[str, str]) -> str:
    """Replace `$(NAME)` where the name is known, and `$$` by one dollar."""

    def replace(match: re.Match[str]) -> str:
        return "$" if match[0] == "$$" else variables.get(match[1], match[0])

    return _REFERENCE.sub(replace, text)


def _config_map(name: str | None, objects: Sequence[Object]) -> dict[str, str]:
    for found in objects:
        if found["kind"] == "ConfigMap" and found["metadata"]["name"] == name:
            return dict(found["data"])
    return {}


def _field(pod: Object, path: str) -> str:
    if path == "spec.nodeName":
        return str(pod["spec"].get("nodeName", ""))
    match = _FIELD.fullmatch(path)
    if match is None:
        raise NotImplementedError(path)
    return str(pod["metadata"][match[1]][match[2]])
