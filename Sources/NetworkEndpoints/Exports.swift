// An endpoint speaks of `URLRequest`, `Data` and `JSONDecoder`, so a file that declares one needs Foundation too, which is
// two modules outside Apple's platforms. Exported here, they also need no import in the files of this module.
@_exported public import Foundation

#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
