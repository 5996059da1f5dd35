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
