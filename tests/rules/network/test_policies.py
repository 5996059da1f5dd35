"""NetworkPolicies against the pods of a run."""

from typing import Any

import pytest

from tests.rules.sets import Data, codes, job, jobset, of, pod

APP = {"matchLabels": {"app": "train"}}
OWN = {"matchLabels": {"jobset.sigs.k8s.io/jobset-name": "train"}}
TORCH = {"command": ["torchrun", "--nnodes=4", "--rdzv_endpoint=train-node-0-0.train:29400", "train.py"]}
FOUND = ["NET207"]


def policy(name: str = "train", namespace: str | None = None, **spec: Any) -> Data:
    return of("networking.k8s.io/v1", "NetworkPolicy", name, namespace, spec={"podSelector": APP, **spec})


def admits(*peers: Data, ports: list[Data] | None = None, **spec: Any) -> Data:
    rule = {**({"from": list(peers)} if peers else {}), **({} if ports is None else {"ports": ports})}
    return policy(**spec, ingress=[rule])


def node(**labels: str) -> Data:
    return pod(labels={"app": "train", **labels}, container=TORCH)


RUN = jobset("train", {"node": (4, node())})
PEERS = {"podSelector": APP}

POLICIES = {
    "no rule": ([policy()], FOUND),
    "no rule, of all pods": ([policy(podSelector={})], FOUND),
    "all peers": ([admits()], []),
    "the run's own pods": ([admits(PEERS)], []),
    "the JobSet's pods": ([policy(podSelector=OWN, ingress=[{"from": [{"podSelector": OWN}]}])], []),
    "pods of another JobSet": (
        [admits({"podSelector": {"matchLabels": {"jobset.sigs.k8s.io/jobset-name": "b"}}})],
        FOUND,
    ),
    "pods with another label": ([admits({"podSelector": {"matchLabels": {"app": "web"}}})], FOUND),
    "pods without the label": (
        [admits({"podSelector": {"matchExpressions": [{"key": "app", "operator": "DoesNotExist"}]}})],
        FOUND,
    ),
    "a label that a controller may add": ([admits({"podSelector": {"matchLabels": {"job-name": "train-node-0"}}})], []),
    "pods that a controller may select": ([policy(podSelector={"matchLabels": {"example.com/queue": "a"}})], []),
    "other pods": ([policy(podSelector={"matchLabels": {"app": "web"}})], []),
    "addresses": ([admits({"ipBlock": {"cidr": "10.0.0.0/8"}})], []),
    "a namespace's label": ([admits({"namespaceSelector": {"matchLabels": {"team": "a"}}})], []),
    "every namespace": ([admits({"namespaceSelector": {}})], []),
    "other pods of a namespace": (
        [admits({"namespaceSelector": {}, "podSelector": {"matchLabels": {"app": "b"}}})],
        FOUND,
    ),
    "another policy": ([policy("all", podSelector={}), admits(PEERS)], []),
    "the rendezvous alone": ([admits(PEERS, ports=[{"port": 29400}])], FOUND),
    "another port": ([admits(PEERS, ports=[{"port": 29500}, {"port": 32768, "endPort": 60999}])], FOUND),
    "all that is needed": ([admits(PEERS, ports=[{"port": 29400}, {"port": 32768, "endPort": 60999}])], []),
    "another protocol": ([admits(PEERS, ports=[{"protocol": "UDP"}])], FOUND),
    "a protocol": ([admits(PEERS, ports=[{"protocol": "TCP"}])], []),
    "a name that no port has": ([admits(PEERS, ports=[{"port": "rendezvous"}])], FOUND),
    "egress alone": ([policy(policyTypes=["Egress"], egress=[{}])], []),
    "egress elsewhere": (
        [policy(policyTypes=["Egress"], egress=[{"to": [{"podSelector": {"matchLabels": {"a": "b"}}}]}])],
        FOUND,
    ),
    "no egress": ([policy(policyTypes=["Egress"])], FOUND),
    "egress that is no type": ([policy(policyTypes=["Ingress"], ingress=[{}], egress=[])], []),
    "egress that its rules make a type": (
        [policy(ingress=[{}], egress=[{"to": [{"podSelector": {"matchLabels": {"a": "b"}}}]}])],
        FOUND,
    ),
}


@pytest.mark.parametrize(("policies", "expected"), POLICIES.values(), ids=POLICIES)
def test_policies(policies: list[Data], expected: list[str]) -> None:
    assert codes(*policies, RUN) == expected
    assert codes(RUN, *policies) == expected


PODS = {
    "one pod": (jobset("train", {"node": (1, node())}), []),
    "pods that are alone": (job("train", pod(labels={"app": "train"}), parallelism=4, completions=4), []),
    "a Job with a first node": (job("train", node(), parallelism=4, completions=4), FOUND),
    "a program that nobody knows": (jobset("train", {"node": (4, pod(labels={"app": "train"}))}), FOUND),
}


@pytest.mark.parametrize(("run", "expected"), PODS.values(), ids=PODS)
def test_pods(run: Data, expected: list[str]) -> None:
    assert codes(policy(), run) == expected


def test_network_of_the_node() -> None:
    run = node()
    run["spec"]["hostNetwork"] = True
    assert "NET207" not in codes(policy(), jobset("train", {"node": (4, run)}))


def test_attached_networks_may_carry_the_collectives() -> None:
    run = node()
    run["metadata"]["annotations"] = {"k8s.v1.cni.cncf.io/networks": "fast"}
    alone = admits(PEERS, ports=[{"port": 29400}])
    assert codes(alone, jobset("train", {"node": (4, run)})) == []
    assert codes(policy(), jobset("train", {"node": (4, run)})) == FOUND


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [("a", "a", FOUND), ("a", "b", []), ("a", None, []), (None, "a", [])],
)
def test_namespaces(own: str | None, other: str | None, expected: list[str]) -> None:
    assert codes(policy(namespace=own), job("train", node(), namespace=other, parallelism=4, completions=4)) == expected


def test_namespace_by_its_name() -> None:
    for name, expected in (("a", []), ("b", FOUND)):
        peer = {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": name}}}
        run = job("train", node(), namespace="a", parallelism=4, completions=4)
        assert codes(admits(peer, namespace="a"), run) == expected


def test_many_policies_are_not_compared() -> None:
    policies = [policy(f"p{number}") for number in range(400)]
    roles = {f"r{number}": (4, node()) for number in range(251)}
    assert codes(*policies[:300], jobset("train", roles)).count("NET207") == 1
    assert codes(*policies, jobset("train", roles)).count("NET207") == 0
