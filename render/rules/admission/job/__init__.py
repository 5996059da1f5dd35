"""Jobs, what makes them, and the other kinds that make pods."""

from render.manifests.jobs import KINDS as JOBS

KINDS = JOBS | {
    *("/ReplicationController", "apps/DaemonSet", "apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet"),
}
