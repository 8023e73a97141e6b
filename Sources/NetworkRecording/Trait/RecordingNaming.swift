/// The rule for the name of a test case's recording.
enum RecordingNaming: Hashable, Sendable {
  /// The names of its module, its suites and its function.
  case byTest
  /// A name for a test.
  case test(String)
  /// A name for a suite, with a file for each test in a folder.
  case suite(String)

  /// Returns the recording's name for a case.
  ///
  /// - Throws: A ``RecordingError`` if the arguments of the case cannot be found, or another test has the same name.
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
      // The position among the arguments is not stable: a new argument would give one the recording of another.
      guard Self.claim("\(test.id) \(arguments.identity)", for: "\(arguments.discriminator)") == nil else {
        throw RecordingError.sameArguments(of: test, arguments.text)
      }
      // The digest distinguishes cases whose secrets differ. They are in the test's source, next to the file.
      parts.append(FileSlug.hashed(Masking().masked(arguments.text), as: arguments.identity))
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
      // Some file systems ignore case.
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
      .unclearName,
      ErrorLayout(
        """
        The recordings of the cases of \(test.name) cannot be named: this version of Swift Testing hides the arguments of \
        the cases, so all look the same.
        """,
        remedy: #"Name each recording in the test's body: try await withRecording("…/\(argument)") { … }"#))
  }

  fileprivate static func unstableArguments(of test: Test, _ text: String) -> Self {
    Self(
      .unclearName,
      ErrorLayout(
        """
        The recordings of the cases of \(test.name) cannot be named: no description of an argument is the same in every \
        run, as in \(text.shortened()).
        """, remedy: remedy))
  }

  fileprivate static func sameArguments(of test: Test, _ text: String) -> Self {
    Self(
      .unclearName,
      ErrorLayout(
        """
        Two cases of \(test.name) would have the same recording: their arguments have the same description, \
        \(text.shortened()).
        """, remedy: remedy))
  }

  private static let remedy = """
    Make the argument Codable, Identifiable or CustomTestArgumentEncodable, or name each recording in the test's body:
      try await withRecording("…/\\(argument)") { … }
    """

  fileprivate static func sameName(_ name: String, _ owner: String, _ other: String) -> Self {
    Self(
      .unclearName,
      ErrorLayout(
        "Two tests would use the recording \(name.quoted): \(owner.shortened()) and \(other.shortened()).",
        remedy: #"Name one of them: .recording("…")."#))
  }
}
