"""ADM223 windows-options-malformed: what a pod says of Windows can't be.

The user is named `USER` or `DOMAIN\\USER`; a credential spec has the name of an object; a host process is in a pod of
the host's network, whose containers are all host processes. The API server refuses the pod.

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

from render.kube import dns, windows
from render.manifests.places import Data
from render.manifests.pods import Pod
from render.rules.admission._refusal import each_invalid, invalid
from render.rules.rule import Finding, rule
from render.shape.mistake import Path


@rule(keys=("windowsOptions",))
def check(pod: Pod) -> Iterator[Finding]:
    """Yield what is wrong with the options of a pod and of its containers."""
    of_pod, path = _options(pod.spec), ("securityContext", "windowsOptions")
    yield from _malformed((*pod.spec_path, *path), of_pod)
    for container in pod.containers:
        options = _options(container.data)
        yield from _malformed((*container.path, *path), options)
        if {options.get("hostProcess"), of_pod.get("hostProcess")} == {True, False}:
            why = "pod hostProcess value must be identical if both are specified"
            yield invalid((*container.path, *path, "hostProcess"), options["hostProcess"], why)
    yield from _shared_host(pod)


def _shared_host(pod: Pod) -> Iterator[Finding]:
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


def _malformed(path: Path, options: Data) -> Iterator[Finding]:
    name = options.get("gmsaCredentialSpecName")
    if name is not None:
        yield from each_invalid((*path, "gmsaCredentialSpecName"), name, dns.subdomain(name))
    if options.get("gmsaCredentialSpec") == "":
        yield invalid((*path, "gmsaCredentialSpec"), "", "gmsaCredentialSpec cannot be an empty string")
    user = options.get("runAsUserName")
    if user is not None:
        yield from each_invalid((*path, "runAsUserName"), user, windows.user(user))
