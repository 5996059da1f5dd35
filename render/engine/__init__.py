"""Helm's engine: the only part that knows Helm.

Two backends return the same bytes: Helm's library (the default), and the `helm` command.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, Protocol

from render.engine.chart import DEFAULTS, Chart
from render.engine.merge import has_list_index, with_chart_defaults
from render.engine.release import EngineError, Rejection, Release, Rendered, RenderRejected, library_not_loaded
from render.engine.worker_client import WorkerClient, find_worker

__all__ = [
    "Chart",
    "EngineError",
    "EngineName",
    "Rejection",
    "Release",
    "RenderRejected",
    "Rendered",
    "choose_backend",
    "coalesce_values",
    "merge_values",
    "render_files",
    "template",
]

EngineName = Literal["embedded", "helm"]


def choose_backend(wanted: EngineName | None = None, sets: Sequence[str] = ()) -> EngineName | None:
    """Return the backend for a run with these `--set` expressions, or None for the default one.

    The library parses an expression without the values below it, so a list index requires the command.
    Raises EngineError if the library is wanted and an expression has a list index.
    """
    indexed = next((expression for expression in sets if has_list_index(expression)), None)
    if wanted == "embedded" and indexed is not None:
        raise EngineError(f"the embedded engine can't set a list index (`--set {indexed}`)", hint="use `--engine helm`")
    return "helm" if indexed is not None else wanted


def merge_values(texts: Sequence[str], sets: Sequence[str] = (), engine: EngineName | None = None) -> dict[str, Any]:
    """Return the merged values of several YAML texts and `--set` expressions, parsed and merged as by Helm.

    Later texts override earlier ones: mappings are merged, lists are replaced, and a null is kept.
    Raises RenderRejected, EngineError.
    """
    return _backend(engine or choose_backend(None, sets)).values(texts, sets)


def template(
    chart: Chart,
    values: Mapping[str, Any],
    name: str,
    namespace: str = "default",
    *,
    hooks: bool = True,
    schema: bool = True,
    engine: EngineName | None = None,
) -> str:
    """Return the output of `helm template NAME CHART -n NAMESPACE -f VALUES`, byte for byte.

    Without `hooks`, it is the output with `--no-hooks`; without `schema`, with `--skip-schema-validation`.
    Raises RenderRejected, EngineError.
    """
    return _backend(engine).template(chart, values, name, namespace, hooks=hooks, schema=schema)


def render_files(
    chart: Chart,
    releases: Sequence[Release],
    *,
    scripts: bool = False,
    engine: EngineName | None = None,
    meanwhile: Callable[[], object] = lambda: None,
) -> list[Rendered]:
    """Return the rendered text of each template by path, hooks included, or the rejection, for each release.

    Specs are checked by these texts. A text may be invalid YAML, which `template` rejects. The schema is not applied.
    Without `scripts`, the scripts of the bundled chart, which don't depend on the spec, may be empty. `meanwhile` is
    called once, while Helm renders or before; it must not call the engine.
    Raises EngineError.
    """
    backend = _backend(engine)
    if isinstance(backend, WorkerClient):
        return backend.files(chart, releases, scripts=scripts, meanwhile=meanwhile)
    meanwhile()
    return backend.files(chart, releases, scripts=scripts)


def coalesce_values(chart: Chart, values: Mapping[str, Any], engine: EngineName | None = None) -> dict[str, Any]:
    """Return the values that the chart's schema and templates get: these values merged into the chart's defaults.

    A null removes a default, and is kept if there is no default. Subcharts are left out.
    Raises EngineError, and RenderRejected if the chart's own defaults can't be read.
    """
    return with_chart_defaults(_defaults(chart, engine), values)


@cache
def _defaults(chart: Chart, engine: EngineName | None) -> dict[str, Any]:
    return _backend(engine).values([chart.read(DEFAULTS) or ""], [])


class _Backend(Protocol):
    def values(self, texts: Sequence[str], sets: Sequence[str]) -> dict[str, Any]: ...

    def template(
        self, chart: Chart, values: Mapping[str, Any], name: str, namespace: str, *, hooks: bool, schema: bool
    ) -> str: ...

    def files(self, chart: Chart, releases: Sequence[Release], *, scripts: bool) -> list[Rendered]: ...


@cache
def _backend(name: EngineName | None) -> _Backend:
    """Return the backend with a name; without a name, the library, or the command if the library can't be loaded."""
    if name == "helm":
        from render.engine.helm_command import HelmCommand

        return HelmCommand.find()
    try:
        return _library()
    except EngineError:
        if name is not None:
            raise
        return _backend("helm")


def _library() -> _Backend:
    client = find_worker()
    if client is not None:
        client.wait()
        return client
    try:
        from render.engine.helm_library import HelmLibrary
    except Exception as error:
        raise library_not_loaded(error) from error
    return HelmLibrary()
