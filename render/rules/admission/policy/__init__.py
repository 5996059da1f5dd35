"""Policies for workloads: disruption budgets, network policies, autoscalers, priorities, quotas."""

KINDS = frozenset(
    (
        *("/LimitRange", "/ResourceQuota", "autoscaling/HorizontalPodAutoscaler", "networking.k8s.io/NetworkPolicy"),
        *("policy/PodDisruptionBudget", "scheduling.k8s.io/PriorityClass"),
    )
)
