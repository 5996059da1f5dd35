"""Charts in registries. The `helm` command pulls them, since it uses the user's logins and proxies."""

import os
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from render import tool
from render.engine.chart import MAX_BYTES
from render.engine.release import EngineError
from render.problem import printable
from render.redaction import redact

SECONDS = 300
"""Maximum duration of a pull."""

MAX_MEMORY = 2 << 30
"""Maximum bytes of memory of the command, which keeps the whole chart in memory while it downloads it."""

_OUTPUT = 1 << 16
"""Maximum bytes of the command's output that are read, from its end."""

_REFERENCE = re.compile(r"oci://[^\s/@]+/[^\s:@]+(:[\w.+-]+)?(@sha256:[0-9a-f]{64})?")
_DIGEST = re.compile(r"^Digest: (\S+)$", re.MULTILINE)


def pull(reference: str, folder: Path) -> Path:
    """Pull `oci://HOST/PATH/CHART:VERSION` or `…@sha256:DIGEST` into an empty folder, and return the packed chart.

    Raises EngineError.
    """
    found = _REFERENCE.fullmatch(reference)
    if found is None or not any(found.groups()):
        hint = "write `oci://HOST/PATH/CHART:VERSION` or `oci://HOST/PATH/CHART@sha256:DIGEST`"
        raise EngineError(f"`{redact(reference)}` names no version of a chart", hint=hint)
    digest = _pulled(reference, folder)
    wanted = (found[2] or "").removeprefix("@")
    if wanted and digest != wanted:
        raise EngineError(f"`{reference}` was pulled as `{digest}`")
    (archive,) = folder.glob("*.tgz")
    return archive


def _pulled(reference: str, folder: Path) -> str | None:
    """Pull a chart, and return the digest that the command prints."""
    helm = tool.find_program("helm")
    if helm is None:
        hint = "install Helm, or pull the chart where Helm is and give its archive: `--chart CHART-VERSION.tgz`"
        raise EngineError(f"no `helm` is found in PATH, which pulls `{reference}`", hint=hint)
    with TemporaryFile() as output:
        command = [helm, "pull", reference, "--destination", str(folder)]
        try:
            done = tool.run(command, seconds=SECONDS, output=output, limits=_limits())
        except subprocess.TimeoutExpired as error:
            raise EngineError(f"`{reference}` was not pulled within {SECONDS} seconds") from error
        report = _last(output)
    if done.returncode:
        # The text includes the registry's response: it must not move a terminal's cursor or contain a login.
        why = redact(printable(" ".join(report.rpartition("Error: ")[2].split())))[-2000:]
        hint = f"a chart may have {MAX_BYTES >> 20} MiB, and `helm` {MAX_MEMORY >> 30} GiB of memory for it"
        raise EngineError(f"`{reference}` can't be pulled: {why}", hint=hint)
    found = _DIGEST.search(report)
    return found and found[1]


def _limits() -> dict[int, int]:
    """Return the command's limits: bytes of a file, and bytes of memory."""
    try:
        import resource
    except ModuleNotFoundError:  # on Windows
        return {}
    return {resource.RLIMIT_FSIZE: MAX_BYTES, resource.RLIMIT_DATA: MAX_MEMORY}


def _last(output: IO[bytes]) -> str:
    output.seek(max(0, output.seek(0, os.SEEK_END) - _OUTPUT))
    return output.read().decode(errors="replace")
