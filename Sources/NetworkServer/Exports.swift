// One import is enough in a program or a UI test.
@_exported public import NetworkStubs
