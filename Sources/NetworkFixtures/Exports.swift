// One import is enough in a file that reads fixtures.
@_exported public import NetworkEndpoints
