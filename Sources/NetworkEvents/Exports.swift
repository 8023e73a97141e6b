// One import is enough in a file that reads events.
@_exported public import NetworkEndpoints
