"""In the place of a package that servers need for notices alone. Those that tests start without them find this first:
the web framework would load the package for nothing at each start, which takes a tenth of it. Players do not have it.
"""

raise ImportError("pydantic is not there")
