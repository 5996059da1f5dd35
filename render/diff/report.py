"""All that a change does: what becomes of each object, and what there is to say of the trainings."""

from collections import Counter
from typing import NamedTuple

from render.diff.credentials import concealed
from render.diff.entry import Entry
from render.diff.fate import Action, Fate, fate
from render.diff.pairing import pairs
from render.diff.resuming import Sides
from render.diff.runs import Told, told
from render.kube.schemas import Schemas


class Report(NamedTuple):
    """What a change does. No value in it is a credential."""

    fates: tuple[Fate, ...]
    told: tuple[Told, ...]

    @property
    def is_loss(self) -> bool:
        """Say whether something is refused, or a training ends."""
        return any(fate.action is Action.REFUSED for fate in self.fates) or any(one.is_loss for one in self.told)

    @property
    def counts(self) -> dict[Action, int]:
        """Return the number of objects by what becomes of them, for all that there is."""
        found = Counter(fate.action for fate in self.fates)
        return {action: found[action] for action in Action}


def compare(old: tuple[Entry, ...], new: tuple[Entry, ...], schemas: Schemas, *, is_live: bool = False) -> Report:
    """Return what the change from one set of objects to another does.

    `is_live`: the old ones are what a cluster has, with its defaults. Raises OSError, ValueError.
    """
    fates = tuple(fate(pair, schemas, is_live=is_live) for pair in pairs(old, new))
    shown = tuple(
        one._replace(changes=tuple(concealed(one.pair.entry.kind, change) for change in one.changes)) for one in fates
    )
    return Report(shown, tuple(told(fates, Sides(old, new))))
