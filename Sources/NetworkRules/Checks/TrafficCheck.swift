extension RememberingTransport {
  /// Checks rules on the requests so far; a breach is recorded as an issue.
  ///
  /// ```swift
  /// await transport.check(.noRepeats, .safeRetries)
  /// ```
  ///
  /// Outside a Swift Testing test, `verify()` throws the problems.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - fileID: The file in which an issue is recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which an issue is recorded.
  ///   - column: The column of the call.
  public func check(
    _ rules: TrafficRule..., fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let traffic = Traffic(exchanges)
    for rule in rules {
      guard let text = rule.text(about: [traffic]) else { continue }
      let problem = Problem(text: text, place: place)
      if rule.isWarning { log.surroundings.warn(problem) } else { log.report(problem) }
    }
  }
}
