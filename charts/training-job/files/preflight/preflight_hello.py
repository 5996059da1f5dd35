"""The first signed messages of a node: its index, the check by node 0, and its report."""

from __future__ import annotations

import socket

from peer_message import PROTOCOL, Message, ProtocolError, mapping, text
from preflight_facts import COMPARED, LONGEST, Report
from preflight_plan import Plan

# Characters of a host's name, as in DNS.
HOST = 253
# Facts and variables of one node, of which there are some twenty each.
AT_MOST = 1000


def introduction(plan: Plan, token: str) -> Message:
    """Return the first message of a node; `token` distinguishes two processes that claim the same index."""
    return {
        "protocol": PROTOCOL,
        "attempt": plan.attempt,
        "nodes": plan.nodes,
        "index": plan.index,
        "token": token,
        "host": socket.gethostname(),
    }


def refusal(message: Message, plan: Plan) -> str | None:
    """Return why node 0 rejects a node of its own run, else None."""
    for field, own in introduction(plan, "").items():
        claimed = message.get(field)
        # Not isinstance: True is an int.
        if type(claimed) is not type(own) or (isinstance(claimed, str) and len(claimed) > HOST):
            return f"its {field} is missing or has the wrong type"
        if field in ("protocol", "attempt", "nodes") and claimed != own:
            return f"its {field} must be {own}, got {claimed}"
    if not 1 <= message["index"] < plan.nodes:
        return f"index {message['index']} is not one of the other nodes, 1 to {plan.nodes - 1}"
    return None


def from_report(report: Report) -> Message:
    """Return a report as a message."""
    return {"host": report.host, "facts": report.facts, "variables": dict(report.variables)}


def to_report(message: Message) -> Report:
    """Return the report of a message. Raises ProtocolError."""
    host = text(message.get("host"), HOST)
    facts = mapping(message.get("facts"), AT_MOST)
    variables = mapping(message.get("variables"), AT_MOST)
    for name in [*facts, *variables]:
        text(name, LONGEST)
    for value in facts.values():
        if isinstance(value, bool) or not isinstance(value, (int, str, type(None))):
            raise ProtocolError("a fact that is not a number or a text")
    for name, value in variables.items():
        if not COMPARED.fullmatch(name):
            raise ProtocolError("a variable that is not compared")
        text(value, LONGEST)
    for value in facts.values():
        if isinstance(value, str):
            text(value, LONGEST)
    return Report(host, facts, variables)
