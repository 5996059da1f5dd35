"""STO116 mode-decimal: a file mode has the digits of an octal number, and is decimal.

Kubernetes reads `defaultMode: 400` as decimal, which is 0620: the owner may write, and the group too. In YAML `0400`
is octal; in JSON it is 256.

Source: https://kubernetes.io/docs/concepts/configuration/secret/#secret-files-permissions

Example:
    image: registry.example/train:1
    storage: {volumes: [{name: key, mountPath: /key, secret: {secretName: key, defaultMode: 400}}]}
Use instead:
    image: registry.example/train:1
    storage: {volumes: [{name: key, mountPath: /key, secret: {secretName: key, defaultMode: 256}}]}
"""

from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_OCTAL = frozenset({400, 440, 444, 500})
"""Usual modes of files, up to the 511 that the API server accepts."""
_SOURCES = ("configMap", "secret", "projected", "downwardAPI")


@rule(
    severity=Severity.WARNING, keys=("volumes.configMap", "volumes.downwardAPI", "volumes.projected", "volumes.secret")
)
def check(run: Run) -> Iterator[Finding]:
    """Report the modes of volumes and of their items."""
    for index, volume in enumerate(run.at("storage", "volumes") or []):
        for name in _SOURCES:
            source = volume.get(name) or {}
            place: Path = ("storage", "volumes", index, name)
            if "defaultMode" in source:
                yield from _finding((*place, "defaultMode"), source["defaultMode"])
            for position, one in enumerate(source.get("items") or []):
                if "mode" in one:
                    yield from _finding((*place, "items", position, "mode"), one["mode"])


def _finding(path: Path, mode: object) -> Iterator[Finding]:
    if isinstance(mode, int | float) and mode in _OCTAL:
        octal = f"{int(mode):04d}"
        message = f"{int(mode)} is decimal, the mode {int(mode):04o}"
        yield Finding(path, message, f"write `{octal}`, or {int(octal, 8)} in decimal")
