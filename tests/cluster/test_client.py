"""The client of `render.cluster` reads a real API server, and nothing is stored by what it asks."""

from pathlib import Path

import pytest
from kubernetes.config import incluster_config

from render.cluster import Client, NotServedError, client, connect, kubeconfig
from render.kube.gvk import GroupVersionKind
from tests.cluster.kubeconfigs import authority, port
from tests.cluster.server import Object, Server

CONFIG_MAP = GroupVersionKind("", "v1", "ConfigMap")
JOBSET = GroupVersionKind("jobset.x-k8s.io", "v1alpha2", "JobSet")
NODE = GroupVersionKind("", "v1", "Node")


@pytest.fixture
def connection(home: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> Client:
    assert server
    monkeypatch.setenv("KUBECONFIG", str(home / ".kube" / "config"))
    return connect()


def config_map(name: str, namespace: str = "team", **data: str) -> Object:
    metadata = {"name": name, "namespace": namespace, "labels": {"part": "pages"}}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data}


def test_version(connection: Client) -> None:
    assert connection.version().startswith("v1.36.")


def test_kinds(connection: Client) -> None:
    assert connection.served.versions("jobset.x-k8s.io") == ("v1alpha2",)
    assert connection.served.versions("nobody.example") == ()
    assert connection.served.find(GroupVersionKind("nobody.example", "v1", "Nothing")) is None
    found = connection.served.needed(JOBSET)
    assert (found.plural, found.is_namespaced) == ("jobsets", True)


def test_a_kind_in_another_version(connection: Client) -> None:
    with pytest.raises(NotServedError, match="no `JobSet` of `jobset") as raised:
        connection.get(GroupVersionKind("jobset.x-k8s.io", "v1", "JobSet"), "team", "run")
    assert raised.value.hint == "it has versions `v1alpha2` of `jobset.x-k8s.io`"


def test_one_object(connection: Client) -> None:
    found = connection.get(GroupVersionKind("", "v1", "Namespace"), None, "team")
    assert found is not None
    assert found["metadata"]["name"] == "team"
    assert connection.get(CONFIG_MAP, "team", "nobody") is None


def test_a_name_is_one_part_of_the_address(connection: Client) -> None:
    assert connection.get(CONFIG_MAP, "team", "../../namespaces/team") is None


def test_pages(connection: Client, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PAGE", 2)
    for name in ("a", "b", "c", "d", "e"):
        assert server.create(config_map(f"page-{name}")).refusal == ""
    found = list(connection.list(CONFIG_MAP, "team", "part=pages"))
    assert [item["metadata"]["name"] for item in found] == [f"page-{name}" for name in "abcde"]
    assert {(item["apiVersion"], item["kind"]) for item in found} == {("v1", "ConfigMap")}
    assert list(connection.list(CONFIG_MAP, "team", "part=other")) == []


def test_all_namespaces(connection: Client) -> None:
    found = connection.list(GroupVersionKind("", "v1", "ServiceAccount"))
    assert {"team", "restricted"} <= {item["metadata"]["namespace"] for item in found}


def test_all_namespaces_but_one(connection: Client) -> None:
    account = GroupVersionKind("", "v1", "ServiceAccount")
    found = {one["metadata"]["namespace"] for one in connection.list(account)}
    assert "team" in found
    assert {one["metadata"]["namespace"] for one in connection.list(account, except_in="team")} == found - {"team"}
    assert [*connection.list(JOBSET, except_in="team")] == []  # a custom resource has the field, too


def test_a_dry_run_stores_nothing(connection: Client) -> None:
    item = config_map("dry", word="text")
    assert connection.dry_run(item).body["data"] == {"word": "text"}
    assert connection.dry_create(item).body["data"] == {"word": "text"}
    assert connection.get(CONFIG_MAP, "team", "dry") is None


def test_an_administrator_may(connection: Client) -> None:
    assert connection.may("create", JOBSET, "team")
    assert connection.may("list", NODE)


def test_from_inside_a_pod(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the kubelet mounts an account's token, the authority and the namespace."""
    account: Object = {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {"name": "trainer", "namespace": "team"},
    }
    (tmp_path / "token").write_text(server.token(account), encoding="utf-8")
    (tmp_path / "namespace").write_text("team", encoding="utf-8")
    monkeypatch.setattr(incluster_config, "SERVICE_TOKEN_FILENAME", str(tmp_path / "token"))
    monkeypatch.setattr(incluster_config, "SERVICE_CERT_FILENAME", str(authority(server.kubeconfig)))
    monkeypatch.setattr(kubeconfig, "_POD_NAMESPACE", tmp_path / "namespace")
    monkeypatch.setenv("KUBERNETES_SERVICE_HOST", "127.0.0.1")
    monkeypatch.setenv("KUBERNETES_SERVICE_PORT", str(port(server.kubeconfig)))
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "none"))
    inside = connect()
    assert inside.namespace == "team"
    assert inside.version().startswith("v1.36.")
    assert not inside.may("list", NODE)
