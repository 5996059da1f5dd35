"""What a server may answer, and what the command takes of it: limits in bytes, pages and time, and the right shapes."""

import gzip
import itertools
import json
import socket
import ssl
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

from render.cluster import ClusterError, client, connect, response
from render.doctor.cluster_cache import ClusterCache
from render.doctor.examine import survey
from tests.security.servers import MEMORY, Serve, kubeconfig, refused, render, send, send_json, server

CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one, namespace: team}\n"
POD = {"name": "pods", "kind": "Pod", "namespaced": True}
NODE = {"name": "nodes", "kind": "Node", "namespaced": False}
CLASS = {"name": "storageclasses", "kind": "StorageClass", "namespaced": False}
MAP = {"name": "configmaps", "kind": "ConfigMap", "namespaced": True}
DEFINITION = {"name": "customresourcedefinitions", "kind": "CustomResourceDefinition", "namespaced": False}
REVIEW = {"name": "selfsubjectaccessreviews", "kind": "SelfSubjectAccessReview", "namespaced": False}
NAMES: dict[str, Any] = {
    "/version": {"gitVersion": "v1.36.0"},
    "/apis": {"groups": []},
    "/api/v1": {"resources": [POD, NODE, MAP]},
    "/apis/storage.k8s.io/v1": {"resources": [CLASS]},
    "/apis/apiextensions.k8s.io/v1": {"resources": [DEFINITION]},
    "/apis/authorization.k8s.io/v1": {"resources": [REVIEW]},
}
"""What a server has to say before it is asked for objects."""
MIB = 1 << 20


