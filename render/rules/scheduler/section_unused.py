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
    default: Any = None
    """The field's default, which does not count."""


_MODE = ("storage", "checkpoints", "mode")
_SMOKE = ("smokeTest", "mode")
_SSH = ("mpi", "deepspeed", "horovod")

_SECTIONS = (
    Section(("kueue", "queue"), ("scheduler",), ("kueue",)),
    Section(("kueue", "priorityClass"), ("scheduler",), ("kueue",)),
    Section(("kai", "topology"), ("scheduler",), ("kai",)),
    Section(("kai", "priorityClassName"), ("scheduler",), ("kai",)),
    Section(("kubernetes", "version"), ("scheduler",), ("kubernetes",), "1.37"),
    Section(("volcano", "queue"), ("scheduler",), ("volcano",), "default"),
    Section(("volcano", "priorityClassName"), ("scheduler",), ("volcano",)),
    Section(("network", "infiniband", "resource"), ("network", "fabric"), ("infiniband",)),
    Section(("network", "roce", "resource"), ("network", "fabric"), ("roce",)),
    Section(("storage", "checkpoints", "claimName"), _MODE, ("existing", "create")),
    Section(("storage", "checkpoints", "accessMode"), _MODE, ("create", "existing"), "ReadWriteMany"),
    Section(("storage", "checkpoints", "mountPath"), _MODE, ("create", "existing"), "/checkpoints"),
    Section(("storage", "checkpoints", "size"), _MODE, ("create", "existing"), "100Gi"),
    Section(("storage", "checkpoints", "storageClassName"), _MODE, ("create", "existing")),
    Section(("storage", "sharedMemory", "sizeLimit"), ("storage", "sharedMemory", "enabled"), (True,)),
    *(Section(("smokeTest", name), _SMOKE, ("with", "only")) for name in ("gpu", "maxBytes", "minBusbw")),
    Section(("smokeTest", "nodeBandwidth"), _SMOKE, ("with", "only")),
    Section(("smokeTest", "diagnose"), _SMOKE, ("with", "only"), "auto"),
    Section(("smokeTest", "hook"), _SMOKE, ("with", "only"), "test"),
    Section(("hangDetection", "stallSeconds"), ("hangDetection", "enabled"), (True,), 300),
    Section(("hangDetection", "action"), ("hangDetection", "enabled"), (True,), "report"),
    Section(("topology", "mode"), ("topology", "level"), (), "required"),
    Section(("trainjob", "release"), ("target",), ("trainjob",), "2.3"),
    Section(("ssh", "secretName"), ("launcher",), _SSH),
)


@rule(severity=Severity.WARNING)
def check(run: Run) -> Iterator[Finding]:
    """Report fields that are set, but not chosen."""
    for section in _SECTIONS:
        value, choice = run.at(*section.path), run.at(*section.choice)
        if value in (None, section.default) or (choice in section.values if section.values else choice):
            continue
        field, name = ".".join(section.path), ".".join(section.choice)
        message = f"`{field}` has no effect: `{name}` is {'not set' if choice is None else f'`{_show(choice)}`'}"
        wanted = f"{name}: {_show(section.values[0])}" if section.values else name
        yield Finding(section.path, message, f"set `{wanted}`, or remove it")


def _show(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
