"""STO124 mount-misspelt: a path of the command differs from the path of a volume in an `s`, a hyphen or a case alone.

`--resume_from_checkpoint=/checkpoint/last` next to a volume at `/checkpoints` reads a folder of the image, which most
likely does not exist: the program stops, or starts from step 0.

Source: https://kubernetes.io/docs/concepts/storage/volumes/

Example:
    image: registry.example/train:1
    command: [torchrun, train.py, --resume_from_checkpoint=/checkpoint/last]
    storage: {checkpoints: {mode: existing, claimName: state}}
Use instead:
    image: registry.example/train:1
    command: [torchrun, train.py, --resume_from_checkpoint=/checkpoints/last]
    storage: {checkpoints: {mode: existing, claimName: state}}
"""

import re
from collections.abc import Iterator

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule
from render.rules.storage._persistent import is_below, mount_paths

_PATH = re.compile(r"(?:--?[\w.-]+=)?(?P<path>/[\w./-]+)")


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Compare the first folders of each literal path with those of the volumes."""
    mounts = dict.fromkeys(mount_paths(run))
    seen: set[str] = set()
    for launch in run.program.launches if mounts else ():
        for word in launch.program[1:]:
            match = _PATH.fullmatch(word.text) if word.is_literal else None
            if match is None or any(is_below(match["path"], root) for root in mounts):
                continue
            for root in mounts:
                written = _beginning(match["path"], root)
                if written not in seen and written != root and _key(written) == _key(root):
                    seen.add(written)
                    message = f"no volume is mounted at `{written}`, but one at `{root}`"
                    hint = f"write `{root}{match['path'][len(written) :]}`"
                    yield Finding(word.path, message, hint, excerpt=match["path"])


def _beginning(path: str, root: str) -> str:
    """Return as many folders of a path as a mount path has."""
    return "/".join(path.split("/")[: root.count("/") + 1])


def _key(path: str) -> str:
    return re.sub(r"[-_.]", "", path).lower().rstrip("s")
