"""The variables that a container is started with, as the kubelet makes them.

Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/kubelet/kubelet_pods.go (makeEnvironmentVariables)
"""

from collections.abc import Mapping
from dataclasses import dataclass

from render.manifests.places import Data
from render.pods.amounts import resource
from render.pods.expansion import expanded
from render.pods.fields import Fields
from render.pods.value import Value

ConfigMaps = Mapping[str, Data]
"""The ConfigMaps that come with the run, by name."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What `envFrom` brings."""

    variables: Mapping[str, str]
    unknown: tuple[Data, ...]
    """As the manifest has them: Secrets, and ConfigMaps that don't come with the run."""

    @classmethod
    def of(cls, container: Data, config_maps: ConfigMaps) -> "Sources":
        """Return the sources of a container."""
        variables: dict[str, str] = {}
        unknown = []
        for source in container.get("envFrom", ()):
            config_map = config_maps.get(source.get("configMapRef", {}).get("name", ""))
            if config_map is None:
                unknown.append(source)
                continue
            prefix = source.get("prefix", "")
            variables |= {f"{prefix}{key}": value for key, value in config_map.get("data", {}).items()}
        return cls(variables, tuple(unknown))


def environment(container: Data, sources: Sources, config_maps: ConfigMaps, fields: Fields) -> dict[str, Value]:
    """Return a container's variables by name."""
    variables: dict[str, Value] = dict(sources.variables)
    for variable in container.get("env", ()):
        value: Value | None
        if text := variable.get("value"):
            value = expanded(text, variables, are_all=not sources.unknown)
        elif origin := variable.get("valueFrom"):
            value = _looked_up(origin, container, config_maps, fields)
        else:
            value = ""
        if value is not None:
            variables[variable["name"]] = value
    return variables


def _looked_up(origin: Data, container: Data, config_maps: ConfigMaps, fields: Fields) -> Value | None:
    """Return what `valueFrom` leads to; None for an optional key that is not there: there is no such variable then."""
    found: str | None = None
    if field := origin.get("fieldRef"):
        found = fields.get(field["fieldPath"])
    elif asked := origin.get("resourceFieldRef"):
        found = resource(asked, container)
    elif key := origin.get("configMapKeyRef"):
        config_map = config_maps.get(key.get("name", ""))
        found = None if config_map is None else config_map.get("data", {}).get(key["key"])
        if found is None and config_map is not None and key.get("optional"):
            return None
    return {"valueFrom": origin} if found is None else found
