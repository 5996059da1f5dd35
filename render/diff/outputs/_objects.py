"""What becomes of an object, in words."""

from render.diff.fate import Action, Fate
from render.problem import printable

_WORDS = {
    Action.UNCHANGED: "unchanged",
    Action.CREATED: "created",
    Action.APPLIED: "changed in place",
    Action.REFUSED: "refused",
    Action.RECREATED: "deleted and made anew",
    Action.RENAMED: "made anew under another name",
    Action.REMOVED: "removed",
    Action.KEPT: "no longer written, and kept",
}


def label(fate: Fate) -> str:
    """Return `Kind namespace/name`: the namespace where it is written, the old name where there is another one."""
    entry, old = fate.pair.entry, fate.pair.old
    before = f"{old.name} -> " if old is not None and fate.pair.is_renamed else ""
    place = f"{entry.written_namespace}/" if entry.written_namespace is not None else ""
    return printable(f"{entry.kind.name} {place}{before}{entry.name}")


def words(action: Action) -> str:
    """Return what an action is called."""
    return _WORDS[action]
