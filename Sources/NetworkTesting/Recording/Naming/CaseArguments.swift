import Testing

/// The arguments of a test case, as far as they can be seen.
///
/// Swift Testing has no public way to them, so they are looked for by reflection: a list labelled `arguments`, whose
/// elements have a `value` and an `id` of bytes, and a `discriminator` for cases whose arguments look alike. Where a version
/// keeps them elsewhere there are none, and the caller has to say so; nothing is guessed.
struct CaseArguments {
  /// The arguments for a reader, such as `swift, 2`.
  let text: String
  /// What tells them from those of other cases of the test, the same in every run.
  let identity: String

  /// Nil where they cannot be seen.
  init?(of testCase: Any) {
    guard let list = Self.child("arguments", of: testCase, depth: 4) else { return nil }
    let arguments = Mirror(reflecting: list).children.map(\.value)
    guard !arguments.isEmpty else { return nil }
    var texts: [String] = [], identities: [String] = []
    for argument in arguments {
      guard let value = Self.child("value", of: argument, depth: 1) else { return nil }
      let text = String(describing: value)
      let bytes = Self.child("bytes", of: argument, depth: 3) as? [UInt8]
      texts.append(text)
      identities.append(bytes.map { String(decoding: $0, as: UTF8.self) } ?? String(reflecting: value))
    }
    let discriminator = Self.child("discriminator", of: testCase, depth: 4) as? Int ?? 0
    text = texts.joined(separator: ", ")
    // With their lengths, so that two arguments are not taken for one.
    identity = identities.map { "\($0.utf8.count):\($0)" }.joined() + (discriminator == 0 ? "" : "#\(discriminator)")
  }

  /// The value under a label, the nearest first.
  private static func child(_ label: String, of value: Any, depth: Int) -> Any? {
    let children = Mirror(reflecting: value).children
    if let found = children.first(where: { $0.label == label }) { return found.value }
    guard depth > 1 else { return nil }
    return children.lazy.compactMap { child(label, of: $0.value, depth: depth - 1) }.first
  }
}
