"""The pods of an example: their names, volumes, rights and labels."""

from tests.golden.cases import Case, Object, each_case
from tests.golden.controllers import all_containers, all_pods, jobs, role_of

# The labels that change with every release of a chart; a JobSet's pod template cannot.
VERSIONED = {"helm.sh/chart", "app.kubernetes.io/version", "app.kubernetes.io/managed-by"}

REPLACES_EXIT_CODES = {"accelerate", "deepspeed", "horovod", "llamafactory", "torchrun"}
"""Launchers under which torchrun ends with 1 whatever its program's code was."""

LOCKS_MEMORY = {"efa", "infiniband", "roce", "tcpx"}
"""Fabrics whose libraries register memory from inside the program."""


@each_case
def test_names_fit(case: Case) -> None:
    for resource in [*case.objects, *jobs(case.jobset), *all_pods(case.jobset)]:
        assert len(resource["metadata"]["name"]) <= 63
        assert [value for value in resource["metadata"].get("labels", {}).values() if len(value) > 63] == []


@each_case
def test_mounts_and_volumes_belong_together(case: Case) -> None:
    for pod in all_pods(case.jobset):
        volumes = [volume["name"] for volume in pod["spec"].get("volumes", [])]
        assert len(set(volumes)) == len(volumes)
        mounts = [mount for container in all_containers(pod["spec"]) for mount in container.get("volumeMounts", [])]
        assert {mount["name"] for mount in mounts} == set(volumes)
        for container in all_containers(pod["spec"]):
            folders = [mount["mountPath"] for mount in container.get("volumeMounts", [])]
            assert len(set(folders)) == len(folders)


@each_case
def test_claims_are_created_or_named_by_the_user(case: Case) -> None:
    created = {claim["metadata"]["name"] for claim in case.of_kind("PersistentVolumeClaim")}
    mounted = {
        volume["persistentVolumeClaim"]["claimName"]
        for pod in all_pods(case.jobset)
        for volume in pod["spec"].get("volumes", [])
        if "persistentVolumeClaim" in volume
    }
    assert mounted == created | set(_claims_named(case.spec))


def _claims_named(value: object) -> list[str]:
    if isinstance(value, list):
        return [name for item in value for name in _claims_named(item)]
    if not isinstance(value, dict):
        return []
    own = [value["claimName"]] if "claimName" in value else []
    return own + [name for child in value.values() for name in _claims_named(child)]


@each_case
def test_created_claims_outlive_the_run(case: Case) -> None:
    for claim in case.of_kind("PersistentVolumeClaim"):
        assert claim["metadata"]["annotations"]["helm.sh/resource-policy"] == "keep"
        assert claim["metadata"]["annotations"]["argocd.argoproj.io/sync-options"] == "Prune=false"


@each_case
def test_containers_have_no_rights_that_training_needs_not(case: Case) -> None:
    for pod in all_pods(case.jobset):
        spec = pod["spec"]
        assert spec["automountServiceAccountToken"] is False
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        for container in all_containers(spec):
            assert container["securityContext"]["allowPrivilegeEscalation"] is False
            capabilities = container["securityContext"]["capabilities"]
            assert capabilities["drop"] == ["ALL"]
            rights = rights_of_sshd(case, pod, container) | rights_of_fabric(case, pod, container)
            assert set(capabilities.get("add", [])) <= rights
            assert "privileged" not in container["securityContext"]


def rights_of_sshd(case: Case, pod: Object, container: Object) -> set[str]:
    """What sshd needs as root to shut itself in; the preflight has the rights of the program that it stands for."""
    runs_sshd = case.trainer == "launcher" and role_of(pod) == "node" and container["name"] != "ssh-keys"
    is_root = "runAsUser" not in pod["spec"]["securityContext"]
    return {"AUDIT_WRITE", "SETGID", "SETUID", "SYS_CHROOT"} if runs_sshd and is_root else set()


def rights_of_fabric(case: Case, pod: Object, container: Object) -> set[str]:
    """What locks memory is the program, and the preflight that stands for it; what sets up network cards, a daemon."""
    fabric = case.spec.get("network", {}).get("fabric", "none")
    if container["name"] == f"{fabric}-daemon":
        return {"tcpx": {"NET_ADMIN"}, "tcpxo": {"NET_ADMIN", "NET_BIND_SERVICE"}}[fabric]
    is_program = role_of(pod) == "node" and container["name"] in ("node", "preflight")
    return {"IPC_LOCK"} if is_program and fabric in LOCKS_MEMORY else set()


