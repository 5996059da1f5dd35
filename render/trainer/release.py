"""The supported releases of Kubeflow Trainer and their differences."""

from enum import StrEnum


class TrainerRelease(StrEnum):
    """A release of Kubeflow Trainer."""

    V2_1 = "2.1"
    V2_3 = "2.3"

    @property
    def merges_resources(self) -> bool:
        """Return True if `resourcesPerNode` is merged into the runtime's resources; else it replaces them."""
        return self is TrainerRelease.V2_3

    @property
    def reads_keys_only(self) -> bool:
        """Return True if torchtune's switches count as set wherever their keys occur."""
        return self is TrainerRelease.V2_1

    @property
    def guards_keys(self) -> bool:
        """Return True if the ssh keys are readable by their owner only."""
        return self is TrainerRelease.V2_3

    @property
    def counts_replicas(self) -> bool:
        """Return True if the hostfile has the pods of every replica of the nodes, not of the first only."""
        return self is TrainerRelease.V2_3

    @property
    def keeps_init_containers(self) -> bool:
        """Return True if `initContainers` are not changed."""
        return self is TrainerRelease.V2_1
