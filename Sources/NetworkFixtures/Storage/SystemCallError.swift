import Foundation

/// What the system said no to.
struct SystemCallError: Error, CustomStringConvertible {
  let call: String
  let code: Int32

  /// The last failure of this thread.
  init(_ call: String) {
    self.call = call
    code = errno
  }

  var description: String { "\(call) failed: \(String(cString: strerror(code)))." }
}
