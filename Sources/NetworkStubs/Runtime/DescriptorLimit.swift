/// The number of files and sockets that the process may have open.
///
/// Linux allows 1,024 at first, and macOS 256, of many thousands that a process may ask for. Swift Testing begins all tests at once,
/// each perhaps with a session of its own, which takes two on Linux, or a server, which takes four: then connections fail, and
/// FoundationNetworking waits for ever.
package enum DescriptorLimit {
  /// As many as macOS gives, whatever it promises.
  private static let wanted: rlim_t = 10_240

  /// Asks the system for more, once for a process; where it refuses, all stays as it was.
  package static func raise() { raised }

  private static let raised: Void = {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(limit.rlim_max, wanted)
    _ = setrlimit(resource, &limit)
  }()
}
