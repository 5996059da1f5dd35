"""Codes of findings about an image (`render validate --image-config`)."""

from render.problem import Rule, Severity

BROKEN_FILE = Rule("IMG001", "broken-image-file", about="the file of an image can't be read as one")
NOT_CHECKED = Rule(
    "IMG002", "image-not-checked", Severity.INFO, about="the file of the image has not all that the checks need"
)
ARCHITECTURE = Rule("IMG101", "image-architecture", about="the image is for other processors than the nodes have")
CUDA = Rule("IMG102", "image-cuda", about="the image's CUDA does not support the GPU")
NCCL = Rule("IMG103", "image-nccl", about="the image's NCCL is older than the fabric or NVLink between nodes requires")
FABRIC_FILES = Rule("IMG104", "image-fabric", about="the image lacks a library that the fabric requires")
PROGRAM = Rule("IMG105", "image-program", about="the image lacks a program that the launcher or a check starts")
USER = Rule("IMG106", "image-user", about="the kubelet does not start the image's user")
ENTRYPOINT = Rule(
    "IMG107", "image-entrypoint", about="the image has no program, or the command replaces its entry point"
)
ENVIRONMENT = Rule("IMG108", "image-environment", about="a variable of the image contradicts the fabric")
SCRIPT = Rule(
    "IMG109", "image-script", Severity.WARNING, about="a relative path of the command is not a file of the image"
)
