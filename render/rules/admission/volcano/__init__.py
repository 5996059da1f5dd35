"""Volcano's Jobs, PodGroups, queues and flows, and its pods, by the rules of the webhooks of Volcano 1.15."""

KINDS = frozenset(
    (
        *("/Pod", "batch.volcano.sh/CronJob", "batch.volcano.sh/Job", "flow.volcano.sh/JobFlow"),
        *("scheduling.volcano.sh/PodGroup", "scheduling.volcano.sh/Queue", "topology.volcano.sh/HyperNode"),
    )
)
