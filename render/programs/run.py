"""A spec as rules see it: its size and its program."""

from functools import cached_property

from render.kube.devices import rdma_devices
from render.programs.command import as_word, find_commands
from render.programs.launcher_env import is_launcher, launcher_environment
from render.programs.marks import INITIALIZERS, LOCAL
from render.programs.program import Program
from render.programs.run_size import RunSize
from render.programs.shell import Word
from render.schema_errors.error import Path

_CENTRAL = ("deepspeed", "horovod", "mpi", "ray")
"""Launchers whose program runs once and starts the processes of all nodes."""

_NAMES_OWN_INTERFACE = ("gib", "tcpx", "tcpxo")
"""Fabrics whose own `NCCL_SOCKET_IFNAME` the chart keeps if the spec names no interface."""


WAITS = (
    ("preflight", "timeoutSeconds"),
    ("ray", "joinTimeoutSeconds"),
    ("smokeTest", "timeoutSeconds"),
    ("ssh", "timeoutSeconds"),
)
"""Times in which the nodes wait for each other."""
SHORT_WAIT = 300
"""Seconds: a slow image pull takes as long."""
WAITS_SHORTLY = " waits"
"""A mark in `Run.names`: one of `WAITS` is shorter."""

WATCHED = " watched"
"""A mark in `Run.names`: `hangDetection` is on."""


SECTIONS = (
    ("container.securityContext", ("container", "securityContext")),
    ("pod.securityContext", ("pod", "securityContext")),
    ("metadata.annotations", ("metadata", "annotations")),
    ("pod.affinity", ("pod", "affinity")),
    ("pod.annotations", ("pod", "annotations")),
    ("pod.labels", ("pod", "labels")),
    ("pod.nodeSelector", ("pod", "nodeSelector")),
    ("pod.resourceClaims", ("pod", "resourceClaims")),
    ("devices", ("devices",)),
    ("kueue", ("kueue", "queue")),
    ("kueue", ("kueue", "priorityClass")),
    ("kai", ("kai", "topology")),
    ("kai", ("kai", "priorityClassName")),
    ("volcano", ("volcano", "priorityClassName")),
    ("topology.level", ("topology", "level")),
    ("infiniband", ("network", "infiniband", "resource")),
    ("roce", ("network", "roce", "resource")),
    ("volumes", ("storage", "volumes")),
    ("sizeLimit", ("storage", "sharedMemory", "sizeLimit")),
    ("maxNodes", ("elastic", "maxNodes")),
    ("pod.terminationGracePeriodSeconds", ("pod", "terminationGracePeriodSeconds")),
    ("container.lifecycle", ("container", "lifecycle")),
    ("container.livenessProbe", ("container", "livenessProbe")),
    ("container.startupProbe", ("container", "startupProbe")),
    ("privileged", ("container", "securityContext", "privileged")),
)
"""Marks in `Run.names` of fields that few specs set, with their paths."""

_CHOICES = (
    ("launcher",),
    ("network", "fabric"),
    ("target",),
    ("gitops", "engine"),
    ("imagePullPolicy",),
)
"""Fields with one of a few values, each of which is in `Run.names`."""


