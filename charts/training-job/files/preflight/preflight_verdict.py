"""The verdict of the check and its report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, Sequence

import preflight_words as words
from peer_message import Message, ProtocolError, text
from peer_text import printable
from preflight_facts import Report
from preflight_plan import Plan
from preflight_rules import differences

GO = 0
# The two exit codes that end the run: a restart would fail again. Names and numbers are those of sysexits.h.
UNREACHABLE = 69
DIFFERENT = 78
CODES = (GO, UNREACHABLE, DIFFERENT)
# Bytes of a termination message that the kubelet keeps.
KEPT = 4096
# Characters of a printed line, and lines of the table.
LINE = 400
LINES = 200


@dataclass(frozen=True)
class Verdict:
    """The answer to all nodes: exit code, message, and lines of the table."""

    code: int
    sentence: str
    table: Sequence[str] = ()

    def message(self) -> Message:
        """Return the verdict as node 0 sends it."""
        return {"code": self.code, "sentence": self.sentence, "table": list(self.table)}

    @classmethod
    def of(cls, message: Message) -> Verdict:
        """Return the verdict of a message. Raises ProtocolError."""
        code, table = message.get("code"), message.get("table")
        if type(code) is not int or code not in CODES or not isinstance(table, list) or len(table) > LINES:
            raise ProtocolError("an answer that is not a verdict")
        return cls(code, text(message.get("sentence"), KEPT), [text(line, LINE) for line in table])


def compare(reports: Mapping[int, Report], missing: Sequence[int], plan: Plan) -> Verdict:
    """Compare the reports, and name the missing nodes."""
    found = differences(reports, plan)
    grave = [difference for difference in found if not difference.harmless]
    table = words.table(found, reports) if found else []
    if len(table) > LINES:
        table = [*table[: LINES - 1], f"and {len(table) - LINES + 1} more lines"]
    parts = [f"{plan.me} got no report from {words.numbers(missing)} within {plan.timeout:.0f} s"] if missing else []
    parts += [words.sentence(grave, reports)] if grave else []
    code = UNREACHABLE if missing else DIFFERENT if grave else GO
    sentence = "; ".join(parts) or f"all {plan.nodes} nodes agree"
    return Verdict(code, printable(sentence, KEPT), [printable(line, LINE) for line in table])


def print_verdict(verdict: Verdict, termination_log: str) -> None:
    """Print the verdict, and write a failure to the termination message."""
    sentence = printable(f"preflight: {verdict.sentence}", KEPT)
    print("\n".join([*(printable(line, LINE) for line in verdict.table), sentence]), flush=True)
    # The kubelet creates the file; without it the message has no reader.
    log = Path(termination_log)
    if verdict.code != GO and log.exists():
        try:
            log.write_bytes(f"{sentence}\n".encode("utf-8", "backslashreplace")[:KEPT])
        except OSError as error:
            print(f"preflight: {log} cannot be written: {error.strerror}", flush=True)
