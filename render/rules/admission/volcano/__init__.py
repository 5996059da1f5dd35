"""Volcano's Jobs, PodGroups, queues and flows, as the webhooks of Volcano 1.15 judge them."""

KINDS = frozenset(
    (
        *("batch.volcano.sh/CronJob", "batch.volcano.sh/Job", "flow.volcano.sh/JobFlow"),
        *("scheduling.volcano.sh/PodGroup", "scheduling.volcano.sh/Queue", "topology.volcano.sh/HyperNode"),
    )
)
