import Foundation
import Testing

/// The name of a test, part by part: its module, its suites and its function.
///
/// Swift Testing keeps the parts of a test's identity to itself; its description is
/// `Module.Outer/Inner/loads(id:)/File.swift:12:4`, in which raw identifiers stand in backticks.
struct TestName: Sendable {
  let module: String
  /// The suites and the function, such as `["Outer", "loads(id:)"]`.
  let components: [String]

  init(_ test: Test) {
    self.init(id: "\(test.id)", name: test.name)
  }

  init(id: String, name: String) {
    var parts = Self.split(id, at: "/")
    // The place of a function.
    if parts.count > 1, parts.last?.split(separator: ":").count == 3 { parts.removeLast() }
    let first = Self.split(parts.first ?? "", at: ".")
    module = first.count > 1 ? first[0] : ""
    let components = (first.count > 1 ? [first.dropFirst().joined(separator: ".")] : first) + parts.dropFirst()
    self.components = components.isEmpty ? [name] : components
  }

  /// What `swift test --filter` takes.
  var filter: String {
    var name = components.map { $0.prefix { $0 != "(" } }.joined(separator: "/")
    if !module.isEmpty { name = "\(module).\(name)" }
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "._/".contains($0) }
    return isPlain ? name : "'\(name.replacing("'", with: "."))'"
  }

  /// Splits where a mark stands outside backticks.
  private static func split(_ text: String, at mark: Character) -> [String] {
    var parts = [""]
    var isRaw = false
    for character in text {
      if character == "`" { isRaw.toggle() }
      if character == mark, !isRaw { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }
}

/// The command that runs one test again with one seed.
struct ReplayCommand {
  /// The environment variable that holds the seed.
  static let seedVariable = "NETWORK_TESTING_SEED"

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
    return "\(Self.seedVariable)=\(seed) swift test --filter '\(quoted)'"
  }
}
