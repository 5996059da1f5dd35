"""The codes of what can be wrong with an object that says what is deployed."""

from render.problem import Rule, Severity

_ARGO, _FLUX = "https://argo-cd.readthedocs.io/en/stable", "https://fluxcd.io/flux/components"

OTHER_VERSION = Rule(
    "GIT201",
    "other-chart-version",
    Severity.WARNING,
    about="a deployment pins another version of the chart than the one that the specs are checked with (`--chart`)",
)
FILE_MISSING = Rule(
    "GIT202",
    "value-file-missing",
    url=f"{_ARGO}/user-guide/helm/#values-files",
    about="a deployment names a file of values that is not in the repository",
)
OUTSIDE = Rule(
    "GIT203",
    "outside-repository",
    about="a deployment names a file outside of its repository, by `..` or by a link; it is not read",
)
NOT_DEPLOYED = Rule(
    "GIT204",
    "not-deployed",
    Severity.INFO,
    about="no deployment of the repository names the spec, while there are some that name others",
)
NOT_CHECKED = Rule(
    "GIT205",
    "deployment-not-checked",
    Severity.INFO,
    about="what is deployed can't be known from the repository alone: it depends on a cluster, or on another place",
)
NAME_REFUSED = Rule(
    "GIT206",
    "deployed-name-refused",
    url=f"{_ARGO}/user-guide/helm/#helm-release-name",
    about="the name of an Application or of a HelmRelease is no name for a release of Helm's: 53 characters at most",
)
NO_VALUES = Rule("GIT207", "no-values", about="what a deployment has for values can't be read as a mapping")
NO_PARAMETER = Rule(
    "GIT208",
    "no-parameter",
    url=f"{_ARGO}/operator-manual/applicationset/GoTemplate/",
    about="an ApplicationSet's template reads a parameter that a file or an element of its generator does not have",
)
SHORTENED = Rule(
    "GIT209",
    "release-shortened",
    Severity.WARNING,
    url=f"{_FLUX}/helm/helmreleases/#release-name",
    about="Flux shortens the name of a release that is longer than 53 characters, and every object gets another name",
)
HASHED = Rule(
    "GIT210",
    "hashed-config-map",
    url="https://fluxcd.io/flux/guides/helmreleases/#refer-to-values-in-configmaps-generated-with-kustomize",
    about="Kustomize appends a hash to the ConfigMap's name, and not to that in the HelmRelease",
)
NOT_PINNED = Rule(
    "GIT211",
    "chart-not-pinned",
    Severity.WARNING,
    about="a deployment takes whichever version of the chart is the newest: it may change what a live run is made of",
)
HEALS = Rule(
    "GIT212",
    "heals-itself",
    Severity.WARNING,
    url="https://github.com/argoproj/argo-cd/issues/13851",
    about="an engine that undoes differences starts a run again that is gone, and resumes one that waits in a queue",
)
FROM_CLIENT = Rule(
    "GIT213",
    "applied-from-client",
    Severity.WARNING,
    url=f"{_ARGO}/user-guide/sync-options/#server-side-apply",
    about="applied by the client, a changed JobSet loses what controllers wrote into its list of replicated jobs",
)
REPLACED = Rule(
    "GIT214",
    "replaced-at-every-sync",
    Severity.WARNING,
    url=f"{_ARGO}/user-guide/sync-options/#selective-sync",
    about="a run that a sync replaces starts again with every sync, unless only what is out of sync is applied",
)
UNCHECKED_SCHEMA = Rule(
    "GIT215",
    "schema-skipped",
    Severity.WARNING,
    url=f"{_ARGO}/user-guide/helm/#helm-skip-schema-validation",
    about="a deployment turns off the schema of the chart's values, which refuses a key that is misspelled",
)
TOO_MANY = Rule(
    "GIT216",
    "too-many-deployments",
    about="a list makes more Applications, or a repository has more deployments, than are checked: each is rendered",
)