@pytest.fixture(params=["doctor", "schema", "validate", "diff"])
def command(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """A command that asks a server."""
    manifest = tmp_path / "one.yaml"
    manifest.write_text(CONFIG_MAP, encoding="utf-8")
    return {
        "doctor": ["doctor"],
        "schema": ["schema", "crd", "--from-cluster", "--output-dir", str(tmp_path / "out")],
        "validate": ["validate", "--server", str(manifest)],
        "diff": ["diff", "--live", str(manifest)],
    }[request.param]


def run_render(serve: Serve, folder: Path, *command: str, context: ssl.SSLContext | None = None, **options: Any) -> Any:
    with server(serve, context) as address:
        insecure = {"insecure-skip-tls-verify": True} if context else {}
        path = kubeconfig(folder / "config", {"server": address, **insecure})
        # The library of Helm, which `validate` and `diff` load, reserves more address space than it uses.
        memory = MEMORY if command[0] in ("doctor", "schema") else 6 << 30
        return render(*command, **{"kubeconfig": path, "memory": memory, **options})


def endless(_: str, connection: socket.socket) -> None:
    connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"a": "')
    while True:
        connection.sendall(b"x" * MIB)


def test_an_answer_without_an_end(command: list[str], tmp_path: Path) -> None:
    done = run_render(endless, tmp_path, *command)
    refused(done, "is longer than the limit of 32 MiB")


def test_an_answer_without_an_end_in_chunks_over_tls(tmp_path: Path) -> None:
    def serve(_: str, connection: socket.socket) -> None:
        connection.sendall(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n{"a": \r\n')
        while True:
            connection.sendall(b"100000\r\n" + b" " * MIB + b"\r\n")

    done = run_render(serve, tmp_path, "doctor", context=certified(tmp_path))
    refused(done, "is longer than the limit of 32 MiB")


def test_an_answer_of_the_largest_size_is_read(tmp_path: Path) -> None:
    filled = json.dumps({"gitVersion": "v1.36.0", "more": ""}).encode()
    padding = b"x" * (response.MAX_BYTES - len(filled))

    def serve(path: str, connection: socket.socket) -> None:
        if path == "/version":
            send(connection, filled[:-2] + padding + filled[-2:])
        else:
            send_json(connection, NAMES.get(path.partition("?")[0], {"items": []}))

    done = run_render(serve, tmp_path, "doctor")
    assert "the API server is v1.36.0" in done.stdout, done.text
    assert done.status == 0


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "gzip, gzip"])
def test_a_compressed_answer(encoding: str, command: list[str], tmp_path: Path) -> None:
    """Nobody has asked for one: a thousandth of it arrives."""
    bomb = gzip.compress(b" " * (64 * MIB))

    def serve(_: str, connection: socket.socket) -> None:
        send(connection, bomb, Content_Encoding=encoding)

    refused(run_render(serve, tmp_path, *command), f"answers with `Content-Encoding: {encoding}`")


@pytest.mark.parametrize("values", ["[],", "{},", "0,"])
def test_an_answer_of_small_values(values: str, tmp_path: Path) -> None:
    """Within the bytes, and each of its values takes 20 times as many in memory."""
    count = response.MAX_BYTES // len(values) - 100
    data = b'{"items": [' + values.encode() * count + b"0]}"

    def serve(_: str, connection: socket.socket) -> None:
        send(connection, data)

    done = run_render(serve, tmp_path, "doctor", memory=700 * MIB)
    refused(done, "the answer of the server to `GET /version` is not within the limit of 2000000 values")


def dripping(data: bytes) -> Serve:
    """Send this at once, and then a byte now and then, for ever."""
    over = threading.Event()

    def serve(_: str, connection: socket.socket) -> None:
        connection.sendall(data)
        while not over.wait(0.02):
            connection.sendall(b" ")

    return serve


@pytest.mark.parametrize(
    "data",
    [b"", b"HTTP/1.1 200 OK\r\nX-One: ", b"HTTP/1.1 200 OK\r\n\r\n{"],
    ids=["status line", "header", "body"],
)
def test_a_byte_at_a_time(data: bytes, command: list[str], tmp_path: Path) -> None:
    done = run_render(dripping(data), tmp_path, *command, limits={"render.cluster.http.ANSWER_SECONDS": 1.0})
    refused(done, "has not finished its response to `GET ")


def test_interim_answers_without_an_end(tmp_path: Path) -> None:
    def serve(_: str, connection: socket.socket) -> None:
        while True:
            connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")

    done = run_render(serve, tmp_path, "doctor", limits={"render.cluster.http.ANSWER_SECONDS": 1.0})
    refused(done, "has not finished its response to `GET ")


@pytest.mark.parametrize("has_news", [True, False])
@pytest.mark.parametrize("command", ["doctor", "schema"], indirect=True)
def test_a_list_without_an_end(command: list[str], has_news: bool, tmp_path: Path) -> None:  # noqa: FBT001
    """A page that has nothing new is counted as well."""
    numbers = itertools.count()
    asked: list[str] = []
    specs = {
        "doctor": {},
        "schema": {"group": "a", "names": {"kind": "A", "plural": "a"}, "scope": "Cluster", "versions": []},
    }

    def serve(path: str, connection: socket.socket) -> None:
        place = path.partition("?")[0]
        if place in NAMES:
            send_json(connection, NAMES[place])
            return
        asked.append(path)
        number = next(numbers)
        item = {"metadata": {"name": f"object-{number if has_news else 0}"}, "spec": specs[command[0]]}
        send_json(connection, {"metadata": {"continue": str(number)}, "items": [item]})

    done = run_render(serve, tmp_path, *command)
    refused(done, f"lists more than the limit of {client.MAX_PAGES} pages")
    assert len(asked) == client.MAX_PAGES + 1


def test_pages_that_take_too_long_together(tmp_path: Path) -> None:
    numbers = itertools.count()

    def serve(path: str, connection: socket.socket) -> None:
        place = path.partition("?")[0]
        send_json(connection, NAMES.get(place) or {"metadata": {"continue": str(next(numbers))}, "items": []})

    done = run_render(serve, tmp_path, "doctor", limits={"render.cluster.client.PAGES_SECONDS": 0.01})
    refused(done, "take more than 0.01 seconds")


DEEP = '{"a": ' * 100_000 + "1" + "}" * 100_000
LESS_DEEP = '{"a": ' * 300 + "1" + "}" * 300
WRONG = [
    "",
    "null",
    "5",
    '"text"',
    "[]",
    "[" * 100_000,
    DEEP,
    LESS_DEEP,
    '{"gitVersion": NaN}',
    '{"gitVersion": 1e999}',
    '{"gitVersion": ' + "9" * 100_000 + "}",
    '{"gitVersion": ' + "9" * 30 + "}",
    '{"gitVersion": "\\ud800"}',
    "\xff\xfe{\x00}\x00",
    '{"gitVersion": []}',
    "{}",
    '{"gitVersion": "v1"',
]


@pytest.mark.parametrize("text", WRONG, ids=[text[:12].encode().hex() or "nothing" for text in WRONG])
def test_a_version_that_is_none(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def serve(_: str, connection: socket.socket) -> None:
        send(connection, text.encode("latin-1"))

    message = message_of(serve, tmp_path, monkeypatch)
    assert message.startswith("the answer of the server to `GET /")
    assert len(message) < 300


def message_of(serve: Serve, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return why a cluster can't be examined, and that it is the server's fault."""
    with server(serve) as address:
        monkeypatch.setenv("KUBECONFIG", str(kubeconfig(folder / "config", {"server": address})))
        with pytest.raises(ClusterError) as raised:
            list(survey(ClusterCache(connect())))
    return str(raised.value)


def test_an_answer_that_is_none_in_the_command(command: list[str], tmp_path: Path) -> None:
    def serve(_: str, connection: socket.socket) -> None:
        send_json(connection, [])

    refused(run_render(serve, tmp_path, *command), "is not a JSON object (200)")


BODIES: list[tuple[str, object]] = [
    ("/api/v1", {"resources": 5}),
    ("/api/v1", {"resources": {"name": "pods"}}),
    ("/api/v1", {"resources": [5]}),
    ("/api/v1", {"resources": [{"name": 5, "kind": "Pod", "namespaced": True}]}),
    ("/api/v1", {"resources": [{"name": "nodes"}]}),
    ("/apis", {"groups": [{"name": "a"}]}),
    ("/apis", {"groups": [{"name": "a", "versions": "v1"}]}),
    ("/apis", {"groups": "a"}),
    ("/api/v1/nodes", {"items": {"a": 1}}),
    ("/api/v1/nodes", {"items": [5]}),
    ("/api/v1/nodes", {"items": [{}]}),
    ("/api/v1/nodes", {"items": [{"metadata": "one"}]}),
    ("/api/v1/nodes", {"items": [{"metadata": {"name": 5}}]}),
    ("/api/v1/nodes", {"items": [{"metadata": {"name": "a", "labels": [1]}}]}),
    ("/api/v1/nodes", {"items": [{"metadata": {"name": "a"}, "status": []}]}),
    ("/api/v1/nodes", {"items": [{"metadata": {"name": "a"}, "status": {"allocatable": ["cpu"]}}]}),
    ("/api/v1/nodes", {"items": [], "metadata": {"continue": 5}}),
    ("/api/v1/pods", {"items": [{"metadata": {"name": "a"}, "spec": {"containers": "one"}}]}),
    ("/api/v1/pods", {"items": [{"metadata": {"name": "a"}, "spec": {"containers": [5]}}]}),
    ("/api/v1/pods", {"items": [{"metadata": {"name": "a"}, "spec": {"nodeName": {}}}]}),
    ("/api/v1/pods", {"items": [{"metadata": {"name": "a"}}]}),
]


@pytest.mark.parametrize(("wrong", "answer"), BODIES)
def test_an_answer_of_another_shape(
    wrong: str, answer: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def serve(path: str, connection: socket.socket) -> None:
        place = path.partition("?")[0]
        send_json(connection, answer if place == wrong else NAMES.get(place, {"items": []}))

    assert message_of(serve, tmp_path, monkeypatch).startswith(f"the answer of the server to `GET {wrong}` is not ")


@pytest.mark.parametrize(
    "answer",
    [
        (200, []),
        (200, {}),
        (200, {"metadata": []}),
        (409, {"reason": "Conflict"}),
        (409, {"reason": "Conflict", "details": {"causes": "all"}}),
        (422, {"message": ["a"], "reason": {}, "details": []}),
        (422, {"message": "no", "details": {"causes": [5, {"field": 5, "message": ["x"]}, {"field": '[a="\\x"]'}]}}),
        (422, {"message": "no", "details": {"causes": [{"field": "data[" + "9" * 4000 + "]", "message": "m"}] * 5000}}),
        (422, {"message": "no", "details": {"causes": [{"field": 'data[key="\\x"].b', "message": "m"}]}}),
        (500, {"message": "failed to create typed patch object (x): .a[b: c .a" + "[" * 3000}),
    ],
)
def test_a_verdict_of_another_shape(answer: tuple[int, object], tmp_path: Path) -> None:
    """A refusal is one, however it is worded: it is never taken for consent."""
    manifest = tmp_path / "one.yaml"
    manifest.write_text(CONFIG_MAP, encoding="utf-8")

    def serve(path: str, connection: socket.socket) -> None:
        place = path.partition("?")[0]
        if place in NAMES:
            send_json(connection, NAMES[place])
        else:
            send_json(connection, answer[1], f"{answer[0]} Said")

    done = run_render(serve, tmp_path, "validate", "--server", str(manifest))
    assert "Traceback" not in done.text
    assert done.status in (1, 2), done.text
    assert len(done.text) < 500_000


@pytest.mark.parametrize(
    "answer", [[], {}, {"metadata": 5}, {"metadata": {"name": []}}, {"metadata": {"name": "a"}, "data": 5}]
)
def test_an_object_of_another_shape(answer: object, tmp_path: Path) -> None:
    manifest = tmp_path / "one.yaml"
    manifest.write_text(CONFIG_MAP, encoding="utf-8")

    def serve(path: str, connection: socket.socket) -> None:
        send_json(connection, NAMES.get(path.partition("?")[0], answer))

    done = run_render(serve, tmp_path, "diff", "--live", str(manifest))
    refused(done, "the answer of the server to `GET /api/v1/namespaces/team/configmaps/one` is not ")


@pytest.mark.parametrize("spec", [None, 5, [], {"group": 5}, {"group": "a", "versions": {}, "names": []}])
def test_a_definition_of_another_shape(spec: object, tmp_path: Path) -> None:
    def serve(path: str, connection: socket.socket) -> None:
        listed = {"items": [{"metadata": {"name": "a"}, "spec": spec}]}
        send_json(connection, NAMES.get(path.partition("?")[0], listed))

    refused(
        run_render(serve, tmp_path, "schema", "crd", "--from-cluster", "--output-dir", str(tmp_path / "out")),
        "is not a `Cust",
    )


def certified(folder: Path) -> ssl.SSLContext:
    """Return the context of a server with a certificate that nobody has signed."""
    certificate, key = folder / "crt", folder / "key"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "1"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context
