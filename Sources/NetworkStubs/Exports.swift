// One import is enough in a preview, a program or a UI test.
@_exported public import NetworkEndpoints
