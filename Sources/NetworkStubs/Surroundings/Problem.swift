/// A place in a source file.
public struct CodePlace: Hashable, Sendable {
  /// The module and the name of the file, as in `#fileID`.
  public var fileID: String
  /// The path of the file, as in `#filePath`.
  public var filePath: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int

  /// Creates a place, by default that of the call.
  ///
  /// - Parameters:
  ///   - fileID: The module and the name of the file.
  ///   - filePath: The path of the file.
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
  public init(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
  }

  /// The name of the file, such as `UserTests.swift`.
  package var fileName: Substring { fileID.split(separator: "/").last ?? Substring(fileID) }

  /// The file and line as a failure shows them, such as `UserTests.swift:12`.
  package var shown: String { "\(String(fileName).printable):\(line)" }
}

extension CodePlace: CustomStringConvertible {
  /// The file and line, such as `UserTests.swift:12`.
  public var description: String { shown }
}

/// A problem to report: a text, and the line of the user's code that it is about.
package struct Problem: Error, Hashable, Sendable {
  package let text: String
  package let place: CodePlace

  package init(text: String, place: CodePlace) { (self.text, self.place) = (text, place) }

  /// The text and its place, for where no issue can be recorded.
  package var report: String { "\(text.printableLines)\n(\(place.shown))" }
}

/// The problems of a transport or server, thrown where there is no test to record them in.
public struct VerificationError: Error, Sendable, CustomStringConvertible {
  /// The texts of the problems, one each.
  public let problems: [String]
  /// The line that requested them.
  public let place: CodePlace

  package init(_ problems: [Problem], at place: CodePlace) {
    self.problems = problems.map(\.report)
    self.place = place
  }

  /// The problems, one after the other, and the line that requested them.
  public var description: String { problems.joined(separator: "\n\n") + "\n\nFound by verify() at \(place.shown)" }
}
