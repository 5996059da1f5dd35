"""The smoke test as Helm and Argo CD find it: hooks that stand on their own, before the release has anything."""

from pathlib import Path
from typing import Any

import pytest

from tests.chart.helm import CHART, Helm, Object, objects
from tests.golden.cases import ROOT
from tests.golden.controllers import INDEX, pods
from tests.golden.kubelet import environment
from tests.golden.quantities import quantity
from tests.golden.scheduler import pod_needs, total

EXAMPLE = ROOT / "examples" / "nccl-smoke-test" / "spec.yaml"
SSH = CHART / "ci" / "mpi-smoke-values.yaml"
HOOK, WEIGHT, DELETE = (f"helm.sh/hook{rest}" for rest in ("", "-weight", "-delete-policy"))
ARGO = {"argocd.argoproj.io/hook", "argocd.argoproj.io/sync-wave"}
PLACEMENT = (
    "affinity",
    "hostNetwork",
    "nodeSelector",
    "priorityClassName",
    "tolerations",
    "topologySpreadConstraints",
)
SCHEDULERS = ("coscheduling", "kubernetes", "kueue", "none", "volcano")


def rendered(helm: Helm, **settings: str) -> list[Object]:
    chosen = {"image": "train:1", "numNodes": "2", "numProcPerNode": "4", "kueue.queue": "research", **settings}
    return objects(helm.template(CHART, "--set", ",".join(f"{key}={value}" for key, value in chosen.items())))


def hooks(found: list[Object]) -> list[Object]:
    return [item for item in found if HOOK in annotations(item)]


def annotations(item: Object) -> dict[str, str]:
    return dict(item["metadata"].get("annotations", {}))


def job_of(found: list[Object]) -> Object:
    [job] = [item for item in found if item["kind"] == "Job"]
    return job


def program(job: Object) -> Any:
    [container] = job["spec"]["template"]["spec"]["containers"]
    return container


def test_there_is_none_unless_asked_for(helm4: Helm) -> None:
    assert hooks(rendered(helm4)) == []
    assert rendered(helm4, **{"smokeTest.mode": "off"}) == rendered(helm4, **{"smokeTest.mode": "false"})


def test_bare_off_is_off(helm4: Helm, tmp_path: Path) -> None:
    """Helm's parser reads it as false."""
    texts = []
    for word in ("off", "'off'", "no"):
        values = tmp_path / "values.yaml"
        values.write_text(f"image: train:1\nsmokeTest: {{mode: {word}}}\n", encoding="utf-8")
        texts.append(helm4.template(CHART, "-f", values))
    assert len(set(texts)) == 1
    assert hooks(objects(texts[0])) == []


def test_training_is_the_same_with_it(helm4: Helm) -> None:
    found = rendered(helm4, **{"smokeTest.mode": "with"})
    assert [item for item in found if item not in hooks(found)] == rendered(helm4)


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_only_leaves_nothing_else(scheduler: str, helm4: Helm) -> None:
    every = {"storage.checkpoints.mode": "create", "initializers.dataset.storageUri": "hf://a/b", "target": "trainjob"}
    found = rendered(helm4, scheduler=scheduler, **{"smokeTest.mode": "only"}, **every)
    assert hooks(found) == found
    gang = [] if scheduler in ("kueue", "none") else ["PodGroup"]
    assert sorted(item["kind"] for item in found) == sorted(["ConfigMap", "Job", "Service", *gang])


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_no_hooks_leaves_only_the_training(scheduler: str, helm4: Helm) -> None:
    settings = f"image=train:1,numNodes=2,scheduler={scheduler},kueue.queue=research"
    text = helm4.template(CHART, "--no-hooks", "--set", f"{settings},smokeTest.mode=with")
    assert objects(text) == objects(helm4.template(CHART, "--set", settings))


@pytest.mark.parametrize(
    ("hook", "event", "argo"),
    [("test", "test", None), ("pre-install", "pre-install", None), ("presync", "test", "PreSync")],
)
def test_events(hook: str, event: str, argo: str | None, helm4: Helm) -> None:
    found = hooks(rendered(helm4, scheduler="volcano", **{"smokeTest.mode": "with", "smokeTest.hook": hook}))
    assert {item["kind"] for item in found} == {"ConfigMap", "Job", "PodGroup", "Service"}
    assert {annotations(item)[HOOK] for item in found} == {event}
    assert {annotations(item).get("argocd.argoproj.io/hook") for item in found} == {argo}


