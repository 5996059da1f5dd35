"""Codes for problems of objects that deploy specs: Applications, ApplicationSets and HelmReleases."""

from render.problem import Rule, Severity

_ARGO, _FLUX = "https://argo-cd.readthedocs.io/en/stable", "https://fluxcd.io/flux/components"

OTHER_VERSION = Rule(
    "GIT201",
    "other-chart-version",
    Severity.WARNING,
    about="a deployment pins a different chart version than the one that checks the specs (`--chart`)",
)
FILE_MISSING = Rule(
    "GIT202",
    "value-file-missing",
    url=f"{_ARGO}/user-guide/helm/#values-files",
    about="a deployment references a values file that is not in the repository",
)
OUTSIDE = Rule(
    "GIT203",
    "outside-repository",
    about="a deployment references a file outside its repository, by `..` or by a link; it is not read",
)
NOT_DEPLOYED = Rule(
    "GIT204",
    "not-deployed",
    Severity.INFO,
    about="no deployment in the repository uses the spec, although there are deployments of others",
)
NOT_CHECKED = Rule(
    "GIT205",
    "deployment-not-checked",
    Severity.INFO,
    about="the deployment can't be determined from the repository: it depends on a cluster or on an external source",
)
NAME_REFUSED = Rule(
    "GIT206",
    "deployed-name-refused",
    url=f"{_ARGO}/user-guide/helm/#helm-release-name",
    about="the name of an Application or a HelmRelease is not a valid Helm release name (at most 53 characters)",
)
NO_VALUES = Rule("GIT207", "no-values", about="the values of a deployment are not a mapping")
NO_PARAMETER = Rule(
    "GIT208",
    "no-parameter",
    url=f"{_ARGO}/operator-manual/applicationset/GoTemplate/",
    about="the template of an ApplicationSet uses a parameter that a file or an element of its generator doesn't have",
)
SHORTENED = Rule(
    "GIT209",
    "release-shortened",
    Severity.WARNING,
    url=f"{_FLUX}/helm/helmreleases/#release-name",
    about="Flux shortens a release name that is longer than 53 characters, which renames every object",
)
HASHED = Rule(
    "GIT210",
    "hashed-config-map",
    url="https://fluxcd.io/flux/guides/helmreleases/#refer-to-values-in-configmaps-generated-with-kustomize",
    about="Kustomize appends a hash to the ConfigMap's name, but not to the reference in the HelmRelease",
)
NOT_PINNED = Rule(
    "GIT211",
    "chart-not-pinned",
    Severity.WARNING,
    about="a deployment uses the newest version of the chart, which may change the objects of a live run",
)
HEALS = Rule(
    "GIT212",
    "heals-itself",
    Severity.WARNING,
    url="https://github.com/argoproj/argo-cd/issues/13851",
    about="an engine with self-healing recreates a deleted run and resumes a run that waits in a queue",
)
FROM_CLIENT = Rule(
    "GIT213",
    "applied-from-client",
    Severity.WARNING,
    url=f"{_ARGO}/user-guide/sync-options/#server-side-apply",
    about="client-side apply of a changed JobSet removes fields that controllers set in its list of replicated jobs",
)
REPLACED = Rule(
    "GIT214",
    "replaced-at-every-sync",
    Severity.WARNING,
    url=f"{_ARGO}/user-guide/sync-options/#selective-sync",
    about="a sync that replaces a run restarts it each time, unless it only applies objects that are out of sync",
)
UNCHECKED_SCHEMA = Rule(
    "GIT215",
    "schema-skipped",
    Severity.WARNING,
    url=f"{_ARGO}/user-guide/helm/#helm-skip-schema-validation",
    about="a deployment disables the schema of the chart's values, which rejects misspelled keys",
)
TOO_MANY = Rule(
    "GIT216",
    "too-many-deployments",
    about="a list generates more Applications, or a repository has more deployments, than are checked",
)
OTHER_VALUES = Rule(
    "GIT217",
    "other-values",
    Severity.WARNING,
    about="`render.yaml` merges other values files into the spec than every deployment of it",
)
