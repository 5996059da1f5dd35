"""Why a cluster can't be asked. No message holds a credential."""


class ClusterError(Exception):
    """The cluster can't be asked, with the way out where there is one."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        """Keep the message and the hint apart, for the command to lay out."""
        super().__init__(message)
        self.hint = hint


class AnswerError(ClusterError):
    """The server answers with something else than an API server does."""

    def __init__(self, request: str, why: str) -> None:
        """Say to which request, and what the answer is not."""
        hint = "a proxy or a login page may have answered in the place of the API server"
        super().__init__(f"the answer of the server to `{request}` is not {why}", hint=hint)


class DeniedError(ClusterError):
    """The user may not ask this."""


class NotServedError(ClusterError):
    """The cluster has no such kind."""
