"""Charts in registries. The `helm` command pulls them, since it has the user's logins and proxies."""

import os
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from render import tool
from render.engine.errors import EngineError
from render.engine.files import MAX_BYTES
from render.problem import printable
from render.redaction import redact

SECONDS = 300
"""A registry that has not answered by then does not."""

MAX_MEMORY = 2 << 30
"""Bytes of memory of the command, which keeps a chart in it that has not ended yet."""

_OUTPUT = 1 << 16
"""Bytes of what the command prints that are read: its last ones."""

_REFERENCE = re.compile(r"oci://[^\s/@]+/[^\s:@]+(:[\w.+-]+)?(@sha256:[0-9a-f]{64})?")
_DIGEST = re.compile(r"^Digest: (\S+)$", re.MULTILINE)


def pull(reference: str, folder: Path) -> Path:
    """Return the packed chart of `oci://HOST/PATH/CHART:VERSION` or `…@sha256:DIGEST`, put into an empty folder.

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
    """Pull and return the digest that the command tells."""
    helm = tool.find("helm")
    if helm is None:
        hint = "install Helm, or pull the chart where Helm is and give its archive: `--chart CHART-VERSION.tgz`"
        raise EngineError(f"no `helm` is found in PATH, which pulls `{reference}`", hint=hint)
    with TemporaryFile() as output:
        command = [helm, "pull", reference, "--destination", str(folder)]
        try:
            done = tool.run(command, seconds=SECONDS, output=output, limits=_limits())
        except subprocess.TimeoutExpired as error:
            raise EngineError(f"`{reference}` was not pulled within {SECONDS} seconds") from error
        said = _last(output)
    if done.returncode:
        # A registry's own words are among these: they must not move a terminal's cursor, nor repeat a login.
        why = redact(printable(" ".join(said.rpartition("Error: ")[2].split())))[-2000:]
        hint = f"a chart may have {MAX_BYTES >> 20} MiB, and `helm` {MAX_MEMORY >> 30} GiB of memory for it"
        raise EngineError(f"`{reference}` can't be pulled: {why}", hint=hint)
    told = _DIGEST.search(said)
    return told and told[1]


def _limits() -> dict[int, int]:
    """Return how much the command may write to a file, and keep in memory."""
    try:
        import resource
    except ModuleNotFoundError:  # on Windows
        return {}
    return {resource.RLIMIT_FSIZE: MAX_BYTES, resource.RLIMIT_DATA: MAX_MEMORY}


def _last(output: IO[bytes]) -> str:
    output.seek(max(0, output.seek(0, os.SEEK_END) - _OUTPUT))
    return output.read().decode(errors="replace")
