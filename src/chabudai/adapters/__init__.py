"""The games as other frameworks and programs want them, from the contract alone.

`observations`, `actions` and `episode` need no framework; `aec`, `parallel`, `single` and
`openspiel` each need one, which is an extra. docs/adapters.md has the shapes.
"""
