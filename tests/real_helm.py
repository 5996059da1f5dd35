"""The real `helm`, asked as a user asks it."""

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from render.engine import RenderRejected
from render.engine.rejection_text import parse_rejection
from tests.schema import CHART

Answer = str | RenderRejected
"""What is printed, or why nothing is."""

_ESCAPED = re.compile("[\u2028\u2029\ufeff]")
"""What JSON holds as it is, and YAML reads as the end of a line or the start of a file."""


def written(values: Mapping[str, Any]) -> str:
    """Return values as the text of a file."""
    text = json.dumps(values, ensure_ascii=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def helm_template(command: Path, texts: Sequence[str], sets: Sequence[str] = ()) -> Answer:
    """Return the answer of `helm template run CHART -n team` with values files of these texts."""
    with TemporaryDirectory() as folder:
        # Helm 3 is built without the version of Kubernetes that it stands for.
        arguments = ["template", "run", str(CHART), "-n", "team", "--kube-version", "1.37"]
        for position, text in enumerate(texts):
            file = Path(folder, f"{position}.yaml")
            file.write_bytes(text.encode())
            arguments += ["-f", str(file)]
        for expression in sets:
            arguments += ["--set", expression]
        done = subprocess.run([command, *arguments], capture_output=True, check=False, env={"HOME": folder})
    if done.returncode == 0:
        return done.stdout.decode()
    return parse_rejection(f"\n{done.stderr.decode()}".partition("\nError: ")[2])
