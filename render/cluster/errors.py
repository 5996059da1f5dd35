"""Errors of requests to a cluster. No message contains a credential."""


class ClusterError(Exception):
    """A request failed. `hint` is how to fix it, if known."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        """Set the message and the hint."""
        super().__init__(message)
        self.hint = hint


class ResponseError(ClusterError):
    """The response is not one of an API server."""

    def __init__(self, request: str, why: str) -> None:
        """Set the message from the request and the expected response."""
        hint = "a proxy or a login page may have answered in the place of the API server"
        super().__init__(f"the answer of the server to `{request}` is not {why}", hint=hint)


class DeniedError(ClusterError):
    """The user lacks a permission."""


class NotServedError(ClusterError):
    """The cluster doesn't serve the kind."""
