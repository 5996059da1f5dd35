"""What comes out of the check, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, Sequence

import preflight_words as words
from preflight_facts import Report
from preflight_lines import Message, StrangerError
from preflight_plan import Plan
from preflight_rules import differences

GO = 0
# The two that end the run: a restart would end in the same way. Names and numbers are those of sysexits.h.
UNREACHABLE = 69
DIFFERENT = 78
# What the kubelet keeps of a termination message, in bytes.
KEPT = 4096


@dataclass(frozen=True)
class Verdict:
    """The answer to all nodes: exit code, a sentence, and the table's lines."""

    code: int
    sentence: str
    table: Sequence[str] = ()

    def message(self) -> Message:
        """Return the verdict as node 0 sends it."""
        return {"code": self.code, "sentence": self.sentence, "table": list(self.table)}

    @classmethod
    def of(cls, message: Message) -> Verdict:
        """Return the verdict that a message is. Raises StrangerError."""
        try:
            return cls(int(message["code"]), str(message["sentence"]), [str(line) for line in message["table"]])
        except (KeyError, TypeError, ValueError):
            raise StrangerError("no answer") from None


def judge(reports: Mapping[int, Report], missing: Sequence[int], plan: Plan) -> Verdict:
    """Compare the reports, and name the nodes that never came or went away."""
    found = differences(reports, plan)
    grave = [difference for difference in found if not difference.harmless]
    table = words.table(found, reports) if found else []
    parts = [f"{plan.me} waited {plan.timeout:.0f} s for {words.numbers(missing)}, in vain"] if missing else []
    parts += [words.sentence(grave, reports)] if grave else []
    code = UNREACHABLE if missing else DIFFERENT if grave else GO
    return Verdict(code, "; ".join(parts) or f"all {plan.nodes} nodes agree", table)


def tell(verdict: Verdict, termination_log: str) -> None:
    """Print the verdict, and leave a bad one where the kubelet reads it."""
    print("\n".join([*verdict.table, f"preflight: {verdict.sentence}"]), flush=True)
    # The kubelet has made the file; where there is none, nobody reads it.
    log = Path(termination_log)
    if verdict.code != GO and log.exists():
        try:
            log.write_bytes(f"preflight: {verdict.sentence}\n".encode("utf-8", "backslashreplace")[:KEPT])
        except OSError as error:
            print(f"preflight: {log} cannot be written: {error.strerror}", flush=True)
