import Testing

/// What a transport found wrong, thrown where no Swift Testing test runs that it could be recorded in.
public struct VerificationError: Error, Sendable, CustomStringConvertible {
  /// The texts of the problems, one each.
  public let problems: [String]

  /// The problems, one after the other.
  public var description: String { problems.joined(separator: "\n\n") }
}

extension MockTransport {
  /// Reports what is wrong so far: requests that were not answered, stubs that were not used.
  ///
  /// In a Swift Testing test each problem is recorded as an issue, once. Elsewhere, as in XCTest, they are thrown.
  ///
  /// - Throws: ``VerificationError`` outside a Swift Testing test.
  public func verify() throws {
    let found = state.withLock { state in
      let found = state.problems.take() + state.shortfalls
      state.table.dischargeAll()
      return found
    }
    try found.reported()
  }
}

extension [Problem] {
  /// Records the problems in the current test; where there is none, throws them.
  func reported() throws {
    guard Test.current == nil else {
      for problem in self { problem.record() }
      return
    }
    guard isEmpty else { throw VerificationError(problems: map { "\($0.text)\n(\($0.place))" }) }
  }
}
