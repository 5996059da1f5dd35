"""The first words between two nodes: who calls, and whether node 0 knows them."""

from __future__ import annotations

import socket

from preflight_facts import Report
from preflight_lines import PROTOCOL, Message
from preflight_plan import Plan


def introduction(plan: Plan, token: str) -> Message:
    """Return how a node introduces itself; `token` tells two processes apart that claim the same index."""
    return {
        "protocol": PROTOCOL,
        "run": plan.run,
        "attempt": plan.attempt,
        "nodes": plan.nodes,
        "index": plan.index,
        "token": token,
        "host": socket.gethostname(),
    }


def refusal(message: Message, plan: Plan) -> str | None:
    """Return why node 0 does not speak with a caller, None where it does."""
    for field, own in introduction(plan, "").items():
        said = message.get(field)
        if type(said) is not type(own):
            return f"it does not say its {field}"
        if field in ("protocol", "run", "attempt", "nodes") and said != own:
            return f"{field} is {own} here, not {said}"
    if not 0 <= message["index"] < plan.nodes:
        return f"index {message['index']} is none of {plan.nodes} nodes"
    return None


def from_report(report: Report) -> Message:
    """Return a report as a message."""
    return {"host": report.host, "facts": report.facts, "variables": dict(report.variables)}


def to_report(message: Message) -> Report | None:
    """Return the report that a message is, None where it is none."""
    host, facts, variables = (message.get(field) for field in ("host", "facts", "variables"))
    if not (isinstance(host, str) and isinstance(facts, dict) and isinstance(variables, dict)):
        return None
    if not all(value is None or isinstance(value, (int, str)) for value in [*facts.values(), *variables.values()]):
        return None
    return Report(host, facts, variables)
