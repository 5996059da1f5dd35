"""Runs of specs on the cluster of a snapshot: its objects in a private control plane, with the real schedulers.

Nothing here decides what starts: kube-scheduler, JobSet and Kueue do. kwok plays the kubelets.
"""
