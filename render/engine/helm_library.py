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
from render.engine.manifest_order import join_manifests, manifest_files
from render.engine.merge import deep_merge, merge_set
from render.engine.release import EngineError, Files, Release, Rendered, RenderRejected
from render.engine.silence_stderr import silence_stderr
from render.engine.validation_chart import (
    batch_values,
    load_batch_chart,
    load_for_validation,
    split_output,
    without_schema,
)

Variant = Literal["whole", "schemaless", "trimmed", "batch"]
"""Variant of a chart: unchanged, without its schema, or for `render.engine.render_files`, with one or more releases."""

_LOADERS: Mapping[Variant, Callable[[Chart], helm_python.Chart]] = {
    "whole": lambda chart: helm_python.Chart.load(chart.path),
    "schemaless": lambda chart: without_schema(chart.path),
    "trimmed": load_for_validation,
    "batch": load_batch_chart,
}


class HelmLibrary:
    """Helm's library, and the charts that it has loaded."""

    def __init__(self) -> None:
        """Start without charts: each is loaded once, at its first use."""
        self._charts: dict[tuple[Path, Variant], helm_python.Chart] = {}

    def values(self, texts: Sequence[str], sets: Sequence[str]) -> dict[str, Any]:
        """See `render.engine.merge_values`; no `--set` may have a list index."""
        merged: dict[str, Any] = {}
        for text in texts:
            merged = deep_merge(merged, self._parse(text))
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
        return join_manifests(_rendered(loaded, Release(values, name, namespace)), self._parse, hooks=hooks)

    def files(self, chart: Chart, releases: Sequence[Release], *, scripts: bool) -> list[Rendered]:
        """See `render.engine.render_files`."""
        if len(releases) > 1 and not scripts and chart == Chart.bundled():
            with suppress(RenderRejected):  # the separate renders below report which of them, and why
                return list(self._batch(releases))
        loaded = self.load(chart, "schemaless" if scripts else "trimmed")
        return [_rendered_or_refused(loaded, release) for release in releases]

    def _batch(self, releases: Sequence[Release]) -> list[Files]:
        for release in releases:
            _check_name(release.name)
        one = Release(batch_values(releases, self._defaults), releases[0].name)
        [text] = _rendered(self.load(Chart.bundled(), "batch"), one).values()
        return split_output(text)

    @cached_property
    def _defaults(self) -> dict[str, Any]:
        return self._parse(Chart.bundled().read(DEFAULTS) or "")

    def _parse(self, text: str) -> dict[str, Any]:
        if "\0" in text:  # the library uses C strings and would stop reading here
            raise _refused("error converting YAML to JSON: yaml: control characters are not allowed")
        try:
            return helm_python.values_from_yaml(text)
        except helm_python.HelmValuesError as error:
            raise _refused(str(error)) from error

    def load(self, chart: Chart, variant: Variant) -> helm_python.Chart:
        """Load a variant of a chart once, and return it. Raises EngineError."""
        key = chart.path, variant
        if key not in self._charts:
            self._charts[key] = _loaded(chart, variant)
        return self._charts[key]


def _rendered_or_refused(chart: helm_python.Chart, release: Release) -> Rendered:
    try:
        return _rendered(chart, release)
    except RenderRejected as refused:
        return refused


def _rendered(chart: helm_python.Chart, release: Release) -> Files:
    _check_name(release.name)
    try:
        with silence_stderr(), _interruptible():
            return manifest_files(chart.render(dict(release.values), name=release.name, namespace=release.namespace))
    except (helm_python.HelmValuesError, helm_python.HelmRenderError) as error:
        raise _refused(str(error)) from error
    except helm_python.HelmError as error:
        raise EngineError(f"Helm's library failed: {error}") from error


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C end this process at once: Python would call its own handler only after the render."""
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


def _refused(text: str) -> RenderRejected:
    from render.engine.rejection_text import parse_rejection  # few renders are rejected

    return parse_rejection(text)


def _loaded(chart: Chart, variant: Variant) -> helm_python.Chart:
    try:
        loaded = _LOADERS[variant](chart)
    except helm_python.HelmError as error:
        raise EngineError(f"the chart `{chart.path}` can't be loaded: {error}") from error
    _check_installable(loaded.metadata, {str(dependency["name"]) for dependency in loaded.dependencies})
    return loaded


def _check_installable(metadata: Mapping[str, Any], present: set[str]) -> None:
    """Raise EngineError for a chart that the command rejects before it renders, and the library does not."""
    if metadata.get("type") == "library":
        raise EngineError("library charts are not installable")
    missing = [d["name"] for d in metadata.get("dependencies") or [] if d["name"] not in present]
    if missing:
        raise EngineError(
            f"the chart's dependencies are missing in its folder `charts`: {', '.join(missing)}",
            hint="run `helm dependency build`",
        )
