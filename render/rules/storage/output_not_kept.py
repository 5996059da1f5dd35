"""STO104 output-not-kept: the program writes its checkpoints to a folder that doesn't survive the pod.

A folder of the container, of the pod (`emptyDir`) or of the machine (`hostPath`) is gone after a restart, or on a
different node. Each node also writes its part to its own folder. So is a relative path in a run without `workingDir`,
since it begins in a folder of the image.

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
from posixpath import join, normpath

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.rules.storage._outputs import output_settings
from render.rules.storage._persistent import absolute, is_kept, persistent_folders, read_only_mount

_ONE_SLASH = r"(s3|gs|gcs|az|abfs|hdfs|oss|r2):/(?!/)"
"""An address of object storage with one slash."""


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Report a folder outside persistent volumes. Without `workingDir`, a relative one may be on a mounted volume."""
    seen: set[str] = set()
    for setting in output_settings(run.program):
        folder = setting.text or ""
        if (match := re.match(_ONE_SLASH, folder)) is not None and folder not in seen:
            seen.add(folder)
            message = f"`{setting.name}` is `{folder}`, a folder of the container: an address has two slashes"
            yield setting.finding(message, f"write `{match[1]}://{folder[match.end() :]}`")
            continue
        is_outside = _is_outside_claim(run, folder)
        if (is_kept(run, folder) and not is_outside) or folder in seen:
            continue
        seen.add(folder)
        where = absolute(run, folder)
        hint = "use a folder of `storage.checkpoints`, or object storage"
        if is_outside:
            hint = f"write `{join(run.at('storage', 'checkpoints', 'mountPath') or '/checkpoints', normpath(folder))}`"
            yield setting.finding(f"`{setting.name}` is `{folder}`, a folder of the image's working directory", hint)
        elif read_only_mount(run, where) is None:  # STO123 has the others
            yield setting.finding(f"`{setting.name}` is `{where}`, which is lost when the pod ends", hint)


def _is_outside_claim(run: Run, folder: str) -> bool:
    """Return True for a relative path if the only claim is that of the checkpoints, and no word names its folder.

    A program may join the path to a folder that another option, a script or a file names.
    """
    if re.match(r"[\w.][\w./-]*", folder) is None or ":" in folder or folder.startswith("/") or run.at("workingDir"):
        return False
    mounted = normpath(run.at("storage", "checkpoints", "mountPath") or "/checkpoints")
    name = run.at("storage", "checkpoints", "env")
    program = run.program
    words = (*program.argv, *(word for _, word in program.literals))
    texts = (*(word.text for word in words), *program.files.values())
    return (
        tuple(persistent_folders(run)) == (mounted,)
        and program.script is None
        and not any(mounted in text or (name and name in text) for text in texts)
    )
