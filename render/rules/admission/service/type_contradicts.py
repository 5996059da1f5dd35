"""ADM607 type-contradicts: a Service has a field that its type does not support.

`nodePort` requires the type `NodePort` or `LoadBalancer`; `loadBalancerClass`, `loadBalancerSourceRanges` and
`allocateLoadBalancerNodePorts` require `LoadBalancer`; `externalTrafficPolicy` requires a Service that can be reached
from outside; every type except `ExternalName` supports cluster IPs. The API server rejects the Service.

Source: https://kubernetes.io/docs/concepts/services-networking/service/#publishing-services-service-types

Example:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {ports: [{port: 29500, nodePort: 30500}]}
Use instead:
    apiVersion: v1
    kind: Service
    metadata: {name: train}
    spec: {type: NodePort, ports: [{port: 29500, nodePort: 30500}]}
"""

from collections.abc import Iterator

from render.kube.formats import labels
from render.manifests.objects import Object
from render.manifests.paths import Data, list_items
from render.rules.admission._field_errors import each_invalid, forbidden, invalid
from render.rules.admission.service._service import is_external, service_type
from render.rules.rule import Finding, rule

_OF_BALANCER = ("allocateLoadBalancerNodePorts", "loadBalancerClass", "loadBalancerSourceRanges")
_OF_CLUSTER = ("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy")


@rule(kinds=("/Service",), keys=("externalTrafficPolicy", "healthCheckNodePort", "nodePort", "type", *_OF_BALANCER))
def check(item: Object) -> Iterator[Finding]:
    """Check the fields that depend on the type."""
    spec = item.data.get("spec", {})
    for path, port in list_items(("spec",), spec, "ports"):
        if port.get("nodePort") and service_type(spec) == "ClusterIP":
            why = "may not be used when `type` is 'ClusterIP'"
            yield forbidden((*path, "nodePort"), why, "set `type: NodePort`")
    for field in _OF_CLUSTER:
        if spec.get(field) and service_type(spec) == "ExternalName":
            yield forbidden(("spec", field), "may not be set for ExternalName services")
    yield from _check_load_balancer(spec)
    policy = spec.get("externalTrafficPolicy", "")
    if policy and not is_external(spec):
        why = "may only be set for externally-accessible services"
        yield invalid(("spec", "externalTrafficPolicy"), policy, why)
    check_port = spec.get("healthCheckNodePort")
    if check_port and not (service_type(spec) == "LoadBalancer" and policy == "Local"):
        why = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"
        yield invalid(("spec", "healthCheckNodePort"), check_port, why)


def _check_load_balancer(spec: Data) -> Iterator[Finding]:
    if service_type(spec) == "LoadBalancer":
        name = spec.get("loadBalancerClass")
        if name is not None:
            yield from each_invalid(("spec", "loadBalancerClass"), name, labels.key_errors(name))
        return
    for field in _OF_BALANCER:
        if field in spec and spec[field] != []:
            yield forbidden(("spec", field), "may only be used when `type` is 'LoadBalancer'")
