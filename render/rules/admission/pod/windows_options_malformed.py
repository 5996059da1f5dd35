"""ADM223 windows-options-malformed: a pod's Windows options are invalid.

The user is `USER` or `DOMAIN\\USER`; a credential spec has an object name; a host process container needs `hostNetwork:
true`, and all containers of its pod are host process containers. The API server rejects the pod.

Source: https://kubernetes.io/docs/tasks/configure-pod-container/configure-runasusername/

Example:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      os: {name: windows}
      containers: [{name: main, image: train, securityContext: {windowsOptions: {runAsUserName: LAB/trainer}}}]
Use instead:
    apiVersion: v1
    kind: Pod
    metadata: {name: debug}
    spec:
      os: {name: windows}
      containers: [{name: main, image: train, securityContext: {windowsOptions: {runAsUserName: trainer}}}]
"""

from collections.abc import Iterator

from render.kube.formats import dns, names
from render.manifests.paths import Data
from render.manifests.pods import Pod
from render.rules.admission._field_errors import each_invalid, invalid
from render.rules.rule import Finding, rule
from render.schema_errors.error import Path


@rule(keys=("windowsOptions",))
def check(pod: Pod) -> Iterator[Finding]:
    """Check the options of the pod and of its containers."""
    of_pod, path = _options(pod.spec), ("securityContext", "windowsOptions")
    yield from _check_options((*pod.spec_path, *path), of_pod)
    for container in pod.containers:
        options = _options(container.data)
        yield from _check_options((*container.path, *path), options)
        if {options.get("hostProcess"), of_pod.get("hostProcess")} == {True, False}:
            why = "pod hostProcess value must be identical if both are specified"
            yield invalid((*container.path, *path, "hostProcess"), options["hostProcess"], why)
    yield from _check_host_processes(pod)


def _check_host_processes(pod: Pod) -> Iterator[Finding]:
    of_pod = _options(pod.spec)
    processes = [{**of_pod, **_options(container.data)}.get("hostProcess", False) for container in pod.containers]
    if not any(processes):
        return
    if not all(processes):
        why = "If pod contains any hostProcess containers then all containers must be HostProcess containers"
        yield invalid(pod.spec_path, pod.spec, why)
    if not pod.spec.get("hostNetwork"):
        why = "hostNetwork must be true if pod contains any hostProcess containers"
        yield invalid((*pod.spec_path, "hostNetwork"), pod.spec.get("hostNetwork", False), why)


def _options(data: Data) -> Data:
    options: Data = data.get("securityContext", {}).get("windowsOptions", {})
    return options


def _check_options(path: Path, options: Data) -> Iterator[Finding]:
    name = options.get("gmsaCredentialSpecName")
    if name is not None:
        yield from each_invalid((*path, "gmsaCredentialSpecName"), name, dns.subdomain_errors(name))
    if options.get("gmsaCredentialSpec") == "":
        yield invalid((*path, "gmsaCredentialSpec"), "", "gmsaCredentialSpec cannot be an empty string")
    user = options.get("runAsUserName")
    if user is not None:
        yield from each_invalid((*path, "runAsUserName"), user, names.windows_user_errors(user))
