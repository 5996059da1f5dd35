"""`render pods` as people run it: the pods of specs and of manifests, and what it says where there are none."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.conftest import CHECKOUT
from tests.golden.cases import Case, Object, each_case
from tests.golden.controllers import all_pods, role_of, subdomain
from tests.golden.kubelet import environment, expanded

SCHEMA = json.loads((CHECKOUT / "schemas" / "pods.json").read_text(encoding="utf-8"))

TWO_ROLES = """
apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
metadata: {name: run, namespace: team}
spec:
  network: {subdomain: below}
  replicatedJobs:
    - name: driver
      template:
        spec:
          completionMode: NonIndexed
          template: {spec: {restartPolicy: Never, containers: [{name: sidecar, image: i}, {name: driver, image: i}]}}
    - name: worker
      replicas: 2
      groupName: workers
      template:
        metadata: {annotations: {ours: "no pod has this"}}
        spec:
          completions: 2
          parallelism: 1
          template:
            metadata: {labels: {app: train}}
            spec:
              restartPolicy: Never
              containers:
                - name: other
                  image: i
                  command: [train, --rank=$(RANK)]
                  env:
                    - name: RANK
                      valueFrom: {fieldRef: {fieldPath: "metadata.labels['jobset.sigs.k8s.io/job-index']"}}
"""


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "render", "pods", *arguments]
    return subprocess.run(command, cwd=CHECKOUT, input=stdin, capture_output=True, encoding="utf-8", check=False)


def listed(*arguments: str, stdin: str = "") -> list[dict[str, Any]]:
    done = run(*arguments, "--output", "json", stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    pods: list[dict[str, Any]] = json.loads(done.stdout)
    jsonschema.validate(pods, SCHEMA)
    return pods


def refused(*arguments: str, stdin: str = "") -> str:
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stdout) == (1, "")
    return done.stderr


def expected(case: Case, pod: Object) -> Object:
    """What the tests' own controllers and kubelet make of a pod, as far as its values are known."""
    role = role_of(pod)
    containers = pod["spec"]["containers"]
    [container] = [one for one in containers if one["name"] == role] or containers[:1]
    env = environment(pod, container, case.objects)
    host = pod["spec"]["hostname"]
    return {
        "name": pod["metadata"]["name"].removesuffix("-abcde"),
        "hostname": host,
        "fqdn": f"{host}.{subdomain(case.jobset)}.default.svc.cluster.local",
        "role": role,
        "index": int(pod["metadata"]["annotations"]["batch.kubernetes.io/job-completion-index"]),
        "resources": container.get("resources", {}),
        "command": [expanded(word, env) for word in container.get("command", [])],
        "args": [expanded(word, env) for word in container.get("args", [])],
        "env": env,
        "envFrom": [source for source in container.get("envFrom", []) if "secretRef" in source],
    }


@each_case
def test_pods_are_those_that_the_controllers_make(case: Case) -> None:
    found = listed(str(case.source))
    assert found == listed(str(case.path))
    for pod in found:
        pod["env"] = {name: value for name, value in pod["env"].items() if isinstance(value, str)}
        pod.pop("devices", None)
    assert found == [expected(case, pod) for pod in all_pods(case.jobset)]


def test_roles_replicas_and_pods_without_a_number() -> None:
    driver, *workers = listed("-", stdin=TWO_ROLES)
    assert (driver["name"], driver["hostname"], driver["fqdn"], driver["index"]) == ("run-driver-0", None, None, None)
    assert [worker["fqdn"] for worker in workers] == [
        f"run-worker-{job}-{index}.below.team.svc.cluster.local" for job in (0, 1) for index in (0, 1)
    ]
    assert [worker["index"] for worker in workers] == [0, 1, 0, 1]
    assert [worker["command"][1] for worker in workers] == ["--rank=0", "--rank=0", "--rank=1", "--rank=1"]


def test_without_dns_names_there_is_no_fqdn() -> None:
    pods = listed("-", stdin=TWO_ROLES.replace("subdomain: below", "enableDNSHostnames: false"))
    assert {pod["fqdn"] for pod in pods} == {None}


def test_the_domain_is_that_of_the_spec() -> None:
    spec = "image: i\nname: run\nnetwork: {clusterDomain: site.example}\n"
    assert listed("-", "-n", "team", stdin=spec)[0]["fqdn"] == "run-node-0-0.run.team.svc.site.example"


def test_overlays_and_sets(tmp_path: Path) -> None:
    overlay = tmp_path / "overlay.yaml"
    overlay.write_text("env: {OWN: '$(PET_NNODES) nodes'}")
    pods = listed("examples/mnist-ddp/spec.yaml", "-f", str(overlay), "--set", "numNodes=2", "--name", "other")
    assert [pod["env"]["OWN"] for pod in pods] == ["2 nodes", "2 nodes"]
    assert pods[0]["name"] == "mnist-ddp-node-0-0"  # the spec's own name wins over the release's


def test_a_table_for_people() -> None:
    done = run("examples/plain/spec.yaml")
    head, *rows = [line.split(maxsplit=5) for line in done.stdout.splitlines()]
    assert head == ["NAME", "ROLE", "INDEX", "FQDN", "GPUS", "COMMAND"]
    assert rows[1] == [
        "plain-node-0-1",
        "node",
        "1",
        "plain-node-0-1.plain.default.svc.cluster.local",
        "8",
        "python -m train --coordinator=plain-node-0-0.plain:29500 --num-processes=2 --process-id=1",
    ]


def test_a_word_that_is_not_known_is_shown_as_it_is_written() -> None:
    spec = """
image: i
command: [train, --token=$(TOKEN), "$$(TOKEN)"]
env: {TOKEN: {valueFrom: {secretKeyRef: {name: hub, key: token}}}}
"""
    [pod] = listed("-", "--name", "run", stdin=spec)
    assert pod["command"] == ["train", {"value": "--token=$(TOKEN)"}, "$(TOKEN)"]
    assert pod["env"]["TOKEN"] == {"valueFrom": {"secretKeyRef": {"name": "hub", "key": "token"}}}
    assert run("-", "--name", "run", stdin=spec).stdout.endswith("train '--token=$(TOKEN)' '$(TOKEN)'\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("image: i\nnumNode: 3\n", "unknown key `numNode`"),
        ("image: [\n", "SYN005"),
        ("", "no `JobSet`"),
        ("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n", "no `JobSet`"),
        ("apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a}\n", "no `JobSet`"),
        ("apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\n", "`metadata` is missing"),
        (TWO_ROLES.replace("replicas: 2", "replicas: two"), "replicas"),
        (TWO_ROLES.replace("name: other", "nome: other"), "`name`"),
        (TWO_ROLES + "---\n- a list\n", "is not an object"),
    ],
)
def test_what_makes_no_pods_is_a_problem(text: str, said: str) -> None:
    assert said in refused("-", "--name", "run", stdin=text)


def test_a_run_without_pods() -> None:
    text = TWO_ROLES.replace("replicas: 2", "replicas: 0").replace(
        "name: driver\n", "name: driver\n      replicas: 0\n"
    )
    assert listed("-", stdin=text) == []


def test_a_template_without_containers_is_listed_too() -> None:
    text = TWO_ROLES.replace("[{name: sidecar, image: i}, {name: driver, image: i}]", "[]")
    assert listed("-", stdin=text)[0]["command"] == []


def test_a_file_that_is_not_there() -> None:
    assert refused("missing.yaml").startswith("missing.yaml: error SYN001 can't be read")
