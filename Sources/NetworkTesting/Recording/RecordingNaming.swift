import NetworkEndpoints
import Testing

/// Which recording a test case has.
enum RecordingNaming: Hashable, Sendable {
  /// By the names of its module, its suites and its function.
  case byTest
  /// A test's.
  case test(String)
  /// A suite's, for each test in a folder.
  case suite(String)

  /// The recording's name for a case.
  ///
  /// - Throws: A ``RecordingError`` where the arguments of the case cannot be seen, or another test has the same name.
  func name(of test: Test, _ testCase: Test.Case?) throws -> String {
    let testName = TestName(test)
    var parts: [String]
    switch self {
    case .byTest: parts = ([testName.module] + testName.components).filter { !$0.isEmpty }.map(FileSlug.name)
    case .test(let name): parts = [name]
    case .suite(let name):
      let inner = testName.components.count > 1 ? testName.components.dropFirst() : testName.components[...]
      parts = [name] + inner.map(FileSlug.name)
    }
    var owner = "\(test.id)"
    if let testCase, testCase.isParameterized {
      guard let arguments = CaseArguments(of: testCase) else { throw RecordingError.unseenArguments(of: test) }
      parts.append(FileSlug.hashed(arguments.text, as: arguments.identity))
      owner += " " + arguments.identity
    }
    let name = parts.joined(separator: "/")
    if case .test = self { return name }
    guard let other = Self.claim(name, for: owner) else { return name }
    throw RecordingError.sameName(name, owner, other)
  }

  private static let owners = Guarded([String: String]())

  /// Gives a name to an owner.
  ///
  /// - Returns: The other owner, if there is one.
  private static func claim(_ name: String, for owner: String) -> String? {
    owners.withLock { owners in
      // Some file systems do not tell small letters from capitals.
      let other = owners[name.lowercased()]
      guard let other, other != owner else {
        owners[name.lowercased()] = owner
        return nil
      }
      return other
    }
  }
}

extension RecordingError {
  fileprivate static func unseenArguments(of test: Test) -> Self {
    Self(
      code: .unclearName,
      description: """
        The cases of \(test.name) cannot be told apart, so their recordings cannot be named: this version of Swift Testing \
        hides their arguments.

        Name each recording in the test's body: try await withRecording("…/\\(argument)") { … }
        """)
  }

  fileprivate static func sameName(_ name: String, _ owner: String, _ other: String) -> Self {
    Self(
      code: .unclearName,
      description: """
        Two tests would have the recording \(name.quoted): \(owner.shortened()) and \(other.shortened()).

        Name one of them: .recording("…").
        """)
  }
}

/// The arguments of a test case, where reflection finds them.
///
/// Swift Testing has no public way to them, so they are looked for by reflection: a list labelled `arguments`, whose
/// elements have a `value` and an `id` of bytes, and a `discriminator` for cases whose arguments look alike. Where a version
/// keeps them elsewhere, none are found, and the caller has to say so; nothing is guessed.
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

/// Texts as parts of a path that every system can check out, and that never become the same.
enum FileSlug {
  /// The name of a suite or a function: as it is, if it is a plain identifier, with its labels, as in `loads-id`.
  static func name(_ text: String) -> String {
    let parts = text.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    let labels = parts.count == 2 && parts[1].hasSuffix(")") ? parts[1].dropLast().split(separator: ":") : []
    let isWhole = parts.count == 1 || parts[1] == labels.map { "\($0):" }.joined() + ")"
    let words = [parts[0]] + labels
    // No identifier has a dash, so that labels cannot be taken for a part of the name.
    let isPlain = isWhole && words.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isWordByte) }
    let name = words.joined(separator: "-")
    return isPlain && name.utf8.count <= 100 ? name : hashed(text, as: text)
  }

  /// A readable start and what tells it from all others: file systems may take `A` and `a` for one.
  static func hashed(_ text: String, as identity: String) -> String {
    let words = text.lowercased().utf8.split { !$0.isWordByte }.map { String(decoding: $0, as: UTF8.self) }
    let start = words.joined(separator: "-").prefix(40)
    return (start.isEmpty ? "" : start + "-") + hash(identity)
  }

  /// Ten digits of a fingerprint, both halves of it mixed.
  private static func hash(_ text: String) -> String {
    let value = Fingerprint(of: text.utf8).value
    return String(Fingerprint.digits(value ^ (value >> 29)).suffix(10))
  }
}

extension UInt8 {
  fileprivate var isWordByte: Bool {
    self >= 0x61 && self <= 0x7A || self >= 0x41 && self <= 0x5A || self >= 0x30 && self <= 0x39 || self == 0x5F
  }
}
