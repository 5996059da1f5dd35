"""Environment variables of a container, as the kubelet builds them: values, references, and the downward API.

`$(NAME)` in a command or a variable is a variable, `$$` a dollar sign; `fieldRef` and `resourceFieldRef` are fields of
the pod and resources of the container.
Sources: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/kubelet/kubelet_pods.go (makeEnvironmentVariables),
https://github.com/kubernetes/kubernetes/blob/v1.36.0/third_party/forked/golang/expansion/expand.go
and https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/fieldpath/fieldpath.go
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from render.kube.formats.variable_references import find_references, replace_references
from render.kube.quantity import amount
from render.manifests.paths import Data
from render.schema_errors.formatting import format_value

Value = str | Data
"""The value of a variable. If only the cluster knows it: its entry in the manifest, without the name."""

MAX_LENGTH = 131_072
"""Maximum characters of an expanded text: Linux rejects longer variables and arguments (MAX_ARG_STRLEN,
https://man7.org/linux/man-pages/man2/execve.2.html). A chain of variables can double in length at each step."""


class TooLongError(ValueError):
    """The expanded text exceeds MAX_LENGTH."""


def expand_references(text: str, variables: Mapping[str, Value], *, are_all: bool) -> Value:
    """Return a text with its references expanded.

    A reference to an undefined variable stays. If `are_all` is False, more variables may exist, so a text that refers
    to an undefined one is unresolved. Raises TooLongError.
    """
    if "$" not in text:
        return text
    names = {match["name"] for match in find_references(text)} - {None}
    if any(not isinstance(variables.get(name, "" if are_all else None), str) for name in names):
        return unresolved(text)
    values = {name: str(variables[name]) for name in names if name in variables}
    if sum(len(values.get(match["name"], "")) for match in find_references(text)) > MAX_LENGTH:
        raise TooLongError(f"{format_value(text)} with its references exceeds the limit of {MAX_LENGTH} characters")
    return replace_references(text, lambda match: "$" if match[0] == "$$" else values.get(match["name"], match[0]))


def unresolved(text: str) -> Data:
    """Return the value of a text whose references only the cluster can expand."""
    return {"value": text}


_INDEX = "batch.kubernetes.io/job-completion-index"
"""Label and annotation of a pod with a completion index."""

_KEYED = re.compile(r"metadata\.(?P<field>labels|annotations)\['(?P<key>.+)'\]")


@dataclass(frozen=True, slots=True)
class PodFields:
    """Fields of a pod that are known before it exists: not its full name, UID or node."""

    namespace: str
    service_account: str
    labels: Mapping[str, str]
    annotations: Mapping[str, str]
    index: int | None = None
    """Completion index; None if the Job is not indexed."""
    assigned: Mapping[str, str] = field(default_factory=dict)
    """By path: values that a running pod has."""

    def get(self, path: str) -> str | None:
        """Return the value of a field; None if it is unknown. A missing label may still be added by a controller."""
        if match := _KEYED.fullmatch(path):
            if match["key"] == _INDEX and self.index is not None:
                return str(self.index)
            return (self.labels if match["field"] == "labels" else self.annotations).get(match["key"])
        known = {"metadata.namespace": self.namespace, "spec.serviceAccountName": self.service_account}
        return known.get(path, self.assigned.get(path))


def resource_field(reference: Data, container: Data) -> str | None:
    """Return an amount in units of the divisor, rounded up; None if this container does not state it."""
    if reference.get("containerName", container.get("name")) != container.get("name"):
        return None
    side, _, name = reference["resource"].partition(".")
    resources = container.get("resources", {})
    limit = resources.get("limits", {}).get(name)
    # The API server defaults a missing request to the limit.
    written = amount(limit if side == "limits" else resources.get("requests", {}).get(name, limit))
    if written is None:
        return None
    unit = Fraction(1, 1000) if name == "cpu" else Fraction(1)
    divisor = amount(reference.get("divisor", "0")) or Fraction(1)
    return str(ceil(Fraction(ceil(written / unit), ceil(divisor / unit))))


ConfigMaps = Mapping[str, Data]
"""ConfigMaps of the run, by name."""


@dataclass(frozen=True, slots=True)
class EnvFrom:
    """Variables from `envFrom`."""

    variables: Mapping[str, str]
    unknown: tuple[Data, ...]
    """Entries of `envFrom` that can't be read here: Secrets, and ConfigMaps outside of the run."""

    @classmethod
    def of(cls, container: Data, config_maps: ConfigMaps) -> "EnvFrom":
        """Read `envFrom` of a container."""
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


def container_environment(
    container: Data, sources: EnvFrom, config_maps: ConfigMaps, fields: PodFields
) -> dict[str, Value]:
    """Return the variables of a container by name."""
    variables: dict[str, Value] = dict(sources.variables)
    for variable in container.get("env", ()):
        value: Value | None
        if text := variable.get("value"):
            value = expand_references(text, variables, are_all=not sources.unknown)
        elif origin := variable.get("valueFrom"):
            value = _looked_up(origin, container, config_maps, fields)
        else:
            value = ""
        if value is not None:
            variables[variable["name"]] = value
    return variables


def _looked_up(origin: Data, container: Data, config_maps: ConfigMaps, fields: PodFields) -> Value | None:
    """Return the value of `valueFrom`; None for an optional key that is missing: the variable is then not set."""
    found: str | None = None
    if field := origin.get("fieldRef"):
        found = fields.get(field["fieldPath"])
    elif reference := origin.get("resourceFieldRef"):
        found = resource_field(reference, container)
    elif key := origin.get("configMapKeyRef"):
        config_map = config_maps.get(key.get("name", ""))
        found = None if config_map is None else config_map.get("data", {}).get(key["key"])
        if found is None and config_map is not None and key.get("optional"):
            return None
    return {"valueFrom": origin} if found is None else found
