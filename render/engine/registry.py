"""Charts in registries. The `helm` command pulls them, since it has the user's logins and proxies."""

import re
import subprocess
from pathlib import Path

from render import tool
from render.engine.errors import EngineError
from render.problem import printable

SECONDS = 300
"""A registry that has not answered by then does not."""

_REFERENCE = re.compile(r"oci://[^\s/@]+/[^\s:@]+(:[\w.+-]+)?(@sha256:[0-9a-f]{64})?")
_DIGEST = re.compile(r"^Digest: (\S+)$", re.MULTILINE)


def pull(reference: str, folder: Path) -> Path:
    """Return the packed chart of `oci://HOST/PATH/CHART:VERSION` or `…@sha256:DIGEST`, put into an empty folder.

    Raises EngineError.
    """
    found = _REFERENCE.fullmatch(reference)
    if found is None or not any(found.groups()):
        hint = "write `oci://HOST/PATH/CHART:VERSION` or `oci://HOST/PATH/CHART@sha256:DIGEST`"
        raise EngineError(f"`{reference}` names no version of a chart", hint=hint)
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
    try:
        done = tool.run([helm, "pull", reference, "--destination", str(folder)], seconds=SECONDS)
    except subprocess.TimeoutExpired as error:
        raise EngineError(f"`{reference}` was not pulled within {SECONDS} seconds") from error
    said = (done.stdout + b"\n" + done.stderr).decode(errors="replace")
    if done.returncode:
        # A registry's own words are among these: they must not move a terminal's cursor.
        why = printable(" ".join(said.rpartition("Error: ")[2].split()))
        raise EngineError(f"`{reference}` can't be pulled: {why}")
    told = _DIGEST.search(said)
    return told and told[1]
