public import Testing

import Foundation

/// Compares a text with the golden file that holds it, whole.
///
/// Run the tests with `UPDATE_GOLDEN=1` to write what is there now, then read the diff before you commit it.
///
/// - Parameters:
///   - text: The text that the code under test made.
///   - name: The file's path inside `Fixtures/Golden`.
///   - sourceLocation: Where a difference is recorded.
public func expectGolden(
  _ text: String,
  _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = goldenFolder.appendingPathComponent(name)
  let actual = text.hasSuffix("\n") ? text : text + "\n"
  if updatesGolden {
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(actual.utf8).write(to: file, options: .atomic)
    return
  }
  guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
    Issue.record(
      "There is no Fixtures/Golden/\(name). UPDATE_GOLDEN=1 writes it. The text was:\n\(actual)",
      sourceLocation: sourceLocation
    )
    return
  }
  let isGolden = actual == expected || changesCaseOfFields && actual.lowercased() == expected.lowercased()
  #expect(isGolden, "Fixtures/Golden/\(name) differs:\n\(actual)", sourceLocation: sourceLocation)
}

extension String {
  /// The text without the line numbers of tests, which change with every edit of their files.
  public var withoutLine: String { replacing(/Tests\.swift:\d+/, with: "Tests.swift:LINE") }
}

/// Whether requests and answers change the case of header fields on their way through Foundation, as on Apple platforms: there
/// `ETag` may come back as `Etag`. Which names do is not known before a Mac has shown it.
private var changesCaseOfFields: Bool {
  #if canImport(FoundationNetworking)
    false
  #else
    true
  #endif
}

/// Whether this run writes golden files in place of a comparison.
private let updatesGolden = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil

/// Whether there is a golden file, or this run writes it: a platform's own is missing until it was recorded there.
///
/// - Parameter name: The file's path inside `Fixtures/Golden`.
public func goldenExists(_ name: String) -> Bool {
  updatesGolden || FileManager.default.fileExists(atPath: goldenFolder.appendingPathComponent(name).path)
}

/// The text of a golden file, for tests that compare parts of it.
///
/// - Parameter name: The file's path inside `Fixtures/Golden`.
public func goldenText(_ name: String) throws -> String {
  try String(contentsOf: goldenFolder.appendingPathComponent(name), encoding: .utf8)
}

private let goldenFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Fixtures/Golden")
