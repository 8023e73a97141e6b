// One import is enough in a program.
@_exported public import NetworkStubs
