"""Credentials: what can't be sent is refused before it is, and no message, output or traceback repeats one."""

import json
import os
import socket
import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.cluster import ClusterError, connect
from render.cluster import exec_plugin as plugin
from render.redaction import REDACTED, mask, redact, redact_url
from render.rules.security._secrets import secret
from tests.security.servers import kubeconfig, refused, render, send, send_json, server

SECRET = "s3cret-Zq8vK2nW7xY4"
JWT = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzeXN0ZW06bWUifQ.c2lnbmF0dXJlLW9mLWl0"
NOWHERE = {"server": "https://127.0.0.1:1"}


def failure(path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return why no connection is made, which repeats no secret."""
    monkeypatch.setenv("KUBECONFIG", str(path))
    with pytest.raises(ClusterError) as raised:
        connect()
    words = f"{raised.value}\n{raised.value.hint}"
    assert SECRET not in words
    assert "None" not in words
    return words


@pytest.mark.parametrize(
    ("token", "why"),
    [
        (f"{SECRET}\n", "ends in a line break\n`token: |` keeps the line break"),
        (f"{SECRET}\r\n", "ends in a line break"),
        (f"{SECRET}\nX-Other: 1", "has a control character"),
        (f"{SECRET}\x00", "has a control character"),
        (f"{SECRET}\x7f", "has a control character"),
        (f"{SECRET}\u2026", "has a character that is not ASCII"),
        (f"{SECRET}\xe9", "has a character that is not ASCII"),
        (f"Bearer {SECRET}", "has a space"),
        (" ", "is empty"),
        (12345678, "is not text"),
        ([SECRET], "is not text"),
        ({"value": SECRET}, "is not text"),
    ],
)
def test_a_token_that_no_request_can_have(
    token: object, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kubeconfig(tmp_path / "config", NOWHERE, {"token": token})
    assert failure(path, monkeypatch).startswith(f"the token of user `me` of the kubeconfig `{path}` {why}")


@pytest.mark.parametrize("command", [["doctor"], ["schema", "crd", "--from-cluster", "--output-dir", "out"]])
def test_a_token_with_a_line_break_in_the_command(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "config"
    kubeconfig(path, NOWHERE, {})
    text = path.read_text(encoding="utf-8").replace("user: {}", f"user:\n    token: |\n      {SECRET}")
    path.write_text(text, encoding="utf-8")
    done = render(*command, kubeconfig=path, folder=tmp_path)
    refused(done, "ends in a line break")
    assert SECRET not in done.text


def test_a_file_with_a_token_and_a_line_break_is_read_as_kubectl_reads_it(tmp_path: Path) -> None:
    (tmp_path / "token").write_text(f"{SECRET}\n", encoding="utf-8")
    heads: list[str] = []

    def serve(path: str, connection: socket.socket) -> None:
        heads.append(path)
        send_json(connection, {"message": f"no: Bearer {SECRET}"}, "401 Unauthorized")

    with server(serve) as address:
        done = render("doctor", kubeconfig=kubeconfig(tmp_path / "c", {"server": address}, {"tokenFile": "token"}))
    assert heads
    assert SECRET not in done.text
    refused(done, "the API server does not accept the credentials (401)")


@pytest.mark.parametrize("kind", ["fifo", "device", "folder", "missing", "large"])
@pytest.mark.parametrize("key", ["tokenFile", "client-certificate", "client-key", "certificate-authority"])
def test_a_file_of_a_kubeconfig_that_is_none(
    key: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    match kind:
        case "fifo":
            os.mkfifo(file)
        case "device":
            file = Path("/dev/zero")
        case "folder":
            file.mkdir()
        case "large":
            file.touch()
            os.truncate(file, 1 << 30)
    of_cluster = {key: str(file)} if key == "certificate-authority" else {}
    of_user = {} if of_cluster else {key: str(file)}
    message = failure(kubeconfig(tmp_path / "config", {**NOWHERE, **of_cluster}, of_user), monkeypatch)
    assert message.startswith(f"`{key}` of ")
    assert str(file) in message


@pytest.mark.parametrize("where", ["fifo", "/dev/zero", "folder"])
def test_a_kubeconfig_that_is_no_file(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(where) if where.startswith("/") else tmp_path / where
    if where == "fifo":
        os.mkfifo(path)
    elif where == "folder":
        path.mkdir()
    assert failure(path, monkeypatch).startswith(f"the kubeconfig `{path}` ")


@pytest.mark.parametrize(
    ("user", "why"),
    [
        ({"client-certificate-data": SECRET, "client-key-data": SECRET}, "is not base64 of PEM"),
        ({"client-certificate-data": b64encode(SECRET.encode()).decode()}, "is not base64 of PEM"),
        ({"client-key-data": [SECRET]}, "is not base64 of PEM"),
        ({"username": "me", "password": f"{SECRET}\n"}, "`password` of user `me`"),
        ({"username": "me", "password": f"{SECRET}\u20ac"}, "not in Latin-1"),
        ({"username": 5, "password": SECRET}, "`username` of user `me`"),
        ({"tokenFile": 5}, "is not a path"),
        ({"exec": SECRET}, "is not a mapping"),
        ({"exec": {"command": [SECRET], "apiVersion": "v1"}}, "`command` or `args` that are not text"),
        ({"exec": {"command": "true", "args": [5], "apiVersion": "v1"}}, "`command` or `args` that are not text"),
        ({"exec": {"command": "true"}}, "has no `apiVersion`"),
        ([{"token": SECRET}], "is not a mapping"),
        (SECRET, "is not a mapping"),
    ],
)
def test_an_entry_of_a_user_that_can_t_be_used(
    user: object, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert why in failure(kubeconfig(tmp_path / "config", NOWHERE, user), monkeypatch)


def test_an_entry_with_a_token_where_none_belongs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library names an entry by all that it holds."""
    path = kubeconfig(tmp_path / "config", NOWHERE)
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**data, "clusters": [{"name": "here", "token": SECRET}]}), encoding="utf-8")
    assert "expected key cluster in" in failure(path, monkeypatch)


