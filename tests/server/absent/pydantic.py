"""In the place of a package that is there for the tests alone, where servers that tests start find it first: the web
framework would load it for nothing at each start, which takes a tenth of it. Players do not have it.
"""

raise ImportError("pydantic is not there")
