"""The report: a sentence and a marked JSON line in the log, and evidence in a folder."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any, Mapping, Sequence

from hang_diagnosis import FAILURE, HANG, Diagnosis, state_of
from hang_plan import Plan
from hang_stack import Frame
from hang_state import NodeState, RankState
from hang_words import sentence
from peer_message import ProtocolError, mapping, text
from peer_text import printable

ID = re.compile("[0-9a-f]{8}")
MARK = "RENDER-HANG-REPORT"
VERSION = 1
SENTENCE = 2000
"""Characters of a sentence."""
REPORTED = 64
"""Late and waiting ranks of which the report has a stack."""
KEPT = 4096
"""Bytes of a termination message that the kubelet keeps."""
FOLDERS = 10
"""Reports of a run whose evidence is kept."""
SPACE = 64 << 20
"""Bytes that must stay free in the folder of the evidence."""
EVIDENCE = 1 << 20
"""Bytes of the evidence of one node."""


def build(diagnosis: Diagnosis, nodes: Sequence[NodeState], plan: Plan, number: int) -> dict[str, Any]:
    """Return a report; schemas/hang-report.json describes it."""
    return {
        "version": VERSION,
        "run": plan.run,
        "attempt": plan.attempt,
        "report": number,
        "id": os.urandom(4).hex(),
        "verdict": diagnosis.verdict,
        "kind": diagnosis.kind,
        "sentence": printable(sentence(diagnosis, nodes), SENTENCE),
        "seconds": int(diagnosis.seconds),
        "collective": {
            "operation": diagnosis.wait.operation,
            "number": diagnosis.wait.number,
            "group": diagnosis.wait.group.partition(" ")[0],
        },
        "late": [_rank(rank, nodes) for rank in diagnosis.late[:REPORTED]],
        "waiting": [_rank(rank, nodes) for rank in diagnosis.waiting[:REPORTED]],
        "ranks": {"late": len(diagnosis.late), "waiting": len(diagnosis.waiting)},
        "nodes": [_node(node) for node in nodes],
    }


def received(report: Any) -> dict[str, Any]:
    """Return a report that node 0 has sent. Raises ProtocolError where it is not one."""
    found = mapping(report, 20)
    if found.get("version") != VERSION or not isinstance(found.get("report"), int):
        raise ProtocolError("a report of another version")
    text(found.get("verdict"), 20)
    if not ID.fullmatch(text(found.get("id"), 8)):
        raise ProtocolError("a report with an invalid id")
    text(found.get("sentence"), SENTENCE)
    return found


def show(report: Mapping[str, Any]) -> None:
    """Print the sentence and the marked line."""
    verdict = report["verdict"]
    log_line(f"{verdict if verdict in (HANG, FAILURE) else 'waiting'}: {report['sentence']}")
    print(f"{MARK} {json.dumps(report, sort_keys=True)}", flush=True)


def log_line(line: str) -> None:
    """Print a line of the watcher."""
    print(printable(f"hang detection: {line}", SENTENCE + 40), flush=True)


def end_message(report: Mapping[str, Any], path: str) -> None:
    """Write the sentence to the termination message, where the kubelet has made the file."""
    if Path(path).exists():
        try:
            Path(path).write_bytes(f"hang: {report['sentence']}\n".encode("utf-8", "backslashreplace")[:KEPT])
        except OSError as error:
            log_line(f"{path} can't be written: {error.strerror}")


def keep(
    report: Mapping[str, Any], ranks: Sequence[RankState], threads: Mapping[int, list[list[Frame]]], plan: Plan
) -> None:
    """Write what this node knows into a folder of the report's own, unless there is little space or enough reports."""
    if not plan.evidence:
        return
    above = Path(plan.evidence, "hang-reports")
    folder = above / f"{plan.run.replace('/', '_')}-{plan.attempt}-{report['id']}"
    known = {
        "report": report,
        "ranks": [
            {
                "rank": rank.rank,
                "pid": rank.pid,
                "state": rank.state,
                "stack": [list(frame) for frame in rank.stack],
                "threads": [[list(frame) for frame in stack] for stack in threads.get(rank.rank, [])],
            }
            for rank in ranks
        ],
    }
    data = json.dumps(known, indent=1).encode("ascii", "backslashreplace")
    try:
        above.mkdir(exist_ok=True)
        if shutil.disk_usage(str(above)).free < SPACE or len(data) > EVIDENCE:
            return
        if not folder.exists() and sum(1 for _ in above.iterdir()) >= FOLDERS:
            return
        folder.mkdir(exist_ok=True)
        with (folder / f"node-{plan.index}.json").open("xb") as file:
            file.write(data)
    except OSError as error:
        log_line(f"no evidence is kept in {above}: {error.strerror}")


def _rank(rank: int, nodes: Sequence[NodeState]) -> dict[str, Any]:
    state, node, known = state_of(nodes, rank)
    return {
        "rank": rank,
        "node": node.index if node else None,
        "host": node.host if node else None,
        "state": state,
        "stack": [list(frame) for frame in _stack(rank, nodes, known)],
    }


def _stack(rank: int, nodes: Sequence[NodeState], known: RankState | None) -> Sequence[Frame]:
    """Return where a rank failed, else where it was seen last."""
    failed = [failure.stack for node in nodes for failure in node.failures if failure.rank == rank]
    return failed[0] if failed else known.stack if known else ()


def _node(node: NodeState) -> dict[str, Any]:
    unreachable = None if node.unreachable is None else int(node.unreachable)
    return {"node": node.index, "host": node.host, "ended": node.ended, "unreachable": unreachable}
