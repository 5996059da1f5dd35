"""Requests to an API server over HTTPS, repeated a few times where it is only busy; answers have limits."""

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from urllib3 import BaseHTTPResponse, PoolManager, Timeout
from urllib3.exceptions import HTTPError

from render.cluster.answer import MAX_WARNINGS, Answer
from render.cluster.body import MAX_BYTES, BodyError, parse
from render.cluster.deadline import within
from render.cluster.errors import AnswerError, ClusterError
from render.cluster.failures import failure, is_cut
from render.redaction import redact

ANSWER_SECONDS = 60.0
"""For one answer to its last byte, repeated requests included: what a kube-apiserver gives a request by default
(`--request-timeout`)."""

TRIES = 3
PAUSE_SECONDS = 0.2
LONGEST_PAUSE_SECONDS = 2.0
"""However much later a server asks to be asked again."""

_BUSY = frozenset({429, 502, 503, 504})
_WARNING = re.compile(r'299 \S+ "((?:[^"\\]|\\.)*)"')


class _Response(NamedTuple):
    status: int
    headers: Mapping[str, str]
    data: bytes


@dataclass(frozen=True, slots=True)
class Wire:
    """A way to one API server."""

    address: str
    """Of the server, without a slash at its end."""
    host: str
    """As messages name it."""
    pool: PoolManager
    credentials: Callable[[], Mapping[str, str]]
    """Headers, made again for each request: tokens expire. Raises ClusterError."""
    secrets: Callable[[], frozenset[str]]
    """What must not be repeated of the credentials."""
    seconds: float
    """How long the server may be silent."""

    def ask(
        self,
        method: str,
        path: str,
        query: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
        *,
        content: str = "application/json",
    ) -> Answer:
        """Return the server's answer, also where that is a refusal. Raises ClusterError where it can't be read."""
        url = f"{self.address}{path}" + (f"?{urlencode(query)}" if query else "")
        data = None if body is None else json.dumps(body).encode()
        response = within(
            ANSWER_SECONDS,
            lambda: self._exchange(method, url, data, content),
            lambda: ClusterError(
                f"`{self.host}` has not finished its answer to `{method} {path}` within {ANSWER_SECONDS:g} seconds",
                hint="an API server takes no longer by itself: a proxy may have answered in its place",
            ),
        )
        return self._answer(response, f"{method} {path}")

    def _exchange(self, method: str, url: str, data: bytes | None, content: str) -> _Response:
        """Send a request, a few times where the server is only busy or breaks off. Raises ClusterError."""
        for left in reversed(range(TRIES)):
            try:
                response = self._send(method, url, data, content)
                found = _Response(response.status, response.headers, self._read(response))
            except (HTTPError, OSError) as error:
                if not left or not is_cut(error):
                    raise failure(error, self.host, self.seconds) from error
                wanted = ""
            else:
                wanted = found.headers.get("Retry-After", "")
                if not left or not (found.status in _BUSY or (found.status >= 500 and wanted)):
                    break
            time.sleep(pause_seconds(wanted, TRIES - left))
        return found

    def _send(self, method: str, url: str, data: bytes | None, content: str) -> BaseHTTPResponse:
        headers = {
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "User-Agent": "render",
            **self.credentials(),
        }
        if data is not None:
            headers["Content-Type"] = content
        # The library retries at other times, and writes to the log what it does.
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
        """Return the body of a response. Raises ClusterError where it is too long, or compressed."""
        encoding = response.headers.get("Content-Encoding", "identity")
        if encoding != "identity":  # a few bytes may stand for gigabytes
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

    def _answer(self, response: _Response, request: str) -> Answer:
        secrets = self.secrets()
        try:
            body = parse(response.data, secrets)
        except BodyError as error:
            if response.status >= 400:  # a proxy answers so, and a path that leads nowhere
                return Answer(response.status, {}, (), request)
            raise AnswerError(request, f"{error} ({response.status})") from error
        texts = _WARNING.findall(response.headers.get("Warning", ""))[:MAX_WARNINGS]
        warnings = tuple(redact(re.sub(r"\\(.)", r"\1", text), secrets) for text in texts)
        return Answer(response.status, body, warnings, request, secrets)


def pause_seconds(wanted: str, tried: int) -> float:
    """Return how long to wait after some tries, where a server wants some seconds (`Retry-After`) or says nothing."""
    return min(float(wanted) if wanted.isdecimal() else PAUSE_SECONDS * 2.0**tried, LONGEST_PAUSE_SECONDS)
