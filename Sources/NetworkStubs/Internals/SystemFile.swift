/// A file that the kernel writes while it is read, as those below /proc are.
///
/// Such a file says that it has no bytes, and Foundation then takes its first page for all of it.
package enum SystemFile {
  /// The tables of all connections, on Linux.
  package static let connections = ["/proc/net/tcp", "/proc/net/tcp6"]

  /// The environment with which the process began, on Linux; code may have changed it since.
  package static var firstEnvironment: Data? { contents(atPath: "/proc/self/environ") }

  /// Returns everything in a file; nil if it cannot be read.
  package static func contents(atPath path: String) -> Data? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return try? file.readToEnd() ?? Data()
  }
}
