"""What `render.cluster` says of a cluster that can't be asked: a sentence and a way out, and never a credential."""

import json
import shutil
import socket
import subprocess
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from render.cluster import Client, ClusterError, DeniedError, connect
from render.kube.gvk import GroupVersionKind
from tests.cluster.kubeconfigs import authority, changed, port
from tests.cluster.relay import relay, speaker
from tests.cluster.server import Server

POD = GroupVersionKind("", "v1", "Pod")
TRAINER = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "trainer", "namespace": "team"}}
EARLY, LATE = 946_684_800, 4_102_444_800
"""The beginnings of 2000 and 2100, in seconds since 1970."""
SECONDS = 10.0


@pytest.fixture
def kubeconfig(home: Path, server: Server) -> Path:
    assert server
    return home / ".kube" / "config"


@pytest.fixture
def client(tmp_path: Path, kubeconfig: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Client]:
    """Return what connects with another field of the kubeconfig's cluster, or another token."""

    def connected(timeout: float = SECONDS, token: str | None = None, **cluster: object) -> Client:
        path = changed(kubeconfig, tmp_path / "config", token=token, cluster=cluster)
        monkeypatch.setenv("KUBECONFIG", str(path))
        return connect(timeout=timeout)

    return connected


def error_of(client: Client) -> str:
    with pytest.raises(ClusterError) as raised:
        client.version()
    assert raised.value.hint
    return str(raised.value)


def test_a_port_where_no_one_listens(client: Callable[..., Client]) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = listener.getsockname()[1]
    expected = f"`127.0.0.1:{port}` refuses the connection: there is no API server at this address"
    assert error_of(client(server=f"https://127.0.0.1:{port}")) == expected


def test_a_name_that_no_one_knows(client: Callable[..., Client]) -> None:
    assert error_of(client(server="https://api.cluster.invalid:6443")) == "can't resolve `api.cluster.invalid:6443`"


def test_a_server_that_says_nothing(client: Callable[..., Client]) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = listener.getsockname()[1]
        asked = client(timeout=0.2, server=f"https://127.0.0.1:{port}")
        assert error_of(asked) == f"`127.0.0.1:{port}` has not answered within 0.2 seconds"


def test_a_server_that_speaks_no_tls(client: Callable[..., Client]) -> None:
    with speaker(b"220 mail.example ESMTP\r\n") as port:
        message = error_of(client(server=f"https://127.0.0.1:{port}"))
    assert message == f"no secure connection to `127.0.0.1:{port}`: wrong version number"


def test_another_cluster_s_authority(client: Callable[..., Client], tmp_path: Path) -> None:
    authority = tmp_path / "other.crt"
    run = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=other", "-days", "1"]
    subprocess.run([*run, "-keyout", tmp_path / "other.key", "-out", authority], check=True, capture_output=True)
    message = error_of(client(**{"certificate-authority": str(authority)}))
    assert message.startswith("the certificate of `127.0.0.1:")
    assert "` is not trusted: self-signed certificate" in message


def test_a_certificate_of_another_name(client: Callable[..., Client]) -> None:
    assert "is not trusted: hostname mismatch" in error_of(client(**{"tls-server-name": "other.example"}))


def test_an_authority_that_is_no_certificate(client: Callable[..., Client], tmp_path: Path) -> None:
    (tmp_path / "ca.crt").write_text("no certificate", encoding="utf-8")
    with pytest.raises(ClusterError, match=r"`certificate-authority` of cluster `test` .* is not PEM"):
        client(**{"certificate-authority": str(tmp_path / "ca.crt")})


def test_a_token_that_no_one_gave(client: Callable[..., Client]) -> None:
    message = error_of(client(token="no-such-token"))
    assert message == "the API server does not accept the credentials (401)"


def test_a_token_that_has_expired(client: Callable[..., Client], kubeconfig: Path, server: Server) -> None:
    """Signed with the server's own key, for an account that is there: only its time is over."""
    uid = server.find(TRAINER).body["metadata"]["uid"]
    key = authority(kubeconfig).with_suffix(".key")
    assert client(token=signed(key, uid, expires=LATE)).version()
    token = signed(key, uid, expires=EARLY)
    assert error_of(client(token=token)) == "the API server does not accept the credentials (401)"


def test_a_token_whose_account_is_gone(client: Callable[..., Client], server: Server) -> None:
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "gone", "namespace": "team"}}
    assert server.create(account).refusal == ""
    token = server.token(account)
    assert server.delete(account).refusal == ""
    message = error_of(client(token=token))
    assert message == "the API server does not accept the credentials (401)"
    assert token not in message


def test_no_permission(client: Callable[..., Client], server: Server) -> None:
    asked = client(token=server.token(TRAINER))
    with pytest.raises(DeniedError, match=r"^not allowed to list `pods` in namespace `team` \(403\)$") as raised:
        list(asked.list(POD, "team"))
    assert "`system:serviceaccount:team:trainer`" in str(raised.value.hint)
    with pytest.raises(DeniedError, match=r"^not allowed to get `jobsets.jobset.x-k8s.io` in namespace `team` "):
        asked.get(GroupVersionKind("jobset.x-k8s.io", "v1alpha2", "JobSet"), "team", "run")
    assert not asked.may("create", POD, "team")


def test_a_server_that_dies_in_the_middle_of_an_answer(client: Callable[..., Client], kubeconfig: Path) -> None:
    with relay(port(kubeconfig), 20_000) as broken:
        asked = client(server=f"https://127.0.0.1:{broken}")
        with pytest.raises(ClusterError, match="closed the connection in the middle of a response") as raised:
            list(asked.list(GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition")))
    assert raised.value.hint == "try again: it may be restarting"


def signed(key: Path, uid: str, expires: int) -> str:
    """Return the token of an account `team/trainer`, as the API server makes it; `expires` in seconds since 1970."""
    issuer = "https://kubernetes.default.svc"
    subject = "system:serviceaccount:team:trainer"
    account = {"namespace": "team", "serviceaccount": {"name": "trainer", "uid": uid}}
    claims: dict[str, object] = {
        "iss": issuer,
        "aud": [issuer],
        "sub": subject,
        "kubernetes.io": account,
    }
    claims |= {"iat": 915148800, "nbf": 915148800, "exp": expires}
    text = b".".join(encoded(json.dumps(part).encode()) for part in ({"alg": "RS256", "typ": "JWT"}, claims))
    openssl = shutil.which("openssl")
    assert openssl
    command = [openssl, "dgst", "-sha256", "-sign", str(key)]
    signature = subprocess.run(command, input=text, capture_output=True, check=True).stdout
    return b".".join((text, encoded(signature))).decode()


def encoded(data: bytes) -> bytes:
    return urlsafe_b64encode(data).rstrip(b"=")
