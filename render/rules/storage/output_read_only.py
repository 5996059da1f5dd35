"""STO123 output-read-only: the program writes its checkpoints to a volume that is mounted read-only.

The first write ends in `Read-only file system`, often after hours. A folder that a program may only read, such as
`checkpoint_dir` of LitGPT, is not reported.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#read-only-mounts

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=/data/out]
    storage: {volumes: [{name: data, mountPath: /data, readOnly: true, persistentVolumeClaim: {claimName: data}}]}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --output_dir=/checkpoints]
    storage:
      checkpoints: {mode: existing, claimName: state}
      volumes: [{name: data, mountPath: /data, readOnly: true, persistentVolumeClaim: {claimName: data}}]
"""

from collections.abc import Iterator

from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.rules.storage._outputs import AMBIGUOUS, output_settings
from render.rules.storage._persistent import absolute, is_kept, read_only_mount


@rule(keys=("volumes.readOnly",))
def check(run: Run) -> Iterator[Finding]:
    """Report folders for checkpoints whose nearest mount is read-only."""
    for setting in output_settings(run.program):
        if setting.text is None or setting.name.lstrip("-").rpartition(".")[2].replace("-", "_") in AMBIGUOUS:
            continue
        folder = absolute(run, setting.text)
        root = None if is_kept(run, folder) else read_only_mount(run, folder)
        if root is not None:
            message = f"`{setting.name}` is `{folder}`, and the volume at `{root}` is read-only"
            yield setting.finding(message, "use a folder of `storage.checkpoints`, or object storage")
