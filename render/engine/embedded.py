"""Helm's engine as a library in this process (helm-python-sdk, Helm 4.2.3).

A process that has loaded it must not fork: the child would hang.
"""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any, Literal

import helm_python

from render.engine.chart import DEFAULTS, Chart
from render.engine.errors import EngineError
from render.engine.judging import for_judging
from render.engine.order import of_manifests, ordered
from render.engine.quiet import quiet
from render.engine.refusal import Refused
from render.engine.release import Files, Release, Rendered
from render.engine.schemaless import without_schema
from render.engine.sets import merge, merge_set
from render.engine.together import apart, for_judging_together, together

Variant = Literal["whole", "schemaless", "judged", "together"]
"""Of a chart: as it is, without its schema, or as `render.engine.files` renders one release or several."""

_LOADERS: Mapping[Variant, Callable[[Chart], helm_python.Chart]] = {
    "whole": lambda chart: helm_python.Chart.load(chart.path),
    "schemaless": lambda chart: without_schema(chart.path),
    "judged": for_judging,
    "together": for_judging_together,
}


class Embedded:
    """The library, and the charts that it has loaded."""

    def __init__(self) -> None:
        """Start without a chart: each is loaded once, when it is first used."""
        self._charts: dict[tuple[Path, Variant], helm_python.Chart] = {}

    def values(self, texts: Sequence[str], sets: Sequence[str]) -> dict[str, Any]:
        """See `render.engine.values`; no `--set` may have a list index."""
        merged: dict[str, Any] = {}
        for text in texts:
            merged = merge(merged, self._parse(text))
        for expression in sets:
            try:
                parsed = helm_python.parse_set_string(expression)
            except helm_python.HelmValuesError as error:
                raise _refused(f"failed parsing --set data: {error}") from error
            merged = merge_set(merged, parsed)
        return merged

    def template(
        self, chart: Chart, values: Mapping[str, Any], name: str, namespace: str, *, hooks: bool, schema: bool = True
    ) -> str:
        """See `render.engine.template`."""
        loaded = self.load(chart, "whole" if schema else "schemaless")
        return ordered(_rendered(loaded, Release(values, name, namespace)), self._parse, hooks=hooks)

    def files(self, chart: Chart, releases: Sequence[Release], *, scripts: bool) -> list[Rendered]:
        """See `render.engine.files`."""
        if len(releases) > 1 and not scripts and chart == Chart.bundled():
            with suppress(Refused):  # which of them, and why, is told where each is on its own
                return list(self._together(releases))
        loaded = self.load(chart, "schemaless" if scripts else "judged")
        return [_rendered_or_refused(loaded, release) for release in releases]

    def _together(self, releases: Sequence[Release]) -> list[Files]:
        for release in releases:
            _check_name(release.name)
        one = Release(together(releases, self._defaults), releases[0].name)
        [text] = _rendered(self.load(Chart.bundled(), "together"), one).values()
        return apart(text)

    @cached_property
    def _defaults(self) -> dict[str, Any]:
        return self._parse(Chart.bundled().read(DEFAULTS) or "")

    def _parse(self, text: str) -> dict[str, Any]:
        if "\0" in text:  # where the library, written for C, would stop reading
            raise _refused("error converting YAML to JSON: yaml: control characters are not allowed")
        try:
            return helm_python.values_from_yaml(text)
        except helm_python.HelmValuesError as error:
            raise _refused(str(error)) from error

    def load(self, chart: Chart, variant: Variant) -> helm_python.Chart:
        """Load a chart once. Raises EngineError."""
        key = chart.path, variant
        if key not in self._charts:
            self._charts[key] = _loaded(chart, variant)
        return self._charts[key]


def _rendered_or_refused(chart: helm_python.Chart, release: Release) -> Rendered:
    try:
        return _rendered(chart, release)
    except Refused as refused:
        return refused


def _rendered(chart: helm_python.Chart, release: Release) -> Files:
    _check_name(release.name)
    try:
        with quiet(), _interruptible():
            return of_manifests(chart.render(dict(release.values), name=release.name, namespace=release.namespace))
    except (helm_python.HelmValuesError, helm_python.HelmRenderError) as error:
        raise _refused(str(error)) from error
    except helm_python.HelmError as error:
        raise EngineError(f"Helm's library failed: {error}") from error


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C end this process at once: Python would call its own handler when the render ends."""
    is_ours = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_ours:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _check_name(name: str) -> None:
    try:
        helm_python.validate_release_name(name)
    except helm_python.HelmInvalidArgError as error:
        raise _refused(f'release name check failed: release name "{name}": {error}') from error


def _refused(text: str) -> Refused:
    from render.engine.refusal_text import refused  # few are

    return refused(text)


def _loaded(chart: Chart, variant: Variant) -> helm_python.Chart:
    try:
        loaded = _LOADERS[variant](chart)
    except helm_python.HelmError as error:
        raise EngineError(f"the chart `{chart.path}` can't be loaded: {error}") from error
    _check_installable(loaded.metadata, {str(dependency["name"]) for dependency in loaded.dependencies})
    return loaded


def _check_installable(metadata: Mapping[str, Any], present: set[str]) -> None:
    """Do what the command does before it renders, and the library leaves out."""
    if metadata.get("type") == "library":
        raise EngineError("library charts are not installable")
    missing = [d["name"] for d in metadata.get("dependencies") or [] if d["name"] not in present]
    if missing:
        raise EngineError(
            f"the chart's dependencies are missing in its folder `charts`: {', '.join(missing)}",
            hint="run `helm dependency build`",
        )
