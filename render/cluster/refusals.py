"""What to say where an API server answers, and refuses to tell."""

from render.cluster.answer import Answer
from render.cluster.errors import ClusterError, DeniedError

_LOG_IN = "they may have expired: log in again, or renew the token in the kubeconfig"


def refusal(answer: Answer, asked: str) -> ClusterError:
    """Return why something can't be had. `asked` says what, as in «list `pods` in namespace `team`»."""
    said = f": {answer.message}" if answer.message else ""
    if answer.status == 401:
        return ClusterError("the API server does not accept the credentials (401)", hint=_LOG_IN)
    if answer.status == 403:
        hint = f"to the API server you are `{answer.user}`; who administers it gives permissions"
        return DeniedError(f"not allowed to {asked} (403)", hint=hint if answer.user else None)
    if answer.status == 429:
        return ClusterError(f"the API server has too much to do to {asked} (429)", hint="try again later")
    if answer.status >= 500:
        return ClusterError(f"the API server fails to {asked} ({answer.status}){said}", hint="try again later")
    return ClusterError(f"the API server refuses to {asked} ({answer.status}){said}")
