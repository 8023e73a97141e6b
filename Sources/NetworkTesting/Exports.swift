// One import is enough in a test file: the toolkit, the library that production code links, Foundation and Swift Testing.
@_exported public import NetworkStubs
@_exported public import Testing
