"""Why a cluster can't be asked. No message holds a credential."""


class ClusterError(Exception):
    """The cluster can't be asked, with the way out where there is one."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        """Keep the message and the hint apart, for the command to lay out."""
        super().__init__(message)
        self.hint = hint


class DeniedError(ClusterError):
    """The user may not ask this."""


class NotServedError(ClusterError):
    """The cluster has no such kind."""