def test_job_is_last_for_helm_and_next_to_its_gang_for_argo(helm4: Helm) -> None:
    """Helm waits for a Job before it goes on; Argo CD may wait for the health of a PodGroup without pods."""
    found = hooks(rendered(helm4, scheduler="volcano", **{"smokeTest.mode": "with", "smokeTest.hook": "presync"}))
    weights = {item["kind"]: int(annotations(item)[WEIGHT]) for item in found}
    waves = {
        item["kind"]: int(annotations(item).get("argocd.argoproj.io/sync-wave", weights[item["kind"]]))
        for item in found
    }
    assert {kind for kind, weight in weights.items() if weight < weights["Job"]} == {"ConfigMap", "PodGroup", "Service"}
    assert waves["PodGroup"] == waves["Job"] >= max(waves.values())


@pytest.mark.parametrize("hook", ["test", "pre-install", "presync"])
def test_policy_comes_and_goes_with_the_service(hook: str, helm4: Helm) -> None:
    settings = {"smokeTest.mode": "only", "smokeTest.hook": hook, "network.policy": "true"}
    found = {item["kind"]: item for item in rendered(helm4, **settings)}
    assert found.keys() == {"ConfigMap", "Job", "NetworkPolicy", "Service"}
    assert annotations(found["NetworkPolicy"]) == annotations(found["Service"])


def test_result_stays_and_the_rest_goes(helm4: Helm) -> None:
    found = hooks(rendered(helm4, scheduler="volcano", **{"smokeTest.mode": "with"}))
    for item in found:
        policies = annotations(item)[DELETE].split(",")
        assert "before-hook-creation" in policies
        assert ("hook-succeeded" in policies) == (item["kind"] != "Job")
        assert not ARGO & annotations(item).keys()


def test_needs_nothing_of_the_release(helm4: Helm) -> None:
    """Before the installation there is no ConfigMap, no claim and no Service of the training's."""
    found = objects(helm4.template(CHART, "-f", SSH))
    own = {item["metadata"]["name"] for item in hooks(found)}
    of_release = {item["metadata"]["name"] for item in found} - own
    text = str([item["spec"] for item in hooks(found) if item["kind"] != "ConfigMap"])
    assert of_release
    assert [name for name in of_release if f"'{name}'" in text] == []
    spec = job_of(found)["spec"]["template"]["spec"]
    named = [volume.get("configMap", {}).get("name") for volume in spec["volumes"]]
    assert set(named) <= own | {None}


def test_nothing_of_the_launcher_gets_there(helm4: Helm) -> None:
    job = job_of(objects(helm4.template(CHART, "-f", SSH)))
    text = str(job)
    assert [word for word in ("ssh", "hostfile", "mpi", "OMPI_", "2222", "preflight") if word in text] == []
    assert program(job)["command"] == ["python3", "-B", "-u", "/opt/training-job/smoke_node.py"]


def test_options_are_those_of_the_spec(helm4: Helm) -> None:
    arguments = program(job_of(objects(helm4.template(CHART, "-f", SSH))))["args"]
    assert sorted(arguments) == [
        "--backend=gloo",
        "--collective=all_gather",
        "--cycles=2",
        "--diagnose=never",
        "--dtype=float64",
        "--fabric=sockets",
        "--gate-bytes=16Mi",
        "--gpu=H100",
        "--iterations=10",
        "--max-bytes=64Mi",
        "--min-busbw=0.5",
        "--min-bytes=1Ki",
        "--nodes=3",
        "--operation=max",
        "--procs=4",
        "--run=run-smoke",
        "--step-factor=4",
        "--timeout=120",
        "--warmup=0",
    ]


def test_nodes_meet_at_the_first(helm4: Helm) -> None:
    found = rendered(helm4, **{"smokeTest.mode": "only"})
    job, [service] = job_of(found), [item for item in found if item["kind"] == "Service"]
    made = list(pods(job))
    told = [environment(pod, pod["spec"]["containers"][0], []) for pod in made]
    assert [variables["NODE_RANK"] for variables in told] == [pod["metadata"]["labels"][INDEX] for pod in made]
    first = f"{made[0]['spec']['hostname']}.{made[0]['spec']['subdomain']}"
    assert {variables["MASTER_ADDR"] for variables in told} == {first}
    assert {variables["MASTER_PORT"] for variables in told} == {str(service["spec"]["ports"][0]["port"])}
    assert service["metadata"]["name"] == made[0]["spec"]["subdomain"]
    assert all(service["spec"]["selector"].items() <= pod["metadata"]["labels"].items() for pod in made)


