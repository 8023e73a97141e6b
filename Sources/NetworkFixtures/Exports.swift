// One import is enough in a file that reads fixtures.
@_exported public import Foundation
@_exported public import NetworkEndpoints

#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
