/// A defect of a request that a `URLSession` sends nevertheless, so that no server understands it as it is meant.
package struct RequestDefect: Sendable {
  /// The defect, and what a session and a server do with it.
  package let text: String
  /// The remedy.
  package let remedy: String

  /// Returns the defects of a request whose body is read.
  package static func all(in request: URLRequest) -> [Self] {
    // Nearly all requests have none, so nothing is made for those.
    var defects = ofFields(in: request)
    if let defect = ofMethod(request.httpMethod ?? "GET") { defects.insert(defect, at: 0) }
    return defects
  }

  private static func ofMethod(_ method: String) -> Self? {
    switch method {
    case "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD": return nil
    case _ where method.isToken: return nil
    default:
      return Self(
        text: "Its method is \(method.shortened(to: 40).quoted): a session sends it unchanged, "
          + "and a server refuses it with 400.",
        remedy: "Write a method such as POST, in letters only.")
    }
  }

  private static func ofFields(in request: URLRequest) -> [Self] {
    guard let fields = request.allHTTPHeaderFields else { return [] }
    var found: [(name: String, defect: Self)] = []
    for (name, value) in fields {
      if let defect = ofName(name) ?? ofValue(value, name) ?? ofLength(value, name, in: request) {
        found.append((name, defect))
      }
    }
    return found.isEmpty ? [] : found.sorted { $0.name < $1.name }.map(\.defect)
  }

  private static func ofName(_ name: String) -> Self? {
    guard !name.isToken else { return nil }
    return Self(
      text: "\(name.shortened(to: 40).quoted) is not the name of a header field: a session sends it unchanged, "
        + "and a server refuses the request with 400.",
      remedy: "Use letters, digits and hyphens.")
  }

  private static func ofValue(_ value: String, _ name: String) -> Self? {
    // The value may be a secret, so the text does not show it.
    // The C library searches quickly, even in a debug build, and stops at a NUL.
    guard value.withCString({ strcspn($0, "\r\n") }) < value.utf8.count else { return nil }
    return Self(
      text: "The value of \(name) contains a line break or a NUL: a session sends it unchanged, "
        + "and a server refuses the request with 400, or reads another field there.",
      remedy: "Remove it: a token that is read from a file often ends with a line break.")
  }

  private static func ofLength(_ value: String, _ name: String, in request: URLRequest) -> Self? {
    guard name.utf8.count == 14, name.lowercased() == "content-length", request.httpBodyStream == nil
    else { return nil }
    let count = request.httpBody?.count ?? 0
    guard let announced = Int(value), announced != count else { return nil }
    let effect =
      announced > count
      ? "a server waits for the rest, until the request times out"
      : "a server reads no further, and takes the rest for the next request"
    return Self(
      text: "Its Content-Length is \(announced), but its body has \(count.counted("byte")): \(effect).",
      remedy: "Leave the field out: a session sets it.")
  }
}
