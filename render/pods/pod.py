"""One pod of a run."""

from dataclasses import dataclass

from render.manifests.jobset import ReplicatedJob
from render.manifests.places import Data
from render.pods.environment import ConfigMaps, Sources, environment
from render.pods.expansion import expanded
from render.pods.fields import Fields
from render.pods.value import Value

_INDEX = "JOB_COMPLETION_INDEX"
"""What the Job controller adds to every container of a numbered pod that has no such variable, behind its own."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a container is started with."""

    command: tuple[Value, ...]
    args: tuple[Value, ...]
    env: dict[str, Value]
    env_from: tuple[Data, ...]
    """Where more variables come from, as the manifest has it: their names are not known here."""


@dataclass(frozen=True, slots=True)
class Pod:
    """A pod as it will be."""

    name: str
    """Without the `-` and the five characters that the API server ends it with."""
    hostname: str | None
    """None where it is the pod's whole name, which is not known."""
    fqdn: str | None
    """None without a host name, and where the JobSet gives its pods no DNS names."""
    role: ReplicatedJob
    job_index: int
    fields: Fields
    config_maps: ConfigMaps

    @property
    def index(self) -> int | None:
        """Its number among the pods of its Job; None where they are not numbered."""
        return self.fields.index

    @property
    def container(self) -> Data:
        """The container that is named as the role, else the first one; empty where there is none."""
        containers: list[Data] = self.role.pod.get("containers", [])
        return next((one for one in containers if one["name"] == self.role.name), containers[0] if containers else {})

    def start(self, container: Data, sources: Sources | None = None) -> Start:
        """Return what one of its containers is started with. `sources` are the container's, the same for all pods."""
        sources = sources or Sources.of(container, self.config_maps)
        env = environment(container, sources, self.config_maps, self.fields)
        if self.index is not None and not any(one["name"] == _INDEX for one in container.get("env", ())):
            env[_INDEX] = str(self.index)
        command, args = (
            tuple(expanded(word, env, are_all=not sources.unknown) for word in container.get(key, ()))
            for key in ("command", "args")
        )
        return Start(command, args, env, sources.unknown)
