"""The codes of what can be wrong with a text, before anyone asks what it means."""

from render.problem import Rule, Severity

UNREADABLE = Rule("SYN001", "unreadable-file")
TOO_LARGE = Rule("SYN002", "file-too-large")
NOT_UTF8 = Rule("SYN003", "not-utf-8")
EMPTY = Rule("SYN004", "empty-file", Severity.WARNING)
SYNTAX = Rule("SYN005", "yaml-syntax")
TAB = Rule("SYN006", "tab-as-indent")
CONTROL_CHARACTER = Rule("SYN007", "control-character")
SEVERAL_DOCUMENTS = Rule("SYN008", "several-documents")
DUPLICATE_KEY = Rule("SYN009", "duplicate-key")
BOOLEAN_KEY = Rule("SYN010", "boolean-key")
KEY_NOT_TEXT = Rule("SYN011", "key-not-text")
UNKNOWN_ALIAS = Rule("SYN012", "unknown-alias")
TOO_MANY_ALIASES = Rule("SYN013", "too-many-aliases")
TOO_DEEP = Rule("SYN014", "too-deep")
NOT_A_MAPPING = Rule("SYN015", "not-a-mapping")
NOT_FINITE = Rule("SYN016", "not-finite")
LINK_OUT = Rule("SYN018", "link-out-of-folder", Severity.INFO)
OCTAL = Rule("SYN021", "octal-number", Severity.WARNING)
