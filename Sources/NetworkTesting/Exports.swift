// One import is enough in a test file: the toolkit, what production code links, and what tests of it name.
@_exported public import Foundation
@_exported public import NetworkEndpoints
@_exported public import NetworkFixtures
@_exported public import Testing

#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
