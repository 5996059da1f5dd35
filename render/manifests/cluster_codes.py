"""Codes of what a cluster lacks (`render doctor`, `render validate --cluster`), and of a cluster in a file."""

from render.problem import Rule

BROKEN_FILE = Rule(
    "CLU001",
    "broken-cluster-file",
    about="an object or an amount in the file of a cluster is not one that an API server has",
)
DUPLICATE_NODE = Rule("CLU002", "duplicate-node", about="the file of a cluster has two nodes of one name")

BY_CHECK = {
    "admission": Rule("CLU101", "admission", about="the API server rejects a pod of a role (`render doctor`)"),
    "claims": Rule(
        "CLU102", "claims", about="a claim from outside of the run is missing, or not all pods can mount it"
    ),
    "config_maps": Rule("CLU103", "config-maps", about="a ConfigMap, or a key of it, is missing"),
    "device_classes": Rule(
        "CLU121", "device-classes", about="a DeviceClass of a claim is missing, or no driver offers enough devices"
    ),
    "gang_field": Rule(
        "CLU104", "gang-field", about="the cluster's JobSet drops the field that puts a pod into its gang"
    ),
    "kai_queue": Rule("CLU123", "kai-queue", about="the queue of KAI is missing"),
    "kinds": Rule("CLU105", "kinds", about="the API server does not serve a kind of the run in its version"),
    "kueue_queue": Rule("CLU106", "kueue-queue", about="the Kueue queue is missing, stopped or too small for the run"),
    "limit_range": Rule("CLU107", "limit-range", about="a pod or claim is outside the limits of the namespace"),
    "lost_node": Rule("CLU108", "lost-node", about="a pod of the run is on a node that does not report"),
    "namespace": Rule("CLU109", "namespace", about="the namespace is missing"),
    "nodes": Rule("CLU110", "nodes", about="the pods do not fit on the nodes"),
    "objects": Rule("CLU111", "objects", about="the API server rejects a rendered object (`render doctor`)"),
    "permissions": Rule("CLU112", "permissions", about="the user may not create an object (`render doctor`)"),
    "priority_class": Rule("CLU113", "priority-class", about="a priority class is missing"),
    "quota": Rule("CLU114", "quota", about="the run is above a quota of the namespace"),
    "resource_claims": Rule("CLU115", "resource-claims", about="a ResourceClaim, or its template, is missing"),
    "runtime_class": Rule("CLU116", "runtime-class", about="a runtime class is missing"),
    "secrets": Rule("CLU117", "secrets", about="a Secret, or a key of it, is missing"),
    "service_account": Rule("CLU118", "service-account", about="a service account is missing"),
    "storage_classes": Rule(
        "CLU119", "storage-classes", about="a claim has no storage class that supports its access mode"
    ),
    "topology": Rule("CLU122", "topology", about="a level of `topology` is unknown, or none of its domains has room"),
    "volcano_queue": Rule(
        "CLU120", "volcano-queue", about="the Volcano queue is missing, closed or too small for the gang"
    ),
}
"""Codes of `render doctor` by the name of the check. A fault is an error, a `warning` a warning, `unknown` a note."""
