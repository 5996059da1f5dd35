"""ADM912 plugin-unknown: a Volcano Job uses an unknown plug-in.

The plug-ins of Jobs are `env`, `svc`, `ssh`, `pytorch`, `tensorflow`, `mpi`, `ray` and `hcclrank`. Volcano's webhook
rejects any other name.

Source: https://github.com/volcano-sh/volcano/blob/v1.15.1/pkg/webhooks/admission/jobs/validate/admit_job.go

Example:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      plugins: {torch: []}
      tasks:
        - name: worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
Use instead:
    apiVersion: batch.volcano.sh/v1alpha1
    kind: Job
    metadata: {name: sft}
    spec:
      plugins: {pytorch: [--master=worker]}
      tasks:
        - name: worker
          replicas: 2
          template:
            spec:
              restartPolicy: Never
              containers: [{name: main, image: train}]
"""

from collections.abc import Iterator

from render.manifests.objects import Object
from render.rules.admission.volcano._tasks import JOB
from render.rules.rule import Finding, rule

_PLUGINS = ("env", "hcclrank", "mpi", "pytorch", "ray", "ssh", "svc", "tensorflow")


@rule(kinds=(JOB,), keys=("plugins",))
def check(item: Object) -> Iterator[Finding]:
    """Check the name of each plug-in."""
    for name in item.data.get("spec", {}).get("plugins", {}):
        if name not in _PLUGINS:
            hint = f"the plug-ins: {', '.join(f'`{known}`' for known in _PLUGINS)}"
            yield Finding(("spec", "plugins", name), f"unable to find job plugin: {name}", hint)
