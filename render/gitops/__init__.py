"""What GitOps objects deploy: which chart, under which release, with which values, and where each of that is written.

Reads Argo CD's Applications and ApplicationSets and Flux's HelmReleases; decides nothing about what it reads.
"""
