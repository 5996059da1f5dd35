"""STO109 mount-hides-system: a volume is mounted over folders of the image that the program needs.

A mount replaces what the image has at its path. No container starts with a mount at `/` or `/proc`; without `/usr` or
`/opt/conda` there is no Python; an empty volume at the working directory hides the script.

Source: https://kubernetes.io/docs/concepts/storage/volumes/#how-volumes-work

Example:
    image: registry.example/train:1
    command: [torchrun, train.py]
    workingDir: /workspace
    storage: {volumes: [{name: scratch, mountPath: /workspace, emptyDir: {}}]}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py]
    workingDir: /workspace
    storage: {volumes: [{name: scratch, mountPath: /scratch, emptyDir: {}}]}
"""

from collections.abc import Iterator
from posixpath import normpath

from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path

_IMPOSSIBLE = ("/", "/proc", "/sys")
_PROGRAMS = (
    "/bin",
    "/etc",
    "/lib",
    "/lib64",
    "/opt",
    "/opt/conda",
    "/sbin",
    "/usr",
    "/usr/bin",
    "/usr/lib",
    "/usr/local",
)


@rule
def check(run: Run) -> Iterator[Finding]:
    """Report such paths of volumes: as an error where no container starts."""
    volumes: list[tuple[Path, dict[str, object]]] = [
        (("storage", "volumes", index, "mountPath"), one) for index, one in enumerate(_volumes(run))
    ]
    claim = run.at("storage", "checkpoints", "mountPath")
    has_claim = run.at("storage", "checkpoints", "mode") not in (None, "none")
    own: list[tuple[Path, dict[str, object]]] = [(("storage", "checkpoints", "mountPath"), {"mountPath": claim})]
    for path, volume in [*volumes, *(own if has_claim and claim else ())]:
        folder = normpath(str(volume.get("mountPath")))
        if not folder.startswith("/"):
            continue
        if folder in _IMPOSSIBLE:
            message = f"no container starts with a volume at `{folder}`"
            yield Finding(path, message, "mount it at a folder of its own, such as `/data`")
        elif folder in _PROGRAMS:
            message = f"the volume hides the image's programs and libraries in `{folder}`"
            yield Finding(path, message, "mount it at a folder of its own, such as `/data`").as_warning
        elif "emptyDir" in volume and folder == _working(run) and not run.at("pod", "initContainers"):
            message = f"the empty volume hides what the image has in the working directory `{folder}`"
            yield Finding(path, message, "mount it at a folder of its own, such as `/scratch`").as_warning


def _volumes(run: Run) -> list[dict[str, object]]:
    return run.at("storage", "volumes") or []


def _working(run: Run) -> str | None:
    folder = run.at("workingDir")
    return normpath(folder) if folder else None
