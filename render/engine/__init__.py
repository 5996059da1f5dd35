"""Helm's engine: the only part that knows Helm.

Two backends give the same bytes: Helm's library in this process (the default), and the `helm` command.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, Protocol

from render.engine.beside import started
from render.engine.chart import DEFAULTS, Chart
from render.engine.errors import EngineError, not_loaded
from render.engine.refusal import Refusal, Refused
from render.engine.release import Release, Rendered
from render.engine.sets import has_list_index, with_defaults

__all__ = [
    "Chart",
    "EngineError",
    "EngineName",
    "Refusal",
    "Refused",
    "Release",
    "Rendered",
    "choose",
    "defaulted",
    "do_meanwhile",
    "files",
    "template",
    "values",
]

EngineName = Literal["embedded", "helm"]


def choose(wanted: EngineName | None = None, sets: Sequence[str] = ()) -> EngineName | None:
    """Return the backend to use for a run with these `--set` expressions, None for the one that is there.

    The library can't set an element of a list that it is not given, so a list index takes the command.
    Raises EngineError where no backend can do it.
    """
    indexed = next((expression for expression in sets if has_list_index(expression)), None)
    if wanted == "embedded" and indexed is not None:
        raise EngineError(f"the embedded engine can't set a list index (`--set {indexed}`)", hint="use `--engine helm`")
    return "helm" if indexed is not None else wanted


def values(texts: Sequence[str], sets: Sequence[str] = (), engine: EngineName | None = None) -> dict[str, Any]:
    """Return the values of several YAML texts and `--set` expressions, read and merged as Helm does.

    Later texts win over earlier ones: mappings merge, lists are replaced, a null stays. Raises Refused, EngineError.
    """
    return _backend(engine or choose(None, sets)).values(texts, sets)


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
    """Return what `helm template NAME CHART -n NAMESPACE -f VALUES` prints, byte for byte.

    Without `hooks` it is that of `--no-hooks`, without `schema` that of `--skip-schema-validation`. Raises Refused,
    EngineError.
    """
    return _backend(engine).template(chart, values, name, namespace, hooks=hooks, schema=schema)


def files(
    chart: Chart, releases: Sequence[Release], *, scripts: bool = False, engine: EngineName | None = None
) -> list[Rendered]:
    """Return the rendered text of each template by path, hooks included, or why not: what specs are judged by.

    It may be no YAML, which `template` refuses. The schema is not applied, and the scripts of our own chart, which are
    the same whatever a spec says, may be empty unless they are asked for. Raises EngineError.
    """
    return _backend(engine).files(chart, releases, scripts=scripts)


def defaulted(chart: Chart, values: Mapping[str, Any], engine: EngineName | None = None) -> dict[str, Any]:
    """Return what the chart's schema and templates see: the values over the chart's defaults.

    A null removes a default, and stays where there is none. Subcharts are left out. Raises EngineError, and Refused
    where the chart's own defaults can't be read.
    """
    return with_defaults(_defaults(chart, engine), values)


@cache
def _defaults(chart: Chart, engine: EngineName | None) -> dict[str, Any]:
    return _backend(engine).values([chart.read(DEFAULTS) or ""], [])


def do_meanwhile(steps: Iterator[object]) -> None:
    """Take these steps while another process is awaited; never where none is."""
    beside = started()
    if beside is not None:
        beside.do_meanwhile(steps)


class _Backend(Protocol):
    def values(self, texts: Sequence[str], sets: Sequence[str]) -> dict[str, Any]: ...

    def template(
        self, chart: Chart, values: Mapping[str, Any], name: str, namespace: str, *, hooks: bool, schema: bool
    ) -> str: ...

    def files(self, chart: Chart, releases: Sequence[Release], *, scripts: bool) -> list[Rendered]: ...


@cache
def _backend(name: EngineName | None) -> _Backend:
    """Return a backend, and without a name the library, or the command where that can't be loaded."""
    if name == "helm":
        from render.engine.command import Command

        return Command.find()
    try:
        return _library()
    except EngineError:
        if name is not None:
            raise
        return _backend("helm")


def _library() -> _Backend:
    beside = started()
    if beside is not None:
        beside.wait()
        return beside
    try:
        from render.engine.embedded import Embedded
    except Exception as error:
        raise not_loaded(error) from error
    return Embedded()
