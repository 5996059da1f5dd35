"""The codes of what can be wrong with a spec as a whole."""

from render.problem import Rule, Severity

NOT_A_SPEC = Rule("SYN017", "not-a-spec", Severity.INFO)
LINK_OUT = Rule("SYN018", "link-out-of-folder", Severity.INFO)
REFUSED_VALUE = Rule("SCH001", "refused-value")
REFUSED = Rule("SCH002", "refused")
RELEASE_NAME = Rule("SCH003", "release-name")
