"""SCD124 section-unused: a section sets up what the spec doesn't turn on.

`kueue.queue` has an effect with `scheduler: kueue` only, `network.infiniband` with `network.fabric: infiniband`,
`storage.checkpoints.size` with `storage.checkpoints.mode: create`. Without it the run starts outside of its queue,
sends its data over TCP, or loses its checkpoints.

Source: https://kueue.sigs.k8s.io/docs/tasks/run/jobsets/

Example:
    image: registry.example/train:1
    kueue: {queue: research}
Use instead:
    image: registry.example/train:1
    scheduler: kueue
    kueue: {queue: research}
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from render.problem import Severity
from render.programs.run import Run
from render.rules.rule import Finding, rule


class Section(NamedTuple):
    """A field that counts only if another one has one of these values; without values, any."""

    path: tuple[str, ...]
    choice: tuple[str, ...]
    values: tuple[Any, ...] = ()


_MODE = ("storage", "checkpoints", "mode")
_SMOKE = ("smokeTest", "mode")
_SSH = ("mpi", "deepspeed", "horovod")

_SECTIONS = (
    *(Section(("kueue", name), ("scheduler",), ("kueue",)) for name in ("priorityClass", "queue")),
    *(Section(("kai", name), ("scheduler",), ("kai",)) for name in ("priorityClassName", "queue", "topology")),
    Section(("kubernetes", "version"), ("scheduler",), ("kubernetes",)),
    *(Section(("volcano", name), ("scheduler",), ("volcano",)) for name in ("priorityClassName", "queue")),
    Section(("network", "infiniband", "resource"), ("network", "fabric"), ("infiniband",)),
    Section(("network", "roce", "resource"), ("network", "fabric"), ("roce",)),
    Section(("storage", "checkpoints", "claimName"), _MODE, ("existing", "create")),
    *(
        Section(("storage", "checkpoints", name), _MODE, ("create", "existing"))
        for name in ("accessMode", "mountPath", "size", "storageClassName")
    ),
    Section(("storage", "sharedMemory", "sizeLimit"), ("storage", "sharedMemory", "enabled"), (True,)),
    *(
        Section(("smokeTest", name), _SMOKE, ("with", "only"))
        for name in ("backend", "diagnose", "fabric", "gpu", "hook", "maxBytes", "minBusbw", "nodeBandwidth")
    ),
    *(Section(("hangDetection", name), ("hangDetection", "enabled"), (True,)) for name in ("action", "stallSeconds")),
    Section(("topology", "mode"), ("topology", "level")),
    Section(("trainjob", "release"), ("target",), ("trainjob",)),
    Section(("ssh", "secretName"), ("launcher",), _SSH),
    Section(("ray", "joinTimeoutSeconds"), ("launcher",), ("ray",)),
)


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Report fields that the spec itself sets, but does not choose: files for many specs set more."""
    for section in _SECTIONS:
        choice = run.at(*section.choice)
        if not run.is_written(*section.path) or (choice in section.values if section.values else choice):
            continue
        field, name = ".".join(section.path), ".".join(section.choice)
        message = f"`{field}` has no effect: `{name}` is {'not set' if choice is None else f'`{_show(choice)}`'}"
        wanted = f"{name}: {_show(section.values[0])}" if section.values else name
        yield Finding(section.path, message, f"set `{wanted}`, or remove it")


def _show(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
