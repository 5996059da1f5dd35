"""The side of every node but the first: find node 0, tell it what is here, and wait for its answer."""

from __future__ import annotations

import os
import socket
import time
from typing import Callable, Iterator

import preflight_hello as hello
from preflight_facts import Report
from preflight_lines import Inbox, Message, StrangerError, encode
from preflight_plan import Plan
from preflight_verdict import UNREACHABLE, Verdict

Reporter = Callable[[Message], Report]

# Seconds between two tries, for one of them, and of silence after which node 0 is gone: it speaks every two.
PAUSE = 1.0
CONNECT = 10.0
SILENCE = 20.0
# Seconds beyond the time-out in which node 0, which may have started a little later, ends the wait for all alike.
GRACE = 10.0


class NoAnswerError(Exception):
    """This try led to no answer; says why."""


def ask(plan: Plan, report: Reporter) -> Verdict:
    """Return node 0's answer, or that there is none in time; `report` makes a report of node 0's welcome."""
    end = time.monotonic() + plan.timeout
    token = os.urandom(8).hex()
    said = ""
    while True:
        try:
            return _call(plan, token, report, end)
        except NoAnswerError as error:
            why = str(error)
        except StrangerError as error:
            why = f"what answers there is no preflight of ours: {error}"
        if time.monotonic() > end:
            where = f"{plan.address}:{plan.port}"
            return Verdict(UNREACHABLE, f"{plan.me} waited {plan.timeout:.0f} s for node 0 at {where}, in vain: {why}")
        if why != said:
            print(f"preflight: {plan.me} tries again to reach node 0 at {plan.address}:{plan.port}: {why}", flush=True)
            said = why
        time.sleep(PAUSE)


def _call(plan: Plan, token: str, report: Reporter, end: float) -> Verdict:
    missing = ""
    with _connected(plan, end) as connection:
        connection.settimeout(SILENCE)
        _send(connection, hello.introduction(plan, token))
        for message in _messages(connection):
            if "refused" in message:
                raise NoAnswerError(f"it turns this node away: {message['refused']}")
            if "welcome" in message:
                _send(connection, hello.from_report(report(message["welcome"])))
            elif "waiting" in message:
                if message["waiting"] != missing:
                    print(f"preflight: node 0 waits for {message['waiting']}", flush=True)
                missing = message["waiting"]
            else:
                return Verdict.of(message)
            if time.monotonic() > end + GRACE:
                return Verdict(UNREACHABLE, f"{plan.me} waited {plan.timeout:.0f} s for {missing}, in vain")
    raise NoAnswerError("it hung up")


def _connected(plan: Plan, end: float) -> socket.socket:
    try:
        return socket.create_connection((plan.address, plan.port), min(CONNECT, max(1.0, end - time.monotonic())))
    except socket.gaierror:
        raise NoAnswerError("its name does not resolve") from None
    except ConnectionRefusedError:
        raise NoAnswerError("the connection is refused, nothing listens there") from None
    except socket.timeout:
        raise NoAnswerError("nothing answers, as with a port that is blocked") from None
    except OSError as error:
        raise NoAnswerError(f"the connection fails: {error.strerror or error}") from None


def _send(connection: socket.socket, message: Message) -> None:
    try:
        connection.sendall(encode(message))
    except OSError:
        raise NoAnswerError("it hung up") from None


def _messages(connection: socket.socket) -> Iterator[Message]:
    inbox = Inbox()
    while True:
        try:
            data = connection.recv(65536)
            yield from inbox.feed(data)
        except socket.timeout:
            raise NoAnswerError("it has fallen silent") from None
        except OSError:
            return
        if not data:
            return
