extension CodePlace {
  package init(_ location: SourceLocation) {
    self.init(fileID: location.fileID, filePath: location.path, line: location.line, column: location.column)
  }

  /// The place of the current test; outside a test, a place in this package.
  package static var ofCurrentTest: Self { Test.current.map { Self($0.sourceLocation) } ?? Self() }
}

extension SourceLocation {
  package init(_ place: CodePlace) {
    self.init(
      fileID: place.fileID, filePath: place.filePath, line: Swift.max(1, place.line), column: Swift.max(1, place.column)
    )
  }

  fileprivate var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }

  /// The file's name and the line, such as `UserTests.swift:12`.
  package var place: String { CodePlace(self).shown }
}
