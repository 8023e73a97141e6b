public import Foundation

/// What is wrong with a fixture: its name, its folder, its file or what is in it.
///
/// Its description says what happened, what was there, and what to do.
public struct FixtureError: Error, Sendable {
  /// The kind of the error.
  public let code: Code

  /// The name of the fixture, or nil where the folder itself was asked for.
  public let name: String?

  /// The path of the folder that was searched, or nil where none was found or none was needed.
  public let folder: String?

  /// The names that the fixture may be meant by, the nearest first, at most three.
  public let nearNames: [String]

  /// What the decoder or the file system said.
  public let underlyingError: (any Error)?

  let report: Report

  /// The paragraphs of the description.
  struct Report: Hashable, Sendable {
    var happened: String
    var there: [String] = []
    var remedy: String
  }

  init(
    _ code: Code,
    name: String?,
    folder: String? = nil,
    nearNames: [String] = [],
    underlyingError: (any Error)? = nil,
    report: Report
  ) {
    self.code = code
    self.name = name
    self.folder = folder
    self.nearNames = nearNames
    self.underlyingError = underlyingError
    self.report = report
  }
}

extension FixtureError: CustomStringConvertible, LocalizedError {
  /// What happened, what was there, and what to do.
  public var description: String {
    [report.happened, report.there.joined(separator: "\n"), report.remedy]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The description.
  public var errorDescription: String? { description }
}
