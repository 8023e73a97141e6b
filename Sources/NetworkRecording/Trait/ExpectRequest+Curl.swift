/// Compares a whole request with a text in the test's file; a difference is an issue.
///
/// ```swift
/// @Test func orders() async throws {
///   let transport = MockTransport(.post("/orders").respond(status: 201))
///   try await Shop(session: .mocked(by: transport)).order("tea")
///   try await expectRequest(
///     transport.requests.first,
///     curl: #"""
///       curl -X POST https://shop.test/orders -H 'Content-Type: application/json' --data-raw '{"item":"tea"}'
///       """#)
/// }
/// ```
///
/// The text is `request.curl`: every header field, the query and the body, so an extra field is a difference, too. Line breaks make
/// no difference. Write `curl: ""` first, and let a run write the text into the file: `NETWORK_TESTING_RECORD` or `mode` says when.
/// ``RecordMode/missing`` fills empty texts, ``RecordMode/all`` replaces texts that differ.
///
/// - Parameters:
///   - request: The request, such as one of `MockTransport.requests`; nil is an issue.
///   - text: The expected text, as a literal without interpolation.
///   - maskingSecrets: Whether tokens, passwords and the like are masked; false for a test whose secrets are its own.
///   - mode: Whether to write; by default as in `NETWORK_TESTING_RECORD`, and never without it.
///   - sourceLocation: The location of issues, and of the text.
/// - Throws: A ``RecordingError`` about the environment.
public func expectRequest(
  _ request: ReceivedRequest?, curl text: String, maskingSecrets: Bool = true, mode: RecordMode? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let snapshot = CurlSnapshot(expected: text, place: CodePlace(sourceLocation))
  let command = request.map { $0.curl(maskingSecrets: maskingSecrets) }
  let problem = try snapshot.problem(of: request, command: command, mode: mode, in: .current, writingTo: .shared)
  if let problem { Problem(text: problem, sourceLocation: sourceLocation).record() }
}

/// Compares a whole request with a text in the test's file; a difference is an issue.
///
/// - Parameters:
///   - request: The request, such as one that an SDK has built.
///   - text: The expected text, as a literal without interpolation.
///   - maskingSecrets: Whether tokens, passwords and the like are masked; false for a test whose secrets are its own.
///   - mode: Whether to write; by default as in `NETWORK_TESTING_RECORD`, and never without it.
///   - sourceLocation: The location of issues, and of the text.
/// - Throws: A ``RecordingError`` about the environment.
public func expectRequest(
  _ request: URLRequest, curl text: String, maskingSecrets: Bool = true, mode: RecordMode? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try expectRequest(
    ReceivedRequest(request), curl: text, maskingSecrets: maskingSecrets, mode: mode, sourceLocation: sourceLocation)
}

/// A request as a text in a test's file, for comparison with one from code.
struct CurlSnapshot {
  let expected: String
  /// The opening parenthesis of the call with the text.
  let place: CodePlace

  /// Returns the problem with a request, after the text was written if the mode says so, or nil.
  ///
  /// - Parameters:
  ///   - request: The request; nil if there was none.
  ///   - command: Its text.
  ///   - mode: The mode that the test states.
  ///   - environment: The environment, which may state another.
  ///   - edits: The texts that this process has written so far.
  func problem(
    of request: ReceivedRequest?, command: String?, mode: RecordMode?, in environment: RecordingEnvironment,
    writingTo edits: SourceEdits
  ) throws -> String? {
    guard let request, let command else {
      return "There is no request to compare: none was sent. Await what sends it before this line."
    }
    let isMissing = expected.isEmpty
    let plan = try RecordingPlan(environment.mode(stated: mode), fileExists: !isMissing, in: environment)
    guard ShellCommand(command) != ShellCommand(expected) else { return nil }
    if plan.records, plan.replaces || isMissing {
      return edits.write(command, inPlaceOf: expected, label: "curl", place).map { "\($0)\n\n\(command)" }
    }
    let source = RecordingSource(name: nil, isMissing: isMissing, isRecordable: mode != .never, refusal: plan.refusal)
    let name = "\(request)".shortened(to: 300)
    return isMissing ? missing(name, command, source) : difference(name, command, source).cutForFailure
  }

  private func missing(_ name: String, _ command: String, _ source: RecordingSource) -> String {
    let lines =
      ["There is no text to compare \(name) with yet.", ""]
      + source.advice(writing: "missing", "To write it into the test, run the test once:")
      + ["The text:", command]
    return lines.joined(separator: "\n")
  }

  private func difference(_ name: String, _ command: String, _ source: RecordingSource) -> String {
    let changes = ShellCommand(command).arguments.difference(from: ShellCommand(expected).arguments)
    let lines =
      ["\(name) is not the request that the test expects (- expected, + sent):"]
      + changes.removals.map { "  - \($0.argument)" } + changes.insertions.map { "  + \($0.argument)" } + [""]
      + source.advice(writing: "all", "If the request is wrong, fix the app. If it is right, write it into the test:")
    return lines.joined(separator: "\n")
  }
}

extension CollectionDifference.Change where ChangeElement == String {
  fileprivate var argument: String {
    switch self {
    case .insert(_, let element, _), .remove(_, let element, _): element.shortened(to: 500)
    }
  }
}

/// A command of a shell as its arguments, an option with its value; how its lines are broken makes no difference.
struct ShellCommand: Equatable {
  private(set) var arguments: [String] = []

  init(_ text: String) {
    var words = Self.words(text)[...]
    while let word = words.popFirst() {
      let takesValue = word.hasPrefix("-") && word != "--head" && word != "--path-as-is"
      if takesValue, let value = words.popFirst() {
        arguments.append("\(word) \(word == "--data-raw" ? Self.sorted(value) : value)")
      } else {
        arguments.append(word)
      }
    }
  }

  /// Returns a quoted body; JSON with its keys in their order.
  private static func sorted(_ value: String) -> String {
    guard value.count > 1, value.hasPrefix("'"), value.hasSuffix("'") else { return value }
    let text = value.dropFirst().dropLast().replacing("'\\''", with: "'")
    return String(text).sortedJSON.map { "'" + $0.replacing("'", with: "'\\''") + "'" } ?? value
  }

  /// Returns the words of a command as they are written, quotes included.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote = Quote.none
    var isEscaped = false
    for character in text {
      if isEscaped {
        isEscaped = false
        // A line that goes on in the next.
        if character == "\n" { word.removeLast() } else { word.append(character) }
        continue
      }
      switch (character, quote) {
      case ("\\", .none), ("\\", .escaping):
        isEscaped = true
        word.append(character)
      case ("'", .none):
        quote = word.hasSuffix("$") ? .escaping : .literal
        word.append(character)
      case ("'", _):
        quote = .none
        word.append(character)
      case (" ", .none), ("\n", .none), ("\t", .none):
        if !word.isEmpty { words.append(word) }
        word = ""
      default: word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  /// The quotes around a place in a word: none, `'…'`, or `$'…'` with escapes.
  private enum Quote { case none, literal, escaping }
}
