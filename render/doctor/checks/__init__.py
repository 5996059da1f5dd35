"""What a spec needs of its cluster: one check, one file, found by the folder and run in the order of their names.

Each module has `check(wanted, view)`, which yields what is found. What the user may not ask ends a check with
`unknown`, after what it has yielded; who runs it sees to that.
"""
