import Foundation

/// What decides about recording from outside of a test: the process's environment, and the date.
struct RecordingEnvironment: Sendable {
  var variables: [String: String]
  var now: @Sendable () -> Date

  /// The environment of this process.
  static var current: Self { Self(variables: ProcessInfo.processInfo.environment) { Date() } }

  static let modeVariable = "NETWORK_TESTING_RECORD"
  static let permitVariable = "NETWORK_TESTING_RECORD_IN_CI"

  /// The mode in which a test is run.
  ///
  /// - Parameter stated: What the test says; nil where it says nothing.
  /// - Throws: A ``RecordingError`` where the variable has a value that means nothing.
  func mode(stated: RecordMode?) throws -> RecordMode {
    let word = variables[Self.modeVariable].map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    guard !word.isEmpty else { return stated ?? .never }
    guard let mode = RecordMode(word: word) else { throw RecordingError.invalidMode(word) }
    return stated == .never ? .never : mode
  }

  /// Whether this is a server on which nothing is to be recorded.
  var isRecordingRefused: Bool { isSet("CI") && !isSet(Self.permitVariable) }

  private func isSet(_ name: String) -> Bool {
    let value = variables[name]?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
    return !["", "0", "false", "no"].contains(value)
  }
}