def test_a_key_with_a_password_is_not_asked_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crt, key = tmp_path / "crt", tmp_path / "key"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-passout", f"pass:{SECRET}", "-subj", "/CN=me"]
    subprocess.run([*command, "-keyout", key, "-out", crt], check=True, capture_output=True)
    path = kubeconfig(tmp_path / "config", NOWHERE, {"client-certificate": str(crt), "client-key": str(key)})
    assert "the client key of the kubeconfig is encrypted" in failure(path, monkeypatch)


def script(code: str, version: str = "client.authentication.k8s.io/v1", **more: object) -> dict[str, object]:
    return {"exec": {"apiVersion": version, "command": sys.executable, "args": ["-c", code], **more}}


def credential(status: object, version: str = "client.authentication.k8s.io/v1") -> str:
    return f"print({json.dumps({'apiVersion': version, 'kind': 'ExecCredential', 'status': status})!r})"


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("print('no JSON ' + 's3cret-Zq8vK2nW7xY4')", "doesn't print JSON"),
        ("print('[' * 100000)", "doesn't print JSON"),
        ("print('[]')", "doesn't print an `ExecCredential`"),
        ("print('{}')", "doesn't print an `ExecCredential`"),
        (credential(None), "doesn't print an `ExecCredential`"),
        (credential([SECRET]), "doesn't print an `ExecCredential`"),
        (credential({}), "prints neither a `token` nor"),
        (credential({"token": {"value": SECRET}}), "prints a `token` that is not text"),
        (credential({"token": f"{SECRET}\n"}), "ends in a line break"),
        (credential({"token": SECRET}, "v1"), "prints another `apiVersion`"),
        (credential({"clientCertificateData": SECRET}), "prints neither"),
        (credential({"clientCertificateData": SECRET, "clientKeyData": SECRET}), "is not base64 of PEM"),
        (credential({"clientCertificateData": 5, "clientKeyData": SECRET}), "that is not text"),
        ("import sys\nwhile True: sys.stdout.write('x' * 65536)", "prints more than the limit"),
        ("import sys\nwhile True: sys.stderr.write('x' * 65536)", "prints more than the limit"),
        ("import sys; sys.exit('login of ' + 's3cret-Zq8vK2nW7xY4' + ' failed')", f"login of {REDACTED} failed"),
        (f"import sys; sys.exit('no: Authorization: Bearer {JWT}')", f"Bearer {REDACTED}"),
        (f"import sys; sys.exit('no: {JWT}')", f"no: {REDACTED}"),
        ("import sys; sys.exit('GET https://me:' + 's3cret-Zq8vK2nW7xY4' + '@host/')", f"https://{REDACTED}@host/"),
        ("import sys; sys.exit('\\x1b[2J\\x1b]0;title')", r"\x1b[2J"),
    ],
)
def test_a_plug_in(code: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user = script(code, env=[{"name": "LOGIN_PASSWORD", "value": SECRET}])
    words = failure(kubeconfig(tmp_path / "config", NOWHERE, user), monkeypatch)
    assert why in words
    assert "eyJ" not in words
    assert "\x1b" not in words


def test_a_plug_in_that_does_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugin, "SECONDS", 0.2)
    path = kubeconfig(tmp_path / "config", NOWHERE, script("import time; time.sleep(600)"))
    assert "has not ended within 0.2 seconds" in failure(path, monkeypatch)


