"""Requests to an API server over HTTPS: with limits of size and time, and retries if it is busy.

The `ApiClient` of the package `kubernetes` can't replace it: it reads a response of any size before it returns, follows
redirects, retries by urllib3's rules and lets urllib3 log them, and its time-out is for one read, not for the whole
response. Of the package only the configuration and its loaders are used."""

import json
import re
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from urllib3 import BaseHTTPResponse, PoolManager, Timeout, exceptions
from urllib3.exceptions import HTTPError

from render.cluster.deadline import run_within
from render.cluster.errors import ClusterError, ResponseError
from render.cluster.response import MAX_BYTES, MAX_WARNINGS, BodyError, Response, parse_body
from render.redaction import redact

ANSWER_SECONDS = 60.0
"""Time-out in seconds of one response to its last byte, with retries: the default of a kube-apiserver
(`--request-timeout`)."""

MAX_TRIES = 3
PAUSE_SECONDS = 0.2
MAX_PAUSE_SECONDS = 2.0
"""Maximum pause in seconds, even if a server requests a longer one."""

_BUSY = frozenset({429, 502, 503, 504})
_WARNING = re.compile(r'299 \S+ "((?:[^"\\]|\\.)*)"')


class _Response(NamedTuple):
    status: int
    headers: Mapping[str, str]
    data: bytes


@dataclass(frozen=True, slots=True)
class HttpTransport:
    """A connection pool to one API server, with credentials."""

    address: str
    """URL of the server, without a slash at its end."""
    host: str
    """Name of the server in messages."""
    pool: PoolManager
    credentials: Callable[[], Mapping[str, str]]
    """Function that returns the headers of a request: tokens expire. Raises ClusterError."""
    secrets: Callable[[], frozenset[str]]
    """Function that returns the parts of credentials that messages must not contain."""
    seconds: float
    """Time-out of a read, in seconds."""

    def request(
        self,
        method: str,
        path: str,
        query: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
        *,
        content: str = "application/json",
    ) -> Response:
        """Return the server's response, errors included. Raises ClusterError if it can't be read."""
        url = f"{self.address}{path}" + (f"?{urlencode(query)}" if query else "")
        data = None if body is None else json.dumps(body).encode()
        response = run_within(
            ANSWER_SECONDS,
            lambda: self._exchange(method, url, data, content),
            lambda: ClusterError(
                f"`{self.host}` has not finished its response to `{method} {path}` within {ANSWER_SECONDS:g} seconds",
                hint="an API server takes less time: a proxy may have answered in its place",
            ),
        )
        return self._answer(response, f"{method} {path}")

    def text(self, path: str, query: Mapping[str, str]) -> str:
        """Return a text that the server sends, such as a log, without secrets. Raises ClusterError if there is none."""
        late = ClusterError(f"`{self.host}` has not finished its response to `GET {path}`")
        url = f"{self.address}{path}?{urlencode(query)}"
        found = run_within(ANSWER_SECONDS, lambda: self._exchange("GET", url, None, ""), lambda: late)
        if found.status != 200:
            raise ClusterError(f"the API server has no text at `{path}` ({found.status})")
        return redact(found.data.decode("utf-8", "replace"), self.secrets())

    def _exchange(self, method: str, url: str, data: bytes | None, content: str) -> _Response:
        """Send a request, and retry if the server is busy or closes the connection. Raises ClusterError."""
        for left in reversed(range(MAX_TRIES)):
            try:
                response = self._send(method, url, data, content)
                found = _Response(response.status, response.headers, self._read(response))
            except (HTTPError, OSError) as error:
                if not left or not is_connection_cut(error):
                    raise connection_error(error, self.host, self.seconds) from error
                wanted = ""
            else:
                wanted = found.headers.get("Retry-After", "")
                if not left or not (found.status in _BUSY or (found.status >= 500 and wanted)):
                    break
            time.sleep(pause_seconds(wanted, MAX_TRIES - left))
        return found

    def _send(self, method: str, url: str, data: bytes | None, content: str) -> BaseHTTPResponse:
        headers = {
            "Accept": "application/json, */*",
            "Accept-Encoding": "identity",
            "User-Agent": "render",
            **self.credentials(),
        }
        if data is not None:
            headers["Content-Type"] = content
        # No retries of the library: it retries other errors, and logs them.
        return self.pool.request(
            method,
            url,
            body=data,
            headers=headers,
            timeout=Timeout(self.seconds),
            retries=False,
            redirect=False,
            preload_content=False,
        )

    def _read(self, response: BaseHTTPResponse) -> bytes:
        """Return the body of a response. Raises ClusterError if it is too long or compressed."""
        encoding = response.headers.get("Content-Encoding", "identity")
        if encoding != "identity":  # a few bytes may expand to gigabytes
            response.close()
            message = f"`{self.host}` answers with `Content-Encoding: {redact(encoding)[:40]}`, which was not accepted"
            raise ClusterError(message, hint="a proxy may have answered in its place")
        data = bytearray()
        for chunk in response.stream(1 << 16, decode_content=False):
            data += chunk
            if len(data) > MAX_BYTES:
                response.close()
                message = f"an answer of `{self.host}` is longer than the limit of {MAX_BYTES >> 20} MiB"
                raise ClusterError(message, hint="is the `server` of the kubeconfig an API server?")
        response.release_conn()
        return bytes(data)

    def _answer(self, response: _Response, request: str) -> Response:
        secrets = self.secrets()
        try:
            body = parse_body(response.data, secrets)
        except BodyError as error:
            if response.status >= 400:  # from a proxy, or for an unknown path
                return Response(response.status, {}, (), request)
            raise ResponseError(request, f"{error} ({response.status})") from error
        texts = _WARNING.findall(response.headers.get("Warning", ""))[:MAX_WARNINGS]
        warnings = tuple(redact(re.sub(r"\\(.)", r"\1", text), secrets) for text in texts)
        return Response(response.status, body, warnings, request, secrets)


