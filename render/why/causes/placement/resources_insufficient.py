"""No node has enough of a resource left for a pod.

The scheduler counts requests, not use. A device that no node has at all, and room that exists, but in pieces smaller
than a pod, are distinguished if the nodes and their pods were read.

Reads: Pod (`PodScheduled`), Node (`status.allocatable`), the requests of other pods.
Source: https://kubernetes.io/docs/concepts/scheduling-eviction/kube-scheduler/
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from render.why.causes.placement._refusals import Refusal, evidence_of, pods_of, refusals
from render.why.explanation import Explanation, count_pods, explain
from render.why.room import Room, count_rooms
from render.why.training_run import TrainingRun

_LACKING = re.compile(r"Insufficient (?P<resource>[^\s,]+)")
_SHARED = frozenset(["cpu", "memory", "ephemeral-storage", "pods"])


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the resource that most nodes lack, devices first."""
    short = [one for one in refusals(run) if _LACKING.search(one.message)]
    if not short:
        return
    resource = _scarcest(short)
    of_it = [one for one in short if f"Insufficient {resource}" in one.message]
    room = count_rooms(run.index, of_it[0].pod, resource)
    verb = "has" if len(of_it) == 1 else "have"
    sentence = f"{count_pods(pods_of(of_it), run.size)} {verb} no node: {_why(room, of_it[0], resource)}"
    yield from explain(sentence, evidence_of(of_it), _hint(room), key="resourcesPerNode")


def _scarcest(short: Sequence[Refusal]) -> str:
    counts: Counter[str] = Counter()
    for one in short:
        counts.update({found["resource"].rstrip("."): one.count(found[0]) for found in _LACKING.finditer(one.message)})
    return max(counts, key=lambda name: (name not in _SHARED, counts[name], name))


def _why(room: Room, refusal: Refusal, resource: str) -> str:
    lacking = f"{refusal.count(f'Insufficient {resource}')} of {refusal.nodes} nodes lack `{resource}`"
    if room.wanted is None:
        return lacking
    each = f"a pod requests {room.shown(room.wanted)} `{resource}`"
    if not room.nodes:
        return f"{each}, and {lacking}"
    if room.largest_node < room.wanted:
        none = "no node has any" if not room.largest_node else f"the largest node has {room.shown(room.largest_node)}"
        return f"{each}, and {none}"
    if room.free_sum >= room.wanted:
        return (
            f"{each}; {room.shown(room.free_sum)} are free, but {room.shown(room.largest_free)} on one node at most "
            "(fragmented)"
        )
    return f"{each}, and {room.shown(room.free_sum)} are free on {room.nodes} nodes"


def _hint(room: Room) -> str:
    if room.wanted is not None and room.nodes and room.largest_node < room.wanted:
        return "request an amount that a node has (`kubectl describe nodes`), add nodes, or install the device plug-in"
    if room.wanted is not None and room.nodes and room.free_sum >= room.wanted:
        return "wait until small pods end, or drain them from one node; a gang scheduler keeps whole nodes together"
    return "wait until other pods end, add nodes, or use fewer nodes or a smaller request"
