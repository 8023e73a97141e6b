import Foundation
import Testing

/// The command that runs one test again with one seed.
struct ReplayCommand {
  private let filter: String

  init(_ test: Test) {
    // "Module.Suite/name()/File.swift:1:2", of which the file's part changes with every edit.
    var path = String(describing: test.id)
    let file = path.range(of: "/", options: .backwards).map { path[$0.upperBound...] }
    if let file, file.contains(".swift:") { path.removeLast(file.count + 1) }
    filter = path.reduce(into: "") { text, character in
      if "\\.()[]{}*+?^$|".contains(character) { text.append("\\") }
      text.append(character)
    }
  }

  func line(seed: UInt64) -> String {
    let quoted = filter.replacingOccurrences(of: "'", with: "'\\''")
    return "\(SimulationPlan.seedVariable)=\(seed) swift test --filter '\(quoted)'"
  }
}
