"""STO104 output-not-kept: the program writes its checkpoints to a folder that doesn't survive the pod.

A folder of the container, of the pod (`emptyDir`) or of the machine (`hostPath`) is gone after a restart, or on a
different node. Each node also writes its part to its own folder.

The folder is an option, or a value in a configuration file of `files`: `output_dir` of LLaMA-Factory, torchtune,
Axolotl and the Trainer.

Source: https://kubernetes.io/docs/concepts/storage/volumes/

Example:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, train.py, --output_dir=/tmp/out]
Use instead:
    image: registry.example/train:1
    numNodes: 2
    command: [torchrun, train.py, --output_dir=/checkpoints]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.rules.storage._outputs import output_settings
from render.rules.storage._persistent import absolute, is_kept

_ONE_SLASH = r"(s3|gs|gcs|az|abfs|hdfs|oss|r2):/(?!/)"
"""An address of object storage with one slash."""


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Report a folder outside persistent volumes. Without `workingDir`, a relative folder may be anywhere."""
    seen: set[str] = set()
    for setting in output_settings(run.program):
        folder = setting.text or ""
        if (match := re.match(_ONE_SLASH, folder)) is not None and folder not in seen:
            seen.add(folder)
            message = f"`{setting.name}` is `{folder}`, a folder of the container: an address has two slashes"
            yield setting.finding(message, f"write `{match[1]}://{folder[match.end() :]}`")
            continue
        if is_kept(run, folder) or folder in seen:
            continue
        seen.add(folder)
        message = f"`{setting.name}` is `{absolute(run, folder)}`, which is lost when the pod ends"
        yield setting.finding(message, "use a folder of `storage.checkpoints`, or object storage")
