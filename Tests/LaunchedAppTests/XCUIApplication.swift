import Foundation
import XCTest

/// What stands in for Apple's class: the app is a process of its own, and what it prints is what it shows.
///
/// It compiles where no program can be started, so that other tests can be built there, and fails.
final class XCUIApplication {
  struct Element {
    let exists: Bool
    func waitForExistence(timeout: TimeInterval) -> Bool { exists }
  }

  struct Query {
    let app: XCUIApplication
    subscript(text: String) -> Element { Element(exists: app.shows(text)) }
  }

  var launchArguments: [String] = []
  var launchEnvironment: [String: String] = [:]
  #if os(macOS) || os(Linux)
    private let process = Process()
  #endif
  private let screen = Pipe()
  private var shown = ""

  private static let file = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("LaunchedApp")
  private static let beside = Bundle(for: XCUIApplication.self).bundleURL.deletingLastPathComponent()
    .appendingPathComponent("LaunchedApp")

  var staticTexts: Query { Query(app: self) }

  func launch() {
    let file = [Self.file, Self.beside].first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let file else { return XCTFail("LaunchedApp was not built beside the tests") }
    #if os(macOS) || os(Linux)
      process.executableURL = file
      process.arguments = launchArguments
      process.environment = launchEnvironment
      process.standardOutput = screen
      do { try process.run() } catch { XCTFail("\(error)") }
    #else
      XCTFail("\(file.path) cannot be started here")
    #endif
  }

  func terminate() {
    #if os(macOS) || os(Linux)
      guard process.isRunning else { return }
      process.terminate()
      process.waitUntilExit()
    #endif
  }

  /// Reads what the app shows, until it is the text or the app has ended.
  private func shows(_ text: String) -> Bool {
    func isShown() -> Bool { shown.split(separator: "\n").contains(text[...]) }
    while !isShown() {
      let data = screen.fileHandleForReading.availableData
      if data.isEmpty { return false }
      shown += String(decoding: data, as: UTF8.self)
    }
    return true
  }
}
