"""Helm's engine as the `helm` command, without the user's own settings and plugins."""

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from render import tool
from render.engine.chart import Chart
from render.engine.rejection_text import parse_rejection
from render.engine.release import EngineError, Release, Rendered, RenderRejected

_PROBE = {
    "Chart.yaml": "apiVersion: v2\nname: probe\nversion: 0.0.0\n",
    "templates/values.yaml": "values: {{ .Values | toJson | b64enc }}\n",
}
"""A chart that prints its values, since no option of the command prints them."""

_NOT_FOR_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""Characters that JSON allows in a string without an escape, and YAML rejects or reads as a line break."""

_OWN_FILE = re.compile(r"failed to parse .*?: cannot unmarshal yaml document: ")
"""Helm's name for a values file; ours is a temporary file, and the library's message has no such name."""


@dataclass(frozen=True, slots=True)
class HelmCommand:
    """The `helm` command at a path."""

    path: str

    @classmethod
    def find(cls) -> "HelmCommand":
        """Return the command in PATH. Raises EngineError if there is no such command."""
        path = tool.find_program("helm")
        if path is None:
            raise EngineError("no `helm` is found in PATH", hint="install Helm 4, or leave out what needs the command")
        return cls(path)

    def values(self, texts: Sequence[str], sets: Sequence[str]) -> dict[str, Any]:
        """See `render.engine.merge_values`."""
        with TemporaryDirectory(prefix="render-") as folder:
            arguments = [argument for expression in sets for argument in ("--set", expression)]
            for position, text in enumerate(texts):
                arguments += ["-f", _write(folder, f"{position}.yaml", text)]
            for name, text in _PROBE.items():
                _write(folder, f"probe/{name}", text)
            printed = self._run(folder, ["template", *arguments, "--", "probe", f"{folder}/probe"])
        values: dict[str, Any] = json.loads(base64.b64decode(printed.rpartition(" ")[2]))
        return values

    def template(
        self, chart: Chart, values: Mapping[str, Any], name: str, namespace: str, *, hooks: bool, schema: bool = True
    ) -> str:
        """See `render.engine.template`."""
        with TemporaryDirectory(prefix="render-") as folder:
            file = _write(folder, "values.yaml", _json(values))
            flags = [*([] if hooks else ["--no-hooks"]), *([] if schema else ["--skip-schema-validation"])]
            arguments = ["-n", namespace, "-f", file, *flags]
            return self._run(folder, ["template", *arguments, "--", name, str(chart.path.absolute())])

    def files(
        self,
        chart: Chart,
        releases: Sequence[Release],
        *,
        scripts: bool,  # noqa: ARG002 the command always renders them
    ) -> list[Rendered]:
        """See `render.engine.render_files`; the command prints all files as one text, scripts included."""
        return [self._printed(chart, release) for release in releases]

    def _printed(self, chart: Chart, release: Release) -> Rendered:
        try:
            return {str(chart.path): self.template(chart, *release, hooks=True, schema=False)}
        except RenderRejected as refused:
            return refused

    def _run(self, folder: str, arguments: Sequence[str]) -> str:
        homes = {f"HELM_{kind}_HOME": f"{folder}/helm" for kind in ("CACHE", "CONFIG", "DATA")}
        done = tool.run([self.path, *arguments], {"HOME": folder, **homes})
        if done.returncode == 0:
            return done.stdout.decode()
        log, found, error = f"\n{done.stderr.decode(errors='replace')}".partition("\nError: ")
        if not found:
            raise EngineError(f"`{self.path}` failed: {log.strip() or f'exit status {done.returncode}'}")
        raise parse_rejection(_OWN_FILE.sub("", error, count=1))


def _json(values: Mapping[str, Any]) -> str:
    """Return values as JSON that is also valid YAML."""
    return _NOT_FOR_YAML.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(values, ensure_ascii=False))


def _write(folder: str, name: str, text: str) -> str:
    path = Path(folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return str(path)