class Run(RunSize):
    """A spec and its program."""

    @cached_property
    def program(self) -> Program:
        """The program of each node."""
        argv = self._argv()
        return Program(
            commands=tuple(find_commands(argv, self.at("files") or {}, self.at("workingDir") or "")),
            literals=tuple(self._literals()),
            preset=self._preset(),
            nodes=self.nodes,
            processes=self.processes,
            gpus=self.gpus or (None if self.has_open_claims else 0),
            devices=self._devices,
            host_network=("network", "hostNetwork") if self.at("network", "hostNetwork") else None,
            runs_once=self.at("launcher") in _CENTRAL,
            is_elastic=self.is_elastic,
            is_environment_known=not self.at("envFrom") and is_launcher(self.at("launcher")),
            argv=tuple(as_word(path, text) for path, text in argv),
            has_command=bool(self.at("command")),
            launcher=self.at("launcher") or "",
            world=None if self.is_elastic else self.nodes * self.processes,
            defined=self._defined,
            files=self.at("files") or {},
            folder=self.at("workingDir") or "",
            checkpoints=self._checkpoints,
        )

    @property
    def _devices(self) -> frozenset[str] | None:
        """Return the RDMA resources of a node; None if a claim or a fabric may add some."""
        found = rdma_devices(self.at("resourcesPerNode") or {})
        may_come = not found and (self.at("pod", "resourceClaims") or self.at("devices"))
        return None if may_come or self._has_fabric else found

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in its program, the values of `_CHOICES`, set fields of `network` and `smokeTest`, and marks."""
        sections = (
            (LOCAL, ("local", "args")),
            (INITIALIZERS, ("initializers", "dataset", "storageUri")),
            (INITIALIZERS, ("initializers", "model", "storageUri")),
        )
        marks = {mark for mark, path in sections if self.at(*path)}
        marks |= {mark for mark, path in SECTIONS if _is_set(self.at(*path))}
        marks |= {f"volumes.{source}" for volume in self.at("storage", "volumes") or () for source in volume}
        set_in = (self.at("network") or {}, self.at("smokeTest") or {})
        fields = (
            name for section in set_in for name, value in section.items() if value and not isinstance(value, dict)
        )
        if any((self.at(*path) or SHORT_WAIT) < SHORT_WAIT for path in WAITS):
            marks.add(WAITS_SHORTLY)
        if self.at("hangDetection", "enabled"):
            marks.add(WATCHED)
        if not self.gpus and isinstance(self.at("numProcPerNode"), int | float):
            marks.add("numProcPerNode")
        return self.program.names | marks | {*(self.at(*path) for path in _CHOICES), *fields}

    @property
    def _defined(self) -> frozenset[str]:
        folder = self.at("storage", "checkpoints", "env")
        is_set = self.at("storage", "checkpoints", "mode") not in (None, "none") or self.at("ray", "storagePath")
        return frozenset({"JOB_COMPLETION_INDEX", folder} if is_set and folder else {"JOB_COMPLETION_INDEX"})

    @property
    def _checkpoints(self) -> tuple[str, str] | None:
        name = self.at("storage", "checkpoints", "env")
        folder = self.at("storage", "checkpoints", "mountPath")
        return (name, folder) if name in self._defined and name and folder else None

    def _argv(self) -> list[tuple[Path, str]]:
        return [((key, i), word) for key in ("command", "args") for i, word in enumerate(self.at(key) or [])]

    def _literals(self) -> list[tuple[str, Word]]:
        env = self.at("env") or {}
        return [(name, as_word(("env", name), value)) for name, value in env.items() if isinstance(value, str)]

    def _preset(self) -> dict[str, str | None]:
        referenced = {name: None for name, value in (self.at("env") or {}).items() if isinstance(value, dict)}
        interface = self.at("network", "interface") or self._interface_of_fabric
        is_exact = self.at("network", "interface") or self.at("network", "fabric") not in _NAMES_OWN_INTERFACE
        nccl = f"={interface}" if is_exact else interface
        chosen = {} if interface is None else {"GLOO_SOCKET_IFNAME": interface, "NCCL_SOCKET_IFNAME": nccl}
        return {**referenced, **chosen, **launcher_environment(self)}

    @property
    def _has_fabric(self) -> bool:
        return self.at("network", "fabric") not in (None, "none")

    @property
    def _interface_of_fabric(self) -> str | None:
        """Return the rendezvous interface that the chart chooses for a fabric; None if it chooses none."""
        return "eth0" if self._has_fabric and not self.at("network", "hostNetwork") else None


def _is_set(value: object) -> bool:
    """Return True unless a value is missing, empty or false; the number 0 is set."""
    return bool(value) or (value == 0 and value is not False)
