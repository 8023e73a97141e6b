/// A place in a source file.
public struct CodePlace: Hashable, Sendable {
  /// The module and the name of the file, as in `#fileID`.
  package var fileID: String
  /// The path of the file, as in `#filePath`.
  package var filePath: String
  /// The line, from 1.
  package var line: Int
  /// The column, from 1.
  package var column: Int

  /// Creates a place, by default that of the call.
  ///
  /// - Parameters:
  ///   - fileID: The module and the name of the file.
  ///   - filePath: The path of the file.
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
  package init(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
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
