"""STO125 program-hidden: an empty volume hides the program that the container starts.

An `emptyDir` is empty when the container starts. Mounted at a folder of the image, it hides what the image has there,
and Python stops with `can't open file`.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#emptydir

Example:
    image: registry.example/train:1
    command: [torchrun, /workspace/train.py]
    storage: {volumes: [{name: scratch, mountPath: /workspace, emptyDir: {}}]}
Use instead:
    image: registry.example/train:1
    command: [torchrun, /workspace/train.py]
    storage: {volumes: [{name: scratch, mountPath: /scratch, emptyDir: {}}]}
"""

from collections.abc import Iterator
from posixpath import normpath

from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.rules.storage._persistent import is_below


@rule(keys=("volumes",))
def check(run: Run) -> Iterator[Finding]:
    """Compare the paths of scripts with the empty volumes, if nothing fills these before."""
    volumes = [one for one in run.at("storage", "volumes") or [] if "emptyDir" in one]
    if not volumes or run.at("pod", "initContainers") or run.program.script is not None:
        return
    filled = run.at("files") or ()
    for launch in run.program.launches:
        script = launch.script
        for volume in volumes if script is not None and script.is_literal and script.text.startswith("/") else ():
            folder = normpath(str(volume.get("mountPath")))
            if script is not None and is_below(normpath(script.text), folder) and script.text not in filled:
                message = f"the empty volume at `{folder}` hides `{script.text}` of the image"
                hint = "mount it at a folder of its own, such as `/scratch`"
                yield Finding(script.path, message, hint, excerpt=script.text)