@each_case
def test_no_release_or_chart_is_written_into_pods(case: Case) -> None:
    """An upgrade of the chart would else be refused on a live JobSet, which cannot change."""
    for role in case.jobset["spec"]["replicatedJobs"]:
        template = role["template"]
        for metadata in (template.get("metadata", {}), template["spec"]["template"]["metadata"]):
            assert not VERSIONED & metadata.get("labels", {}).keys()
            values = [*metadata.get("labels", {}).values(), *metadata.get("annotations", {}).values()]
            assert [value for value in values if "0.1.0" in value or "training-job-" in value] == []


@each_case
def test_service_mesh_stays_out(case: Case) -> None:
    for pod in all_pods(case.jobset):
        assert pod["metadata"]["labels"]["sidecar.istio.io/inject"] == "false"
        assert pod["metadata"]["annotations"]["linkerd.io/inject"] == "disabled"


@each_case
def test_program_is_the_users(case: Case) -> None:
    [role] = [found for found in case.jobset["spec"]["replicatedJobs"] if found["name"] == case.trainer]
    assert role["template"]["metadata"]["labels"] == {"trainer.kubeflow.org/trainjob-ancestor-step": "trainer"}
    [container] = role["template"]["spec"]["template"]["spec"]["containers"]
    fields = ("image", "workingDir")
    assert {field: container.get(field) for field in fields} == {field: case.spec.get(field) for field in fields}
    if case.launcher == "ray":  # the head starts it, when all nodes are there
        started = container["args"][container["args"].index("--") + 1 :]
        assert started == [*case.spec["command"], *case.spec.get("args", [])]
    elif case.spec.get("failurePolicy", {}).get("fatalExitCodes") and case.launcher in REPLACES_EXIT_CODES:
        assert container["command"] == ["python3", "-B", "/opt/training-job/exit_code.py"]
        assert container["args"] == [*case.spec["command"], *case.spec.get("args", [])]
    else:
        assert [container.get("command"), container.get("args")] == [case.spec.get("command"), case.spec.get("args")]


def test_initializers_finish_before_the_nodes_start() -> None:
    [dataset, model, node] = Case("initializers").jobset["spec"]["replicatedJobs"]
    assert node["dependsOn"] == [{"name": role["name"], "status": "Complete"} for role in (dataset, model)]
    assert [_storage_uri(role) for role in (dataset, model)] == [
        "hf://tatsu-lab/alpaca",
        "hf://meta-llama/Llama-3.2-1B-Instruct",
    ]
    spec = model["template"]["spec"]["template"]["spec"]["containers"][0]
    assert {"name": "IGNORE_PATTERNS", "value": "*.pth"} in spec["env"]
    assert spec["envFrom"] == [{"secretRef": {"name": "huggingface"}}]


def _storage_uri(role: Object) -> str:
    [container] = role["template"]["spec"]["template"]["spec"]["containers"]
    return next(str(variable["value"]) for variable in container["env"] if variable["name"] == "STORAGE_URI")


def test_program_knows_the_checkpoint_folder() -> None:
    case = Case("initializers")
    [config_map] = case.of_kind("ConfigMap")
    assert config_map["data"]["CHECKPOINT_DIR"] == "/checkpoints"
    node = case.jobset["spec"]["replicatedJobs"][-1]["template"]["spec"]["template"]["spec"]
    [program] = node["containers"]
    assert {"name": "checkpoints", "mountPath": "/checkpoints"} in program["volumeMounts"]


def test_ray_head_waits_for_the_nodes_that_exist() -> None:
    [head, *nodes] = all_pods(Case("llamafactory-ray").jobset)
    [program] = head["spec"]["containers"]
    options = dict(
        argument.split("=", 1) for argument in program["args"] if argument.startswith("--") and "=" in argument
    )
    names = [options["--node"].format(index) for index in range(int(options["--nodes"]))]
    assert names == [f"{pod['spec']['hostname']}.{pod['spec']['subdomain']}" for pod in nodes]
    assert options["--address"] == f"{head['spec']['hostname']}.{head['spec']['subdomain']}:29500"
    for pod in nodes:
        [raylet] = pod["spec"]["containers"]
        shared = [argument for argument in raylet["args"] if not argument.startswith(("--address", "--timeout"))]
        assert set(shared) < set(program["args"])
        assert "--num-gpus=8" in shared
        assert raylet["resources"] == program["resources"]