def test_a_plug_in_of_which_a_child_lives_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds the other end of the pipe."""
    code = (
        "import subprocess as s; p = s.Popen(['sleep', '600']); open('pid', 'w').write(str(p.pid)); raise SystemExit(3)"
    )
    path = kubeconfig(tmp_path / "config", NOWHERE, script(code))
    try:
        assert "ends with status 3" in failure(path, monkeypatch)
    finally:
        os.kill(int((tmp_path / "pid").read_text(encoding="utf-8")), 9)


def test_a_plug_in_gives_the_token_that_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heads: list[str] = []

    def serve(path: str, connection: socket.socket) -> None:
        heads.append(path)
        send_json(connection, {"gitVersion": f"v1-{SECRET}"})

    with server(serve) as address:
        path = kubeconfig(tmp_path / "config", {"server": address}, script(credential({"token": SECRET})))
        monkeypatch.setenv("KUBECONFIG", str(path))
        assert connect().version() == f"v1-{REDACTED}"
    assert heads == ["/version"]


ECHOES: list[dict[str, Any]] = [
    {"body": {"message": f"bad token {SECRET}", "reason": "Forbidden"}, "status": "403 Forbidden"},
    {"body": {"message": f"bad token Bearer {SECRET}"}, "status": "500 Failed"},
    {"body": {"details": {"causes": [{"field": SECRET, "message": SECRET}]}}, "status": "422 Invalid"},
    {"body": {"gitVersion": SECRET, "resources": [{"name": SECRET, "kind": SECRET, "namespaced": True}]}},
    {"body": {"metadata": {"name": SECRET}, "items": [{"metadata": {"name": SECRET}}], "groups": []}},
    {"body": {}, "Warning": f'299 - "your token {SECRET} is old"'},
    {"body": {"message": f"{JWT} AKIAIOSFODNN7EXAMPLE ghp_{'a1' * 18} token={JWT}"}, "status": "500 Failed"},
]
"""What a server says that repeats what it has been sent, or has credentials of its own to show."""


@pytest.mark.parametrize("echo", ECHOES)
@pytest.mark.parametrize("command", ["doctor", "schema", "validate", "diff"])
def test_a_server_that_repeats_the_token(echo: dict[str, Any], command: str, tmp_path: Path) -> None:
    manifest = tmp_path / "one.yaml"
    manifest.write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n", encoding="utf-8")
    fields = dict(echo)
    data, status = json.dumps(fields.pop("body")).encode(), fields.pop("status", "200 OK")
    served = {"/api/v1": {"resources": [{"name": "configmaps", "kind": "ConfigMap", "namespaced": True}]}}

    def serve(path: str, connection: socket.socket) -> None:
        if path in served and command in ("validate", "diff"):
            send_json(connection, served[path])
        elif path == "/version" and command == "validate":
            send_json(connection, {"gitVersion": "v1.36.0"})
        else:
            send(connection, data, status, **fields)

    arguments = {
        "doctor": ["doctor"],
        "schema": ["schema", "crd", "--from-cluster", "--output-dir", str(tmp_path / "out")],
        "validate": ["validate", "--server", "--output", "json", str(manifest)],
        "diff": ["diff", "--live", str(manifest)],
    }[command]
    with server(serve) as address:
        path = kubeconfig(tmp_path / "config", {"server": address}, {"token": SECRET})
        done = render(*arguments, kubeconfig=path, memory=None)
    for word in (SECRET, JWT, "AKIAIOSFODNN7EXAMPLE", "ghp_"):
        assert word not in done.text
    assert "Traceback" not in done.text
    assert not any(SECRET in file.read_text(encoding="utf-8") for file in (tmp_path / "out").rglob("*.json"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"a {JWT} b", f"a {REDACTED} b"),
        ("Authorization: Bearer abc.def-123", f"Authorization: Bearer {REDACTED}"),
        ("basic authentication is off", "basic authentication is off"),
        ("bearer token expired", "bearer token expired"),
        ("token=abcd1234&x=1", f"token={REDACTED}&x=1"),
        ('{"password": "hunter22"}', f'{{"password": "{REDACTED}"}}'),
        ("token: expired", "token: expired"),
        ("-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nrest", f"{REDACTED}\nrest"),
        ("-----BEGIN PRIVATE KEY----- abc", REDACTED),
        ("https://user:pass@host/a", f"https://{REDACTED}@host/a"),
        ("https://abcdef@host/a", f"https://{REDACTED}@host/a"),
        ("ssh://git@host/a", "ssh://git@host/a"),
        ("oci://me:pw@host/chart:1", f"oci://{REDACTED}@host/chart:1"),
        ("git@github.com:a/b.git", "git@github.com:a/b.git"),
        ("AKIAIOSFODNN7EXAMPLE", REDACTED),
        ("spec.containers[0].image: Required value", "spec.containers[0].image: Required value"),
    ],
)
def test_what_has_the_form_of_a_credential(text: str, expected: str) -> None:
    assert redact(text) == expected


@pytest.mark.parametrize(
    "credential",
    [
        "-----BEGIN OPENSSH PRIVATE KEY-----",
        "AKIAIOSFODNN7EXAMPLE",
        f"dckr_pat_{'a' * 27}",
        f"ghp_{'a' * 36}",
        f"glpat-{'a' * 20}",
        f"AIza{'a' * 35}",
        f"hf_{'a' * 34}",
        f"nvapi-{'a' * 64}",
        f"sk-proj-{'a1' * 24}",
        f"xoxb-{'a1' * 12}",
        JWT,
    ],
)
def test_every_kind_of_credential_is_masked(credential: str) -> None:
    assert mask(f"key: {credential}") == f"key: {'*' * len(credential)}"
    assert redact(f"key: {credential} end") in (f"key: {REDACTED} end", f"key: {REDACTED}")


def test_a_line_that_is_shown_keeps_its_columns(tmp_path: Path) -> None:
    spec = tmp_path / "spec.yaml"
    spec.write_text(
        f"apiVersion: render/v1alpha1\nkind: TrainingJob\nimage: a/b:1\ncommand: [a, '{JWT}']\n"
        f"wrong: https://me:{SECRET}@host/ # {JWT}\n",
        encoding="utf-8",
    )
    done = render("validate", str(spec), memory=None)
    assert done.status == 1
    assert f"    wrong: https://{'*' * (len(SECRET) + 3)}@host/ # {'*' * len(JWT)}"[:124] in done.text
    assert SECRET not in done.text


REPOSITORY = """\
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: all}
spec:
  goTemplate: true
  generators:
    - git: {repoURL: https://me:s3cret-Zq8vK2nW7xY4@host/a.git, files: [{path: "*.none"}]}
  template:
    spec:
      source: {repoURL: https://me:s3cret-Zq8vK2nW7xY4@host/a.git, path: charts/training-job}
"""


@pytest.mark.parametrize("format_", ["text", "concise", "json", "junit", "sarif", "github", "gitlab", "markdown"])
def test_an_address_with_a_password(format_: str, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    config = '[remote "origin"]\n\turl = https://host/b.git\n'
    (tmp_path / ".git" / "config").write_text(config, encoding="utf-8")
    (tmp_path / "set.yaml").write_text(REPOSITORY, encoding="utf-8")
    done = render("validate", "--output", format_, "set.yaml", folder=tmp_path, memory=None)
    assert "host/a.git" in done.text
    assert SECRET not in done.text


HELM = """\
#!{python} -S
import os, sys
{code}
"""


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("print(f'Error: GET https://me:s3cret-Zq8vK2nW7xY4@host/v2/: denied'); sys.exit(1)", "[redacted]@host/v2/"),
        ("print('Error: \\x1b[2J'); sys.exit(1)", "\\x1b[2J"),
        ("while True: os.write(2, b'x' * (1 << 20))", "can't be pulled"),
        ("f = open(sys.argv[-1] + '/a.tgz', 'wb')\nwhile True: f.write(bytes(1 << 20))", "can't be pulled"),
        ("import resource as r; print('Error:', r.getrlimit(r.RLIMIT_DATA)[0]); sys.exit(1)", f"pulled: {2 << 30}"),
    ],
)
def test_a_registry(code: str, why: str, tmp_path: Path) -> None:
    helm = tmp_path / "helm"
    helm.write_text(HELM.format(python=sys.executable, code=code), encoding="utf-8")
    helm.chmod(0o755)
    (tmp_path / "spec.yaml").write_text("image: a\n", encoding="utf-8")
    arguments = ["template", "spec.yaml", "--chart", "oci://host/chart:1.0.0"]
    path = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "TMPDIR": str(tmp_path)}
    done = render(*arguments, folder=tmp_path, environment=path, memory=None)
    refused(done, why)
    assert SECRET not in done.text
    assert len(done.text) < 5000


def test_a_reference_with_a_password(tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_text("image: a\n", encoding="utf-8")
    address = f"oci://me:{SECRET}@host/chart"
    done = render("template", "spec.yaml", "--chart", address, folder=tmp_path, memory=None)
    refused(done, f"`oci://{REDACTED}@host/chart` names no version")
    assert SECRET not in done.text


def test_a_known_secret_is_taken_out_wherever_it_is() -> None:
    assert redact("x hunter2 hunter22 y", ["hunter2", "hunter22", "y"]) == f"x {REDACTED} {REDACTED} y"


def test_long_texts_end() -> None:
    for text in (
        "a:" * 200_000,
        "http://" * 100_000,
        "http://a:" + "b" * 500_000,
        "bearer " * 100_000,
        "eyJ" * 200_000,
    ):
        redact_url(text)
        redact(f"@ {text}")
        mask(text)
        secret("ONE", f"sk- eyJ xox :// {text}")
