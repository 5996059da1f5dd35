"""What a client says of kubeconfigs that lead nowhere, and of servers that answer badly; real ones: tests/cluster."""

import json
import subprocess
import sys
import tempfile
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from render.cluster import Client, ClusterError, connect
from render.cluster import http as wire
from render.kube.gvk import GroupVersionKind

POD = GroupVersionKind("", "v1", "Pod")
SECRET = "c2VjcmV0LXRva2Vu"
PODS = {"resources": [{"name": "pods", "kind": "Pod", "namespaced": True}]}


class Reply(NamedTuple):
    """What a server answers once."""

    status: int
    body: object
    headers: dict[str, str] = {}  # noqa: RUF012 - nobody changes it

    @property
    def data(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


Serve = Callable[..., Client]


@contextmanager
def serving(replies: list[Reply], requests: list[str]) -> Iterator[str]:
    """Run a server that gives these answers, the last one for good, and notes what it is asked. Yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requests.append(self.path)
            reply = replies.pop(0) if len(replies) > 1 else replies[0]
            self.send_response(reply.status)
            for name, value in {**reply.headers, "Content-Length": str(len(reply.data))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.data)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def requests() -> list[str]:
    """What the server has been asked."""
    return []


@pytest.fixture
def serve(tmp_path: Path, requests: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Client]]:
    """Return what starts a server and connects with it."""
    monkeypatch.setattr(wire, "PAUSE_SECONDS", 0.0)
    with ExitStack() as stack:

        def connected(*replies: Reply) -> Client:
            address = stack.enter_context(serving(list(replies), requests))
            monkeypatch.setenv("KUBECONFIG", str(kubeconfig(tmp_path, server=address)))
            return connect()

        yield connected


def kubeconfig(folder: Path, user: object = None, context: object = None, **cluster: str) -> Path:
    data = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "here",
        "clusters": [{"name": "here", "cluster": cluster}],
        "contexts": [{"name": "here", "context": context or {"cluster": "here", "user": "me", "namespace": "team"}}],
        "users": [{"name": "me", "user": user or {"token": SECRET}}],
    }
    path = folder / "config"
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    return path


def refused(ask: Callable[[], object]) -> ClusterError:
    with pytest.raises(ClusterError) as raised:
        ask()
    assert SECRET not in f"{raised.value} {raised.value.hint}"
    return raised.value


def page(*names: str, follows: str = "") -> Reply:
    spec = {"containers": [{"name": "one"}]}
    items = [{"metadata": {"name": name, "namespace": "team"}, "spec": spec} for name in names]
    return Reply(200, {"metadata": {"continue": follows}, "items": items})


def names(client: Client) -> list[str]:
    return [item["metadata"]["name"] for item in client.list(POD, "team")]


GONE = Reply(410, {"kind": "Status", "reason": "Expired", "message": "The provided continue parameter is too old"})


def test_a_list_that_the_server_forgets_is_begun_again(serve: Serve, requests: list[str]) -> None:
    client = serve(Reply(200, PODS), page("a", "b", follows="x"), GONE, page("a", "b", follows="y"), page("c"))
    assert names(client) == ["a", "b", "c"]
    assert [path.partition("continue=")[2] for path in requests[1:]] == ["", "x", "", "y"]


def test_a_list_that_the_server_always_forgets(serve: Serve, requests: list[str]) -> None:
    error = refused(lambda: names(serve(Reply(200, PODS), GONE)))
    assert str(error).startswith("the API server rejects the request to list `pods` in namespace `team` (410)")
    assert len(requests) == 4


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_busy_server_is_asked_again(status: int, serve: Serve, requests: list[str]) -> None:
    client = serve(Reply(status, b"busy", {"Retry-After": "0"}), Reply(200, {"gitVersion": "v1.36.3"}))
    assert client.version() == "v1.36.3"
    assert len(requests) == 2


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (429, "the API server is too busy to say its version (429)"),
        (503, "the API server fails to say its version (503)"),
    ],
)
def test_a_server_that_stays_busy(status: int, said: str, serve: Serve, requests: list[str]) -> None:
    error = refused(serve(Reply(status, b"<html>busy</html>")).version)
    assert (str(error), error.hint) == (said, "try again later")
    assert len(requests) == wire.MAX_TRIES


def test_a_server_asks_for_too_long_a_pause() -> None:
    assert wire.pause_seconds("3600", 1) == wire.MAX_PAUSE_SECONDS
    assert wire.pause_seconds("1", 1) == 1
    assert wire.pause_seconds("Wed, 21 Oct 2026 07:28:00 GMT", 1) == 2 * wire.PAUSE_SECONDS


def test_a_page_to_log_in_at(serve: Serve) -> None:
    error = refused(serve(Reply(200, b"<html>Log in</html>")).version)
    assert str(error) == "the answer of the server to `GET /version` is not JSON (200)"


def test_an_address_elsewhere_is_not_followed(serve: Serve, requests: list[str]) -> None:
    error = refused(serve(Reply(302, b"", {"Location": "http://127.0.0.1:1/login"})).version)
    assert str(error) == "the answer of the server to `GET /version` is not JSON (302)"
    assert requests == ["/version"]


def test_a_message_is_one_printable_line(serve: Serve) -> None:
    error = refused(serve(Reply(400, {"message": "one\n\x1b[31mtwo" + "x" * 5000})).version)
    assert "one \\x1b[31mtwo" in str(error)
    assert len(str(error)) < 2200


def test_the_namespace_is_that_of_the_context(serve: Serve) -> None:
    assert serve(Reply(200, {})).namespace == "team"


def test_no_kubeconfig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "none"))
    error = refused(connect)
    assert str(error) == f"there is no kubeconfig: `{tmp_path / 'none'}` doesn't exist"


def test_an_unknown_context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kubeconfig(tmp_path, server="https://127.0.0.1:1")
    monkeypatch.setenv("KUBECONFIG", str(path))
    error = refused(lambda: connect("there"))
    assert (str(error), error.hint) == (f"`{path}` has no context `there`", "give `--context` one of `here`")


def test_no_current_context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kubeconfig(tmp_path, server="https://127.0.0.1:1")
    path.write_text(path.read_text(encoding="utf-8").replace("current-context: here\n", ""), encoding="utf-8")
    monkeypatch.setenv("KUBECONFIG", str(path))
    assert str(refused(connect)) == f"`{path}` has no current context"


@pytest.mark.parametrize(
    "text", ["token: [" + SECRET, "users: " + SECRET, "[]", "", "current-context: a\ncontexts: [{name: a}]\n", "\x00"]
)
def test_a_kubeconfig_that_is_none(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "config"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("KUBECONFIG", str(path))
    assert str(path) in str(refused(connect))


@pytest.mark.parametrize(
    "command",
    [
        ["no-such-program"],
        [sys.executable, "-c", "import sys; sys.exit('log in first')"],
        [sys.executable, "-c", f"print({SECRET!r})"],
    ],
)
def test_a_plug_in_that_gives_no_credentials(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    plugin = {"apiVersion": "client.authentication.k8s.io/v1", "command": command[0], "args": command[1:]}
    path = kubeconfig(tmp_path, server="https://127.0.0.1:1", user={"exec": plugin})
    monkeypatch.setenv("KUBECONFIG", str(path))
    assert str(refused(connect)).startswith(f"the plug-in of user `me` of the kubeconfig `{path}` ")
    assert capfd.readouterr() == ("", "")


def test_keys_in_the_kubeconfig_are_not_left_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crt, key = tmp_path / "crt", tmp_path / "key"
    make = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=me",
        "-keyout",
        str(key),
        "-out",
        str(crt),
    ]
    subprocess.run(make, capture_output=True, check=True)
    names = {"client-certificate-data": crt, "client-key-data": key}
    user = {name: b64encode(file.read_bytes()).decode() for name, file in names.items()}
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    monkeypatch.setenv("KUBECONFIG", str(kubeconfig(tmp_path, server="https://127.0.0.1:1", user=user)))
    assert connect().host == "127.0.0.1:1"
    assert list(scratch.iterdir()) == []


def test_without_the_extra(tmp_path: Path) -> None:
    """As where `kubernetes` is not installed: the package is imported first by who connects."""
    (tmp_path / "kubernetes.py").write_text("raise ModuleNotFoundError('no', name='kubernetes')\n", encoding="utf-8")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import render.cluster as c\ntry: c.connect()\n"
    code += "except c.ClusterError as error: print(error, error.hint, sep='|')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    said = "this command needs the package `kubernetes`|"
    said += "`pip install 'kubernetes>=37.0,<38'` in the environment of render\n"
    assert done.stdout == said


def test_nothing_else_imports_the_extra() -> None:
    code = "import sys, render.cluster, render.cli.validate, render.cli._validate; print('kubernetes' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
