"""NET207 against Cyclonus, whose model of NetworkPolicies network plug-ins are compared with."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.go_program import Query, start_program
from tests.golden.controllers import all_pods
from tests.rules.sets import Data, codes, jobset, of, pod
from tests.strategies import bounded

pytestmark = pytest.mark.cluster

OWN = "jobset.sigs.k8s.io/jobset-name"
NAME = "kubernetes.io/metadata.name"
RENDEZVOUS, CHOSEN = 29400, range(32768, 61000)
NUMBERS = (1, RENDEZVOUS, 32768, 40000, 60999, 65535)
"""Ports that are written and asked for: one at least is in each range of two of them that meets another such range."""

TORCH = {
    "command": ["torchrun", f"--rdzv_endpoint=train-node-0-0.train:{RENDEZVOUS}", "train.py"],
    "ports": [{"name": "rendezvous", "containerPort": RENDEZVOUS}],
}
RUN = jobset("train", {"node": (2, pod(labels={"app": "a"}, container=TORCH))})
RUN["metadata"]["namespace"] = "one"

PAIRS = st.sampled_from([{"app": "a"}, {"app": "b"}, {OWN: "train"}, {OWN: "other"}])
EXPRESSIONS = st.tuples(st.sampled_from(["app", "role", OWN]), st.sampled_from(["In", "Exists", "DoesNotExist"])) | (
    # `NotIn` matches in Kubernetes where there is no such label (`Requirement.Matches` in k8s.io/apimachinery),
    # and does not in Cyclonus: it is only asked about labels that the pods have.
    st.tuples(st.sampled_from(["app", OWN]), st.just("NotIn"))
)
VALUES = st.lists(st.sampled_from(["a", "b", "train"]), min_size=1, max_size=2, unique=True)


def requirement(expression: tuple[str, str], values: list[str]) -> Data:
    key, operator = expression
    return {"key": key, "operator": operator} | ({"values": values} if "In" in operator else {})


SELECTORS: st.SearchStrategy[Data] = (
    st.just({})
    | st.builds(lambda pairs: {"matchLabels": pairs}, PAIRS)
    | st.builds(requirement, EXPRESSIONS, VALUES).map(lambda found: {"matchExpressions": [found]})
)
SPACES: st.SearchStrategy[Data] = st.just({}) | st.sampled_from(["one", "two"]).map(
    lambda name: {"matchLabels": {NAME: name}}
)
PEERS: st.SearchStrategy[Data] = (
    st.fixed_dictionaries({"podSelector": SELECTORS})
    | st.fixed_dictionaries({"namespaceSelector": SPACES})
    | st.fixed_dictionaries({"podSelector": SELECTORS, "namespaceSelector": SPACES})
)
RANGES = st.tuples(st.sampled_from(NUMBERS), st.sampled_from(NUMBERS)).map(sorted)
PORTS = (
    st.sampled_from(NUMBERS).map(lambda port: {"port": port})
    | RANGES.map(lambda ends: {"port": ends[0], "endPort": ends[1]})
    | st.sampled_from([{"protocol": "UDP"}, {"protocol": "TCP"}, {"port": "rendezvous"}, {"port": "other"}])
).map(lambda port: {"protocol": "TCP", **port})


@st.composite
def policies(draw: st.DrawFn) -> list[Data]:
    """Draw policies of one direction: of two, each may admit ports that the other does not."""
    direction, peers = draw(st.sampled_from([("ingress", "from"), ("egress", "to")]))
    rules = st.fixed_dictionaries(
        {}, optional={peers: st.lists(PEERS, min_size=1, max_size=2), "ports": st.lists(PORTS, min_size=1, max_size=2)}
    )
    found = []
    for number in range(draw(st.integers(1, 3))):
        spec: dict[str, Any] = {"podSelector": draw(SELECTORS), "policyTypes": [direction.capitalize()]}
        spec[direction] = draw(st.lists(rules, max_size=2))
        namespace = draw(st.sampled_from(["one", "one", "two"]))
        found.append(of("networking.k8s.io/v1", "NetworkPolicy", f"p{number}", namespace, spec=spec))
    return found


@pytest.fixture(scope="module")
def engine() -> Iterator[Query]:
    with start_program("policies", "policies") as query:
        yield query


@given(found=policies())
@bounded(300)
def test_what_is_found_is_what_is_denied(found: list[Data], engine: Query) -> None:
    own = all_pods(RUN)[0]["metadata"]
    peer = {"namespace": "one", "namespaceLabels": {NAME: "one"}, "labels": own["labels"]}
    names = {RENDEZVOUS: "rendezvous"}
    asked = [
        {"from": peer, "to": peer, "port": port, "name": names.get(port, ""), "protocol": "TCP"} for port in NUMBERS
    ]
    allowed = dict(zip(NUMBERS, engine({"policies": found, "connections": asked})["allowed"], strict=True))
    meets = allowed[RENDEZVOUS] and any(allowed[port] for port in NUMBERS if port in CHOSEN)
    assert ("NET207" in codes(*found, RUN)) == (not meets)
