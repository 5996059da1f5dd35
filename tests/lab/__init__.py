"""A cluster with real nodes on one machine, for `ci/lab` and the tests with the marker `lab`. It needs root.

The control plane and each node have a network namespace of their own; containers are real. Names of links and
namespaces begin with `rlab`.
"""
