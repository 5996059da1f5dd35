"""What Ray is given in texts: variables of the runtime environment, options of `ray start`, passwords."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.places import EACH, Pattern, places
from render.shape.mistake import Path, at
from render.source import Text, load

_PARAMETERS: tuple[Pattern, ...] = (
    ("headGroupSpec", "rayStartParams"),
    ("workerGroupSpecs", EACH, "rayStartParams"),
)
_ENVIRONMENT: Path = ("spec", "runtimeEnvYAML")


def texts(item: Object) -> Iterator[tuple[Path, str, str]]:
    """Yield each text that a Ray cluster or a RayJob gives a name, with its place."""
    cluster = ("spec", "rayClusterSpec") if item.kind.name == "RayJob" else ("spec",)
    for pattern in _PARAMETERS:
        for path, parameters in places(item.data, (*cluster, *pattern)):
            yield from (((*path, name), name, value) for name, value in parameters.items())
    password = (*cluster, "gcsFaultToleranceOptions", "redisPassword", "value")
    yield password, "redis-password", at(item.data, password) or ""
    yield from ((_ENVIRONMENT, name, value) for name, value in _variables(at(item.data, _ENVIRONMENT) or ""))


def _variables(environment: str) -> Iterator[tuple[str, str]]:
    """Yield the variables of a runtime environment, which Ray reads as YAML."""
    document, _ = load(Text("runtimeEnvYAML", environment))
    found = None if document.root is None else at(document.root.data, ("env_vars",))
    if isinstance(found, dict):
        yield from ((name, value) for name, value in found.items() if isinstance(value, str))
