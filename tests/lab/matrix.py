"""Runs on pairs of versions: one completes, a gang that does not fit starts no pod, a failed pod restarts its run.

Nodes are fake: kwok says that a container ended, with the code of the pod's annotation `exit-code`.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from tests.cluster.control_plane import until
from tests.cluster.server import Server
from tests.lab import lab
from tests.lab.controllers import version_of
from tests.lab.gang import bound, is_refused, running
from tests.lab.programs import LabError
from tests.lab.run import Run
from tests.lab.schedulers import SCHEDULERS, create_objects

ROWS = Path(__file__).with_name("matrix.yaml")
RESULTS = Path(__file__).parents[2] / "docs" / "compatibility.yaml"
FAKE_NODES = 2
SECONDS = 60
"""How long each step of a case may take."""
CELL = 73
"""Characters of a message."""
_NOTICE = "# Written by `ci/lab matrix`; each `row` is one of tests/lab/matrix.yaml.\n"
_BASE = {
    "image": "lab.local/torch:1",
    "launcher": "plain",
    "command": ["train"],
    "numNodes": FAKE_NODES,
    "resourcesPerNode": {"requests": {"cpu": 1, "memory": "1Gi"}, "limits": {"nvidia.com/gpu": 8}},
    "failurePolicy": {"maxRestarts": 1},
}


def run_matrix(chosen: str) -> Iterator[dict[str, Any]]:
    """Run each row whose text contains `chosen`; write its result, and yield it."""
    rows = yaml.safe_load(ROWS.read_text(encoding="utf-8"))
    for row in (one for one in rows if chosen in str(one)):
        results = yaml.safe_load(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
        known = {str(one["row"]): one for one in results}
        known[str(row)] = _result(row)
        text = yaml.safe_dump(
            [known[str(one)] for one in rows if str(one) in known], sort_keys=False, width=120, allow_unicode=True
        )
        RESULTS.write_text(_NOTICE + text, encoding="utf-8")
        yield known[str(row)]


def _result(row: Mapping[str, Any]) -> dict[str, Any]:
    try:
        lab.up(0, row["controllers"], (), fake_nodes=FAKE_NODES, kubernetes=row["kubernetes"])
        server = Server(lab.FOLDER / "kubeconfig")
        create_objects(row["scheduler"], server)
        results = {name: _message(case, server, row) for name, case in _CASES.items()}
    finally:
        lab.down()
    versions = {part.partition("@")[0]: version_of(part) for part in row["controllers"]}
    return {"row": dict(row), "controllers": versions, "results": results}


def _message(case: Callable[[Run], None], server: Server, row: Mapping[str, Any]) -> str:
    """Return `yes`, or why not."""
    run = Run(case.__name__.strip("_"), server)
    try:
        with TemporaryDirectory() as folder:
            file = Path(folder, "values.yaml")
            file.write_text(yaml.safe_dump(_values(case, row)), encoding="utf-8")
            run.install(file)
        case(run)
    except (LabError, RuntimeError) as error:
        return _end_of(" ".join(str(error).split()))
    else:
        return "yes"
    finally:
        run.uninstall()


def _end_of(message: str) -> str:
    """Return the end of a message, which says what is wrong: a cell of a table has no room for more."""
    return message if len(message) <= CELL else f"…{message[1 - CELL :]}"


def _values(case: Callable[[Run], None], row: Mapping[str, Any]) -> dict[str, Any]:
    more = SCHEDULERS[row["scheduler"]]["values"]
    if row["scheduler"] == "kubernetes":
        more = {**more, "kubernetes": {"version": row["kubernetes"]}}
    if row.get("target") == "trainjob":
        trainer = next(part for part in row["controllers"] if part.startswith("trainer"))
        more = {**more, "target": "trainjob", "trainjob": {"release": ".".join(version_of(trainer).split(".")[:2])}}
    return {**_BASE, **more, "numNodes": FAKE_NODES + (case is _waits)}


def _completes(run: Run) -> None:
    until(lambda: running(run) == FAKE_NODES, SECONDS, "no pods start")
    _end(run, 0)
    until(lambda: run.status().get("terminalState") == "Completed", SECONDS, "it does not complete")


def _waits(run: Run) -> None:
    until(lambda: is_refused(run, FAKE_NODES + 1), SECONDS, "it does not wait")
    if bound(run):
        raise LabError(f"{len(bound(run))} of {FAKE_NODES + 1} pods start")


def _restarts(run: Run) -> None:
    until(lambda: running(run) == FAKE_NODES, SECONDS, "no pods start")
    _end(run, 1)
    until(lambda: run.status().get("restartsCountTowardsMax") == 1, SECONDS, "it does not restart")
    until(lambda: running(run) == FAKE_NODES, SECONDS, "its pods do not start again")


_CASES: Mapping[str, Callable[[Run], None]] = {"completes": _completes, "waits": _waits, "restarts": _restarts}


def _end(run: Run, code: int) -> None:
    for pod in run.pods():
        path = run.server.path({**pod, "apiVersion": "v1", "kind": "Pod"})
        run.server.merge(path, {"metadata": {"annotations": {"exit-code": str(code)}}})
