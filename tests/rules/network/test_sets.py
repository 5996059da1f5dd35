"""Services and the first node, against the pods of a set."""

import pytest

from tests.rules.sets import Data, codes, job, jobset, of, pod

RUN: Data = {"completions": 4, "parallelism": 4, "completionMode": "Indexed"}


def service(selector: dict[str, str] | None, namespace: str | None = None, **spec: object) -> Data:
    chosen = {} if selector is None else {"selector": selector}
    return of("v1", "Service", "train", namespace, spec={**chosen, **spec})


def labelled(**labels: str) -> Data:
    return pod(labels=labels, container={"ports": [{"name": "master", "containerPort": 29500}]})


PROBED = pod(labels={"app": "train"}, container={"readinessProbe": {"tcpSocket": {"port": 29500}}})


JOBSET = jobset("train", {"node": (4, pod())})
OWN = "jobset.sigs.k8s.io/jobset-name"

SELECTORS = {
    "a label of the template": (service({"app": "train"}), job("a", labelled(app="train")), []),
    "a label of the Job's controller": (service({"job-name": "train"}), job("train", pod()), []),
    "a label of JobSet's controller": (service({OWN: "train"}), JOBSET, []),
    "another JobSet": (service({OWN: "trian"}), JOBSET, ["NET201"]),
    "a misspelt value": (service({"app": "trian"}), job("a", labelled(app="train")), ["NET201"]),
    "pods that are elsewhere": (service({"app": "database"}), job("a", labelled(app="train")), []),
    "a label that no pod has": (service({"tier": "train"}), job("a", labelled(app="train")), []),
    "an index that every pod has another of": (
        service({"batch.kubernetes.io/job-completion-index": "0"}),
        job("a", labelled(app="train")),
        [],
    ),
    "no selector": (service(None), job("a", labelled(app="train")), []),
    "pods of another namespace": (
        service({"app": "train"}, "one"),
        job("a", labelled(app="train"), namespace="two"),
        ["NET205"],
    ),
    "pods of its own namespace": (
        service({"app": "train"}, "one"),
        job("a", labelled(app="train"), namespace="one"),
        [],
    ),
    "another namespace": (
        service({"app": "trian"}, "one"),
        job("a", labelled(app="train"), namespace="two"),
        [],
    ),
    "some of several": (
        service({"app": "train", "role": "mastr"}),
        job("a", labelled(app="train", role="master")),
        ["NET201"],
    ),
}


@pytest.mark.parametrize(("one", "other", "expected"), SELECTORS.values(), ids=SELECTORS)
def test_selectors(one: Data, other: Data, expected: list[str]) -> None:
    assert codes(one, other) == expected


PORTS = {
    "by name": ("master", []),
    "by number": (29500, []),
    "by a number that is not declared": (80, []),
    "by another name": ("rendezvous", ["NET202"]),
}


@pytest.mark.parametrize(("target", "expected"), PORTS.values(), ids=PORTS)
def test_ports(target: object, expected: list[str]) -> None:
    ports = [{"port": 29500, "targetPort": target}]
    assert codes(service({"app": "train"}, ports=ports), job("a", labelled(app="train"))) == expected
    assert codes(service({"app": "elsewhere"}, ports=ports), job("a", labelled(app="train"))) == []


READY = {
    "a headless Service of a run": (
        {"clusterIP": "None"},
        job("a", PROBED, **RUN),
        ["NET203"],
    ),
    "a headless Service of pods without a probe": ({"clusterIP": "None"}, job("a", labelled(app="train"), **RUN), []),
    "with addresses at once": (
        {"clusterIP": "None", "publishNotReadyAddresses": True},
        job("a", labelled(app="train"), **RUN),
        [],
    ),
    "an address of its own": ({}, job("a", labelled(app="train"), **RUN), []),
    "one pod": ({"clusterIP": "None"}, job("a", labelled(app="train")), []),
    "no run": (
        {"clusterIP": "None"},
        of(
            "apps/v1",
            "StatefulSet",
            "a",
            spec={"replicas": 3, "template": {**labelled(app="train")}},
        ),
        [],
    ),
}


@pytest.mark.parametrize(("spec", "other", "expected"), READY.values(), ids=READY)
def test_addresses_before_ready(spec: Data, other: Data, expected: list[str]) -> None:
    assert codes(service({"app": "train"}, **spec), other) == expected


FIRST_NODES = {
    "train-node-0-0.train": [],
    "train-node-0-3.train": [],
    "train-node-0-0.train.default.svc.cluster.local": [],
    "train-node-0-4.train": ["NET204"],
    "train-node-1-0.train": ["NET204"],
    "train-worker-0-0.train": ["NET204"],
    "train-node-0-0.trian": ["NET204"],
    "train-node-0-0": ["NET204"],
    "train": [],
    "other-node-0-0.other": [],
    "$(FIRST)": [],
}


@pytest.mark.parametrize("address", FIRST_NODES)
def test_first_node(address: str) -> None:
    own = {"name": "FIRST", "value": "elsewhere"}
    template = pod(container={"env": [own, {"name": "MASTER_ADDR", "value": address}]})
    assert codes(jobset("train", {"node": (4, template)})) == FIRST_NODES[address]


def test_first_node_below_a_subdomain() -> None:
    for address, expected in (("train-node-0-0.nodes", []), ("train-node-0-0.train", ["NET204"])):
        template = pod(
            container={"command": ["torchrun", "--nnodes=4", f"--rdzv_endpoint={address}:29500", "train.py"]}
        )
        assert codes(jobset("train", {"node": (4, template)}, network={"subdomain": "nodes"})) == expected


NETWORKS = {
    "as JobSet does it": ({}, {}, []),
    "written out": ({"enableDNSHostnames": True, "publishNotReadyAddresses": True}, {}, []),
    "no names": ({"enableDNSHostnames": False}, {}, ["NET206"]),
    "late names": ({"publishNotReadyAddresses": False}, {}, ["NET206"]),
    "a subdomain of its own": ({"enableDNSHostnames": False}, {"subdomain": "train"}, []),
}


@pytest.mark.parametrize(("network", "spec", "expected"), NETWORKS.values(), ids=NETWORKS)
def test_names(network: Data, spec: Data, expected: list[str]) -> None:
    named = pod(container={"env": [{"name": "MASTER_ADDR", "value": "train-node-0-0.train"}]}, **spec)
    assert codes(jobset("train", {"node": (2, named)}, network=network)) == expected
    assert codes(jobset("train", {"node": (2, pod(**spec))}, network=network)) == []
