"""Requests to an API server over HTTPS, asked again a few times where it is only busy."""

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from urllib3 import BaseHTTPResponse, PoolManager, Timeout
from urllib3.exceptions import HTTPError

from render.cluster.answer import Answer
from render.cluster.errors import ClusterError
from render.cluster.failures import failure, is_cut

TRIES = 3
PAUSE_SECONDS = 0.2
LONGEST_PAUSE_SECONDS = 2.0
"""However much later a server asks to be asked again."""

_BUSY = frozenset({429, 502, 503, 504})
_WARNING = re.compile(r'299 \S+ "((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True, slots=True)
class Wire:
    """A way to one API server."""

    address: str
    """Of the server, without a slash at its end."""
    host: str
    """As messages name it."""
    pool: PoolManager
    credentials: Callable[[], Mapping[str, str]]
    """Headers, made again for each request: tokens expire."""
    seconds: float
    """How long one request may take."""

    def ask(
        self,
        method: str,
        path: str,
        query: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
        *,
        content: str = "application/json",
    ) -> Answer:
        """Return what the server says, whatever it says. Raises ClusterError where it says nothing that can be read."""
        url = f"{self.address}{path}" + (f"?{urlencode(query)}" if query else "")
        data = None if body is None else json.dumps(body).encode()
        for left in reversed(range(TRIES)):
            try:
                response = self._send(method, url, data, content)
            except (HTTPError, OSError) as error:
                if not left or not is_cut(error):
                    raise failure(error, self.host, self.seconds) from error
                wanted = ""
            else:
                wanted = response.headers.get("Retry-After", "")
                if not left or not (response.status in _BUSY or (response.status >= 500 and wanted)):
                    break
            time.sleep(pause_seconds(wanted, TRIES - left))
        return self._answer(response)

    def _send(self, method: str, url: str, data: bytes | None, content: str) -> BaseHTTPResponse:
        headers = {"Accept": "application/json", "User-Agent": "render", **self.credentials()}
        if data is not None:
            headers["Content-Type"] = content
        # The library retries at other times, and writes to the log what it does.
        return self.pool.request(
            method, url, body=data, headers=headers, timeout=Timeout(self.seconds), retries=False, redirect=False
        )

    def _answer(self, response: BaseHTTPResponse) -> Answer:
        try:
            body = json.loads(response.data)
        except ValueError:
            body = None
        if isinstance(body, dict):
            warnings = _WARNING.findall(response.headers.get("Warning", ""))
            return Answer(response.status, body, tuple(re.sub(r"\\(.)", r"\1", text) for text in warnings))
        if response.status >= 400:  # a proxy answers so, and a path that leads nowhere
            return Answer(response.status, {})
        raise ClusterError(
            f"`{self.host}` does not answer as an API server does ({response.status}, no JSON object)",
            hint="a proxy or a page to log in at may have answered in its place",
        )


def pause_seconds(wanted: str, tried: int) -> float:
    """Return how long to wait after some tries, where a server wants some seconds (`Retry-After`) or says nothing."""
    return min(float(wanted) if wanted.isdecimal() else PAUSE_SECONDS * 2.0**tried, LONGEST_PAUSE_SECONDS)
