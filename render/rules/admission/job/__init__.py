"""Jobs, the kinds that create Jobs, and the other kinds that create pods."""

from render.manifests.jobs import KINDS as JOBS

KINDS = JOBS | {
    *("/ReplicationController", "apps/DaemonSet", "apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet"),
}
