"""A claim that the pods mount is not bound.

Its storage class does not exist, its provisioner fails, or no volume fits. With `WaitForFirstConsumer` a claim waits
for its pod, as it has to.

Reads: Pod (`PodScheduled`), PersistentVolumeClaim (phase, events).
Source: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#binding
"""

from collections.abc import Iterator

from render.manifests.fields import mappings_at, text_at
from render.why.causes.placement._refusals import evidence_of, pods_of, refused_with
from render.why.explanation import Explanation, count_pods, explain, of_event, of_object
from render.why.training_run import TrainingRun


def find(run: TrainingRun) -> Iterator[Explanation]:
    """Yield an explanation for the first claim that is not bound."""
    found = refused_with(run, "unbound immediate PersistentVolumeClaims")
    if not found:
        return
    volumes = mappings_at(found[0].pod.spec, "volumes")
    names = [text_at(one, "persistentVolumeClaim", "claimName") for one in volumes]
    claims = [run.index.find("/PersistentVolumeClaim", run.namespace, name) for name in names]
    waiting = [one for one in claims if one is not None and text_at(one.data, "status", "phase") != "Bound"]
    pods = count_pods(pods_of(found), run.size)
    if not waiting:
        hint = "`kubectl describe pvc` says what it waits for"
        yield from explain(f"a claim of {pods} is not bound", evidence_of(found), hint, key="storage")
        return
    claim = waiting[0]
    records = [one for one in run.events(claim) if one.type == "Warning"]
    why = f": {records[-1].message}" if records else ""
    storage = text_at(claim.data, "spec", "storageClassName")
    of_class = f" (storage class `{storage}`)" if storage else ""
    evidence = [of_object(claim, f"phase {text_at(claim.data, 'status', 'phase')}"), *map(of_event, records[-2:])]
    hint = (
        f"`kubectl describe pvc {claim.name} -n {run.namespace}`; `kubectl get storageclasses` lists those that exist"
    )
    sentence = f"the claim `{claim.name}`{of_class} is not bound, and {pods} wait for it{why}"
    yield from explain(sentence, [*evidence, *evidence_of(found)], hint, key="storage")
