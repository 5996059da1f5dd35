"""What to say where there is no answer of an API server: the library's exceptions in words."""

import ssl

from urllib3 import exceptions

from render.cluster.errors import ClusterError

_ADDRESS = "is the `server` of the kubeconfig right, and the VPN up?"
_CERTIFICATES = "is `certificate-authority` of the kubeconfig this cluster's?"
_BETWEEN = "a VPN, a firewall or a proxy may be in the way"


def failure(error: exceptions.HTTPError | OSError, host: str, seconds: float) -> ClusterError:
    """Return why a host gives no answer to a request that may take some seconds."""
    match error:
        case exceptions.NewConnectionError():  # first: to the library it is a time-out
            message, hint = _not_connected(error, host), _ADDRESS
        case exceptions.TimeoutError():
            message, hint = f"`{host}` has not answered within {seconds:g} seconds", _BETWEEN
        case exceptions.ProxyError():
            message, hint = f"the proxy on the way to `{host}` can't be reached", _BETWEEN
        case exceptions.SSLError() | ssl.SSLError() if not is_cut(error):
            message, hint = _not_trusted(error, host), _CERTIFICATES
        case _ if is_cut(error):
            message, hint = f"`{host}` broke off in the middle of an answer", "try again: it may be restarting"
        case _:
            message, hint = f"`{host}` can't be asked: {type(error).__name__}", _ADDRESS
    return ClusterError(message, hint=hint)


def is_cut(error: BaseException) -> bool:
    """Say whether the other side has closed a connection that stood."""
    if isinstance(error, exceptions.SSLError):
        return bool(error.args) and isinstance(error.args[0], ssl.SSLEOFError | ssl.SSLZeroReturnError)
    return isinstance(error, exceptions.ProtocolError | exceptions.DecodeError)


def _not_connected(error: exceptions.NewConnectionError, host: str) -> str:
    if isinstance(error, exceptions.NameResolutionError):
        return f"no address is known for `{host}`"
    if isinstance(error.__cause__, ConnectionRefusedError):
        return f"`{host}` refuses the connection: no API server listens there"
    reason = error.__cause__.strerror if isinstance(error.__cause__, OSError) else None
    return f"`{host}` can't be reached: {(reason or 'no connection').lower()}"


def _not_trusted(error: BaseException, host: str) -> str:
    inner = error if isinstance(error, ssl.SSLError) else error.args[0] if error.args else None
    if isinstance(inner, ssl.SSLCertVerificationError):
        return f"the certificate of `{host}` is not trusted: {inner.verify_message.lower()}"
    reason = (inner.reason or "").replace("_", " ").lower() if isinstance(inner, ssl.SSLError) else ""
    return f"no secure connection to `{host}`: {reason or 'it speaks no TLS'}"
