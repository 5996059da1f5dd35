"""`render why` asks a server: it says what it can't read, reads logs, and never prints a credential."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from click import ClickException
from click.testing import CliRunner, Result

from render.cli._why import reports
from render.cli.why import command
from render.why.dump import read_dump
from render.why.report import report_on
from render.why.run_search import find_run

TOKEN = "hunter2-hunter2-hunter2"
LABELS = {"jobset.sigs.k8s.io/jobset-name": "run"}
POD = {
    "metadata": {
        "name": "run-node-0-0",
        "namespace": "team",
        "labels": LABELS,
        "creationTimestamp": "2026-01-01T00:00:00Z",
    },
    "spec": {"nodeName": "n1", "containers": [{"name": "node"}]},
    "status": {"phase": "Running"},
}
JOBSET = {"metadata": {"name": "run", "namespace": "team"}, "spec": {"replicatedJobs": []}}
KINDS = {
    "/api/v1": [
        ("pods", "Pod", True),
        ("events", "Event", True),
        ("services", "Service", True),
        ("nodes", "Node", False),
    ],
    "/apis/jobset.x-k8s.io/v1alpha2": [("jobsets", "JobSet", True)],
}
NCCL = (
    "[rank1]:[E] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7, OpType=ALLREDUCE, NumelIn=1, "
    f"NumelOut=1, Timeout(ms)=600000) token={TOKEN}\n"
)


def answers() -> dict[str, tuple[int, Any]]:
    """Return what a server with one run says to each path."""
    found: dict[str, tuple[int, Any]] = {
        "/apis": (
            200,
            {
                "kind": "APIGroupList",
                "apiVersion": "v1",
                "groups": [
                    {
                        "name": "jobset.x-k8s.io",
                        "versions": [{"groupVersion": "jobset.x-k8s.io/v1alpha2", "version": "v1alpha2"}],
                        "preferredVersion": {"groupVersion": "jobset.x-k8s.io/v1alpha2", "version": "v1alpha2"},
                    }
                ],
            },
        )
    }
    for path, kinds in KINDS.items():
        resources = [
            {"name": name, "kind": kind, "namespaced": inside, "singularName": "", "verbs": ["list"]}
            for name, kind, inside in kinds
        ]
        version = path.removeprefix("/apis/").removeprefix("/api/")
        found[path] = (
            200,
            {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": version, "resources": resources},
        )
        for name, kind, inside in kinds:
            items = {
                "Pod": [POD],
                "JobSet": [JOBSET],
                "Service": [{"metadata": {"name": "run", "namespace": "team"}, "spec": {"selector": LABELS}}],
            }.get(kind, [])
            place = f"{path}/namespaces/team/{name}" if inside else f"{path}/{name}"
            found[place] = (200, {"kind": f"{kind}List", "apiVersion": version, "metadata": {}, "items": items})
    found["/api/v1/namespaces/team/pods/run-node-0-0/log"] = (200, "a line\n")
    return found


@contextmanager
def serving(known: Mapping[str, tuple[int, Any]]) -> Iterator[str]:
    """Answer each path, and others with 404, while the block runs. Yield the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = known.get(self.path.partition("?")[0], (404, {"kind": "Status", "code": 404}))
            data = (body if isinstance(body, str) else json.dumps(body)).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Be silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    def called(known: Mapping[str, tuple[int, Any]]) -> Result:
        with serving(known) as address:
            config = {
                "apiVersion": "v1",
                "kind": "Config",
                "current-context": "c",
                "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u", "namespace": "team"}}],
                "clusters": [{"name": "c", "cluster": {"server": address}}],
                "users": [{"name": "u", "user": {}}],
            }
            path = tmp_path / "config"
            path.write_text(yaml.safe_dump(config), encoding="utf-8")
            path.chmod(0o600)
            monkeypatch.setenv("KUBECONFIG", str(path))
            return CliRunner().invoke(command, ["run", "-n", "team"], standalone_mode=False)

    return called


def test_a_run_that_runs(why: Any) -> None:
    done = why(answers())
    assert done.exception is None, done.exception
    assert done.stdout.startswith("JobSet team/run runs: 1 pod on 1 node")


def test_the_log_of_a_running_pod(why: Any) -> None:
    failed = json.loads(json.dumps(POD))
    ended = {"exitCode": 134, "reason": "Error", "finishedAt": "2026-01-01T00:01:00Z"}
    failed["status"] = {"phase": "Failed", "containerStatuses": [{"name": "node", "state": {"terminated": ended}}]}
    known = answers()
    known["/api/v1/namespaces/team/pods"] = (
        200,
        {"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": [failed]},
    )
    known["/api/v1/namespaces/team/pods/run-node-0-0/log"] = (200, NCCL)
    done = why(known)
    assert "ALLREDUCE 7 did not finish within 600 s" in done.stdout
    assert TOKEN not in done.output


@pytest.mark.parametrize("path", ["/api/v1/namespaces/team/events", "/api/v1/nodes"])
def test_a_kind_that_is_denied_is_named(why: Any, path: str) -> None:
    done = why({**answers(), path: (403, {"kind": "Status", "code": 403})})
    assert done.exception is None, done.exception
    assert "(403)" in done.stdout


def test_a_log_that_can_not_be_read_is_named(why: Any) -> None:
    done = why({**answers(), "/api/v1/namespaces/team/pods/run-node-0-0/log": (502, "")})
    assert done.exception is None, done.exception
    assert "log of pod `run-node-0-0`" in done.stdout


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((401, {"kind": "Status", "code": 401}), "does not accept the credentials"),
        ((500, {"kind": "Status", "code": 500}), r"fails to list `pods`.*\(500\)"),
        ((200, '{"kind": "PodList", "items": [{"meta'), "is not JSON"),
        ((200, {"kind": "PodList", "apiVersion": "v1", "items": 7}), "is not a list of `Pod`"),
        ((200, "<html>log in</html>"), "is not JSON"),
    ],
)
def test_an_answer_that_is_none_is_an_error(why: Any, answer: tuple[int, Any], message: str) -> None:
    done = why({**answers(), "/api/v1/namespaces/team/pods": answer})
    assert isinstance(done.exception, ClickException)
    with pytest.raises(ClickException, match=message):
        raise done.exception


def test_watch_prints_each_change_until_the_end() -> None:
    cases = Path(__file__).parent / "cases"
    files = [cases / name / "dump.yaml" for name in ("gang_incomplete", "gang_incomplete", "healthy_runs", "exception")]
    rest = iter(files)
    waits: list[None] = []
    found = reports(
        lambda: report_on(find_run(read_dump(str(next(rest))), "run", None)),
        lambda: waits.append(None),
    )
    states = [str(one.state) for one in found]
    assert (states, len(waits)) == (["waits", "runs", "failed"], 3)
