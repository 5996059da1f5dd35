"""Named values of Ray objects: variables of the runtime environment, parameters of `ray start`, passwords."""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.manifests.paths import EACH, Pattern, select
from render.schema_errors.error import Path, get_path
from render.source import Text, load_document

_PARAMETERS: tuple[Pattern, ...] = (
    ("headGroupSpec", "rayStartParams"),
    ("workerGroupSpecs", EACH, "rayStartParams"),
)
_ENVIRONMENT: Path = ("spec", "runtimeEnvYAML")


def texts(item: Object) -> Iterator[tuple[Path, str, str]]:
    """Yield the path, the name and the text of each named value of a RayCluster or a RayJob."""
    cluster = ("spec", "rayClusterSpec") if item.kind.name == "RayJob" else ("spec",)
    for pattern in _PARAMETERS:
        for path, parameters in select(item.data, (*cluster, *pattern)):
            yield from (((*path, name), name, value) for name, value in parameters.items())
    password = (*cluster, "gcsFaultToleranceOptions", "redisPassword", "value")
    yield password, "redis-password", get_path(item.data, password) or ""
    yield from ((_ENVIRONMENT, name, value) for name, value in _variables(get_path(item.data, _ENVIRONMENT) or ""))


def _variables(environment: str) -> Iterator[tuple[str, str]]:
    """Yield the variables of a runtime environment, a YAML text."""
    document, _ = load_document(Text("runtimeEnvYAML", environment))
    found = None if document.root is None else get_path(document.root.data, ("env_vars",))
    if isinstance(found, dict):
        yield from ((name, value) for name, value in found.items() if isinstance(value, str))
