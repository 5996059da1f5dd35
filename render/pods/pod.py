"""A pod of a run."""

from dataclasses import dataclass

from render.manifests.jobset import ReplicatedJob
from render.manifests.paths import Data
from render.pods.environment import ConfigMaps, EnvFrom, PodFields, Value, container_environment, expand_references

_INDEX = "JOB_COMPLETION_INDEX"
"""Variable that the Job controller appends to the containers of an indexed Job's pods if they don't set it."""


@dataclass(frozen=True, slots=True)
class ContainerStart:
    """Command, arguments and environment of a container."""

    command: tuple[Value, ...]
    args: tuple[Value, ...]
    env: dict[str, Value]
    env_from: tuple[Data, ...]
    """Entries of `envFrom` that can't be read here, so that more variables may exist."""


@dataclass(frozen=True, slots=True)
class RunPod:
    """A pod that the controllers will create."""

    name: str
    """Without the random suffix (`-` and five characters)."""
    hostname: str | None
    """None if it equals the pod's full name, which is unknown."""
    fqdn: str | None
    """None without a host name or if the JobSet creates no DNS names."""
    role: ReplicatedJob
    job_index: int
    fields: PodFields
    config_maps: ConfigMaps

    @property
    def index(self) -> int | None:
        """Its completion index; None if the Job is not indexed."""
        return self.fields.index

    @property
    def container(self) -> Data:
        """The container with the role's name, else the first one; empty if there is none."""
        containers: list[Data] = self.role.pod.get("containers", [])
        return next((one for one in containers if one["name"] == self.role.name), containers[0] if containers else {})

    def start(self, container: Data, sources: EnvFrom | None = None) -> ContainerStart:
        """Return how one of its containers starts. `sources` is the container's `envFrom`, the same for all pods."""
        sources = sources or EnvFrom.of(container, self.config_maps)
        env = container_environment(container, sources, self.config_maps, self.fields)
        if self.index is not None and not any(one["name"] == _INDEX for one in container.get("env", ())):
            env[_INDEX] = str(self.index)
        command, args = (
            tuple(expand_references(word, env, are_all=not sources.unknown) for word in container.get(key, ()))
            for key in ("command", "args")
        )
        return ContainerStart(command, args, env, sources.unknown)