def pause_seconds(wanted: str, tried: int) -> float:
    """Return the pause before the next try: `Retry-After` in seconds, else exponential; at most the limit."""
    return min(float(wanted) if wanted.isdecimal() else PAUSE_SECONDS * 2.0**tried, MAX_PAUSE_SECONDS)


_ADDRESS = "is the `server` of the kubeconfig right, and the VPN up?"
_CERTIFICATES = "is `certificate-authority` of the kubeconfig this cluster's?"
_BETWEEN = "a VPN, a firewall or a proxy may be in the way"


def connection_error(error: exceptions.HTTPError | OSError, host: str, seconds: float) -> ClusterError:
    """Return the error for an exception of the library; `seconds` is the time-out."""
    match error:
        case exceptions.NewConnectionError():  # first: the library's class is derived from that of time-outs
            message, hint = _not_connected(error, host), _ADDRESS
        case exceptions.TimeoutError():
            message, hint = f"`{host}` has not answered within {seconds:g} seconds", _BETWEEN
        case exceptions.ProxyError():
            message, hint = f"the proxy on the way to `{host}` can't be reached", _BETWEEN
        case exceptions.SSLError() | ssl.SSLError() if not is_connection_cut(error):
            message, hint = _not_trusted(error, host), _CERTIFICATES
        case _ if is_connection_cut(error):
            message, hint = (
                f"`{host}` closed the connection in the middle of a response",
                "try again: it may be restarting",
            )
        case _:
            message, hint = f"`{host}` can't be reached: {type(error).__name__}", _ADDRESS
    return ClusterError(message, hint=hint)


def is_connection_cut(error: BaseException) -> bool:
    """Return True if the server closed an established connection."""
    if isinstance(error, exceptions.SSLError):
        return bool(error.args) and isinstance(error.args[0], ssl.SSLEOFError | ssl.SSLZeroReturnError)
    return isinstance(error, exceptions.ProtocolError | exceptions.DecodeError)


def _not_connected(error: exceptions.NewConnectionError, host: str) -> str:
    if isinstance(error, exceptions.NameResolutionError):
        return f"can't resolve `{host}`"
    if isinstance(error.__cause__, ConnectionRefusedError):
        return f"`{host}` refuses the connection: there is no API server at this address"
    reason = error.__cause__.strerror if isinstance(error.__cause__, OSError) else None
    return f"`{host}` can't be reached: {(reason or 'no connection').lower()}"


def _not_trusted(error: BaseException, host: str) -> str:
    inner = error if isinstance(error, ssl.SSLError) else error.args[0] if error.args else None
    if isinstance(inner, ssl.SSLCertVerificationError):
        return f"the certificate of `{host}` is not trusted: {inner.verify_message.lower()}"
    reason = (inner.reason or "").replace("_", " ").lower() if isinstance(inner, ssl.SSLError) else ""
    return f"no secure connection to `{host}`: {reason or 'it speaks no TLS'}"
