import Testing

extension Problem {
  /// The file and line, such as `UserTests.swift:12`.
  var place: String { sourceLocation.place }
}

extension SourceLocation {
  /// The file's name and the line, such as `UserTests.swift:12`.
  var place: String { "\(fileName):\(line)" }
}