def test_variables_are_the_users_and_the_networks(helm4: Helm) -> None:
    variables = {
        variable["name"]: variable for variable in program(job_of(objects(helm4.template(CHART, "-f", SSH))))["env"]
    }
    own = {"MASTER_ADDR", "MASTER_PORT", "NODE_RANK", "RENDER_NODE_NAME", "RENDER_RUN_UID"}
    assert variables.keys() - own == {"GLOO_SOCKET_IFNAME", "NCCL_ALGO", "NCCL_SOCKET_IFNAME", "TOKEN"}
    assert variables["NCCL_SOCKET_IFNAME"]["value"] == "=eth0"
    assert variables["NCCL_ALGO"]["value"] == "Ring"


def test_users_variable_gives_way_to_that_of_the_rendezvous(helm4: Helm) -> None:
    settings = {"launcher": "deepspeed", "ssh.secretName": "key", "env.MASTER_ADDR": "x", "smokeTest.mode": "with"}
    said = [(each["name"], each.get("value")) for each in program(job_of(rendered(helm4, **settings)))["env"]]
    assert [value for name, value in said if name == "MASTER_ADDR"] == ["run-smoke-0.run-smoke"]


def test_gang_is_its_own(helm4: Helm) -> None:
    found = objects(helm4.template(CHART, "-f", EXAMPLE))
    [gang], made = [item for item in found if item["kind"] == "PodGroup"], list(pods(job_of(found)))
    assert gang["spec"]["minMember"] == len(made) == 16
    needs = total(map(pod_needs, made))
    assert {name: quantity(amount) for name, amount in gang["spec"]["minResources"].items()} == needs
    bound = {pod["metadata"]["annotations"]["scheduling.k8s.io/group-name"] for pod in made}
    assert bound == {gang["metadata"]["name"]}


def test_queue_is_that_of_kueue(helm4: Helm) -> None:
    job = job_of(rendered(helm4, scheduler="kueue", **{"smokeTest.mode": "with"}))
    assert job["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] == "research"
    assert "suspend" not in job["spec"]


def test_nothing_is_root_and_nothing_is_written(helm4: Helm) -> None:
    spec = job_of(rendered(helm4, **{"smokeTest.mode": "with"}))["spec"]["template"]["spec"]
    assert (spec["securityContext"]["runAsUser"], spec["securityContext"]["runAsNonRoot"]) == (65534, True)
    assert spec["containers"][0]["securityContext"]["readOnlyRootFilesystem"] is True
    assert {mount["mountPath"] for mount in spec["containers"][0]["volumeMounts"]} >= {"/tmp", "/opt/training-job"}


def test_user_of_the_spec_is_kept(helm4: Helm) -> None:
    settings = {"smokeTest.mode": "with", "pod.securityContext.runAsUser": "1000", "pod.securityContext.fsGroup": "5"}
    context = job_of(rendered(helm4, **settings))["spec"]["template"]["spec"]["securityContext"]
    assert (context["runAsUser"], context["fsGroup"], context["runAsNonRoot"]) == (1000, 5, True)


def test_folder_of_the_user_is_taken_for_what_torch_writes(helm4: Helm) -> None:
    mounts = program(job_of(objects(helm4.template(CHART, "-f", SSH))))["volumeMounts"]
    assert [mount["name"] for mount in mounts if mount["mountPath"] == "/tmp"] == ["scratch"]


def test_elastic_run_is_tested_with_the_nodes_that_it_needs(helm4: Helm) -> None:
    settings = {"numNodes": "null", "elastic.minNodes": "2", "elastic.maxNodes": "8", "smokeTest.mode": "with"}
    job = job_of(rendered(helm4, **settings))
    assert (job["spec"]["completions"], job["spec"]["parallelism"]) == (2, 2)
    assert "--nodes=2" in program(job)["args"]


def test_placement_is_that_of_the_training(helm4: Helm) -> None:
    found = objects(
        helm4.template(CHART, "-f", CHART / "ci" / "torchrun-none-values.yaml", "--set", "smokeTest.mode=with")
    )
    spec = job_of(found)["spec"]["template"]["spec"]
    [jobset] = [item for item in found if item["kind"] == "JobSet"]
    trains = jobset["spec"]["replicatedJobs"][-1]["template"]["spec"]["template"]["spec"]
    for field in (
        "nodeSelector",
        "tolerations",
        "affinity",
        "topologySpreadConstraints",
        "priorityClassName",
        "hostNetwork",
    ):
        assert spec.get(field) == trains.get(field)
    assert spec["containers"][0]["resources"] == trains["containers"][0]["resources"]
