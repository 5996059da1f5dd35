"""The releases of Kubeflow Trainer whose controllers are known, and in what they differ."""

from enum import StrEnum


class Release(StrEnum):
    """A release."""

    V2_1 = "2.1"
    V2_3 = "2.3"

    @property
    def merges_resources(self) -> bool:
        """Say whether `resourcesPerNode` is merged into the runtime's resources, and not put in their place."""
        return self is Release.V2_3

    @property
    def reads_keys_only(self) -> bool:
        """Say whether torchtune's switches count wherever they are named, whatever they are set to."""
        return self is Release.V2_1

    @property
    def guards_keys(self) -> bool:
        """Say whether the ssh keys are mounted for their owner only."""
        return self is Release.V2_3

    @property
    def counts_replicas(self) -> bool:
        """Say whether the hostfile has the pods of every replica of the nodes, and not of the first alone."""
        return self is Release.V2_3

    @property
    def keeps_init_containers(self) -> bool:
        """Say whether containers of `initContainers` are left as they are."""
        return self is Release.V2_1
