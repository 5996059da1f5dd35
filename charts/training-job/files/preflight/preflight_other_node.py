"""The side of every node but the first: find node 0, send it what is here, and wait for its answer."""

from __future__ import annotations

import os
import socket
import time
from typing import Callable, Iterator

import preflight_hello as hello
import preflight_marker as marker
from preflight_channel import Channel
from preflight_facts import Report
from preflight_handshake import OtherNode
from preflight_key import Key
from preflight_message import Message, ProtocolError, text
from preflight_plan import Plan
from preflight_text import printable
from preflight_verdict import LINE, UNREACHABLE, Verdict

Reporter = Callable[[Message], Report]

# Seconds between two tries, for a connection, and for the whole handshake on it, however its bytes arrive.
PAUSE = 1.0
CONNECT = 10.0
HANDSHAKE = 10.0
# Seconds without a whole message after which node 0 is gone: it sends one every two.
SILENCE = 20.0
# Seconds beyond the time-out in which node 0, which may have started a little later, ends the wait for all alike.
GRACE = 10.0


class NoAnswerError(Exception):
    """This try led to no answer; says why."""


def ask(plan: Plan, key: Key, report: Reporter) -> Verdict:
    """Return node 0's answer, or that there is none in time; `report` makes a report of node 0's welcome."""
    end = time.monotonic() + plan.timeout
    token = os.urandom(8).hex()
    said = ""
    while True:
        try:
            return _try(plan, key, token, report, end)
        except NoAnswerError as error:
            why = str(error)
        except ProtocolError as error:
            why = f"what answers there is not node 0 of this run: {error}"
        if time.monotonic() > end:
            where = f"{plan.address}:{plan.port}"
            return Verdict(UNREACHABLE, f"{plan.me} waited {plan.timeout:.0f} s for node 0 at {where}, in vain: {why}")
        if why != said:
            _say(f"{plan.me} tries again to reach node 0 at {plan.address}:{plan.port}: {why}")
            said = why
        time.sleep(PAUSE)


def _try(plan: Plan, key: Key, token: str, report: Reporter, end: float) -> Verdict:
    missing = ""
    with _connected(plan, end) as connection:
        channel, rest = _authenticated(connection, key, end)
        _send(connection, _line(channel, hello.introduction(plan, token)))
        for message in _messages(connection, channel, rest, end + GRACE):
            if "refused" in message:
                raise NoAnswerError(f"it turns this node away: {text(message['refused'], LINE)}")
            if "welcome" in message:
                own = report(marker.welcome(message["welcome"]))
                _send(connection, _line(channel, hello.from_report(own)))
            elif "waiting" in message:
                if message["waiting"] != missing:
                    missing = text(message["waiting"], LINE)
                    _say(f"node 0 waits for {missing}")
            else:
                return Verdict.of(message)
            if time.monotonic() > end + GRACE:
                break
    waited = missing or "the answer of node 0"
    return Verdict(UNREACHABLE, f"{plan.me} waited {plan.timeout:.0f} s for {waited}, in vain")


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


def _authenticated(connection: socket.socket, key: Key, end: float) -> tuple[Channel, bytes]:
    """Return the channel to node 0, and what of it has come already. Raises NoAnswerError, ProtocolError."""
    handshake = OtherNode(key)
    deadline = time.monotonic() + min(HANDSHAKE, max(1.0, end - time.monotonic()))
    _send(connection, handshake.greeting)
    while handshake.channel is None:
        data = _received(connection, deadline)
        if data is None:
            raise NoAnswerError("it does not prove in time that it is node 0 of this run")
        _send(connection, handshake.feed(data))
    return handshake.channel, handshake.rest


def _messages(connection: socket.socket, channel: Channel, rest: bytes, end: float) -> Iterator[Message]:
    """Yield what node 0 sends, until `end` (of the monotonic clock). Raises NoAnswerError, ProtocolError."""
    yield from channel.feed(rest)
    deadline = time.monotonic() + SILENCE
    while time.monotonic() < end:
        data = _received(connection, min(deadline, end))
        if data is None and time.monotonic() < end:
            raise NoAnswerError("it has fallen silent")
        for message in channel.feed(data or b""):
            yield message
            deadline = time.monotonic() + SILENCE


def _received(connection: socket.socket, deadline: float) -> bytes | None:
    """Return what comes next, at least a byte; None where nothing comes in time. Raises NoAnswerError."""
    left = deadline - time.monotonic()
    if left <= 0:
        return None
    connection.settimeout(left)
    try:
        data = connection.recv(65536)
    except socket.timeout:
        return None
    except OSError:
        data = b""
    if not data:
        raise NoAnswerError("it hung up")
    return data


def _line(channel: Channel, message: Message) -> bytes:
    try:
        return channel.line(message)
    except ProtocolError as error:
        raise NoAnswerError(f"this node would have to send {error}") from None


def _send(connection: socket.socket, data: bytes) -> None:
    try:
        connection.settimeout(SILENCE)
        connection.sendall(data)
    except OSError:
        raise NoAnswerError("it hung up") from None


def _say(line: str) -> None:
    print(printable(f"preflight: {line}", LINE), flush=True)
