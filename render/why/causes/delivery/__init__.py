"""Not delivered: Helm, Argo CD or Flux."""

RANK = 10
IS_GATE = True
