/// The arguments of a test case, as found by reflection.
///
/// Swift Testing has no public access to them, so they are looked for by reflection: a list labelled `arguments`, whose elements
/// have a `value` and an `id` of bytes, and a `discriminator` for cases whose arguments look alike. If a version keeps them
/// elsewhere, none are found, and the caller has to report that; nothing is guessed.
package struct CaseArguments {
  /// The arguments for a reader, such as `swift, 2`.
  package let text: String
  /// An identity that distinguishes them from those of other cases of the test, the same in every run.
  package let identity: String
  /// Whether there is an identity that is the same in every run.
  package let isStable: Bool
  /// The number of the case among those whose arguments look alike.
  package let discriminator: Int

  /// Creates the arguments; nil if they cannot be found.
  package init?(of testCase: Any) {
    guard let list = Self.child("arguments", of: testCase, depth: 4) else { return nil }
    let arguments = Reflection.parts(of: list).map(\.value)
    guard !arguments.isEmpty else { return nil }
    var texts: [String] = [], identities: [String] = [], isStable = true
    for argument in arguments {
      guard let value = Self.child("value", of: argument, depth: 1) else { return nil }
      let canonical = ArgumentText(value)
      let bytes = Self.child("bytes", of: argument, depth: 3) as? [UInt8]
      let description = value as? String ?? String(describingForTest: value)
      // A type's own description names its recordings, unless its order changes with each run.
      if Self.namesItself(value), !canonical.isUnordered, let bytes {
        identities.append(String(decoding: bytes, as: UTF8.self))
      } else {
        identities.append(canonical.isStable ? canonical.text : description)
        isStable = isStable && canonical.isStable
      }
      texts.append(canonical.isStable && canonical.isUnordered || description.hasAddress ? canonical.text : description)
    }
    discriminator = Self.child("discriminator", of: testCase, depth: 4) as? Int ?? 0
    text = texts.joined(separator: ", ")
    // With their lengths, so that two arguments cannot be mistaken for one.
    identity = identities.map { "\($0.utf8.count):\($0)" }.joined() + (isStable ? "" : "\(discriminator)")
    self.isStable = isStable
  }

  /// Returns whether Swift Testing derives an argument's id from the type's own description.
  private static func namesItself(_ value: Any) -> Bool {
    value is any Encodable || value is any CustomTestArgumentEncodable || value is any RawRepresentable
      || value is any Identifiable
  }

  /// Returns the value with a label, the nearest first.
  private static func child(_ label: String, of value: Any, depth: Int) -> Any? {
    let children = Reflection.parts(of: value)
    if let found = children.first(where: { $0.label == label }) { return found.value }
    guard depth > 1 else { return nil }
    return children.lazy.compactMap { child(label, of: $0.value, depth: depth - 1) }.first
  }
}

/// A text that depends on a value's contents, and not on its address or on the order of a set.
struct ArgumentText {
  private(set) var text = ""
  /// Whether it contains a set or a dictionary.
  private(set) var isUnordered = false
  /// Whether the text is the same in every run.
  private(set) var isStable = true
  private var objects = 0

  init(_ value: Any) { text = write(value, depth: 0) }

  private mutating func write(_ value: Any, depth: Int) -> String {
    guard depth < 16, objects < 1_000 else {
      // An object that contains itself, or a program, as a double does.
      isStable = false
      return "…"
    }
    switch value {
    case let text as String: return depth == 0 ? text : text.debugDescription
    case let data as Data: return data.base64EncodedString()
    case let url as URL: return url.absoluteString
    case let base as AnyHashable where type(of: value) == AnyHashable.self: return write(base.base, depth: depth + 1)
    case let path as AnyKeyPath: return named(path)
    default: break
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class { objects += 1 }
    let values = { (own: inout Self) in mirror.children.map { own.write($0.value, depth: depth + 1) } }
    switch mirror.displayStyle {
    case .set, .dictionary:
      isUnordered = true
      return "[\(values(&self).sorted().joined(separator: ", "))]"
    case .collection: return "[\(values(&self).joined(separator: ", "))]"
    case .optional: return values(&self).first ?? "nil"
    case .enum where !mirror.children.isEmpty:
      return mirror.children.map { "\($0.label ?? "")(\(write($0.value, depth: depth + 1)))" }.joined()
    default: break
    }
    var children = Array(mirror.children), outer = mirror.superclassMirror
    while let next = outer {
      children += next.children
      outer = next.superclassMirror
    }
    guard !children.isEmpty else {
      // Functions have no description.
      if "\(type(of: value))".contains("->") { isStable = false }
      return named(value)
    }
    let members = children.map { "\($0.label.map { "\($0): " } ?? "")\(write($0.value, depth: depth + 1))" }
    let name = mirror.displayStyle == .tuple ? "" : "\(type(of: value))"
    return "\(name)(\(members.joined(separator: ", ")))"
  }

  /// Returns the name of a value, which may contain its address: that of an object, or the key path of a computed property.
  private mutating func named(_ value: Any) -> String {
    let text = String(reflecting: value)
    if text.hasAddress { isStable = false }
    return text
  }
}

extension String {
  /// Whether it contains an address in memory, which changes with each run.
  fileprivate var hasAddress: Bool { contains(/0x[0-9a-f]{6,}/) }
}
