// One import is enough in a test file.
@_exported public import NetworkTesting
