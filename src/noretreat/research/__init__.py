"""For learning machines (the extra `noretreat[research]`): numbers for actions, tensors for views, environments.

`docs/research.md` walks through it. Importing this package alone imports none of the libraries that it works with but
NumPy; each of the environments is a module of its own.
"""
