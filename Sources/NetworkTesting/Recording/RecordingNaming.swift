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
      guard arguments.isStable else { throw RecordingError.unstableArguments(of: test, arguments.text) }
      // Where they stand among the arguments says nothing: an argument more would give one the recording of another.
      guard Self.claim("\(test.id) \(arguments.identity)", for: "\(arguments.discriminator)") == nil else {
        throw RecordingError.sameArguments(of: test, arguments.text)
      }
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

  fileprivate static func unstableArguments(of test: Test, _ text: String) -> Self {
    Self(
      code: .unclearName,
      description: """
        The recordings of the cases of \(test.name) cannot be named: nothing that an argument says of itself is the same \
        in every run, neither of \(text.shortened()).

        \(remedy)
        """)
  }

  fileprivate static func sameArguments(of test: Test, _ text: String) -> Self {
    Self(
      code: .unclearName,
      description: """
        Two cases of \(test.name) would have the same recording: their arguments say the same of themselves, \
        \(text.shortened()).

        \(remedy)
        """)
  }

  private static let remedy = """
    Make the argument Codable, Identifiable or CustomTestArgumentEncodable, or name each recording in the test's body:
      try await withRecording("…/\\(argument)") { … }
    """

  fileprivate static func sameName(_ name: String, _ owner: String, _ other: String) -> Self {
    Self(
      code: .unclearName,
      description: """
        Two tests would have the recording \(name.quoted): \(owner.shortened()) and \(other.shortened()).

        Name one of them: .recording("…").
        """)
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
