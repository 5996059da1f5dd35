"""Convert the objects of other controllers to a spec: one module for each kind, found by its folder."""
