"""Deployments that GitOps objects describe: the chart, the release, the values, and the place of each.

Reads Applications and ApplicationSets of Argo CD and HelmReleases of Flux. `render.validation` checks them.
"""

from render.kube.gvk import GroupVersionKind

_GROUPS = {"argoproj.io": "Application", "helm.toolkit.fluxcd.io": "HelmRelease", "source.toolkit.fluxcd.io": ""}
"""API groups of deployments and of the sources of charts, with the beginning of the kinds of deployments."""


def is_gitops_kind(kind: GroupVersionKind) -> bool:
    """Return True for kinds that describe a deployment or the source of its chart."""
    return kind.group in _GROUPS and kind.name.startswith(_GROUPS[kind.group])


def may_deploy(text: str) -> bool:
    """Return True if a text may contain a deployment or the source of its chart, without parsing it.

    Only an escape can hide one: `"\\x61rgoproj.io"`.
    """
    return any(group in text and kind in text for group, kind in _GROUPS.items())
