// One import is enough in a preview or a program.
@_exported public import NetworkStubs
