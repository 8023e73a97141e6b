import NetworkTesting
import TestSupport

/// The tutorial's code steps compile, and what it ends with is run by `Tests/QuickStart`.
@Suite("The tutorial")
struct TutorialTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let catalogue = root.appendingPathComponent("Sources/NetworkTesting/NetworkTesting.docc")

  /// A step's file: what the reader calls it, and what the catalogue does.
  private struct Code {
    let name: String
    let file: String
    let text: String
  }

  private static let steps: [Code] = {
    guard let tutorial = try? text(catalogue.appendingPathComponent("Tutorial/FirstSuite.tutorial")) else { return [] }
    return tutorial.matches(of: #/@Code\(name: "(.+?)", file: (.+?)\)/#).map { match in
      let file = String(match.2)
      let resource = catalogue.appendingPathComponent("Resources/\(file)")
      return Code(name: String(match.1), file: file, text: (try? text(resource)) ?? "")
    }
  }()

  private static func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

  @Test("the tutorial shows each file of its resources")
  func files() throws {
    let resources = try FileManager.default.contentsOfDirectory(
      atPath: Self.catalogue.appendingPathComponent("Resources").path)
    #expect(Set(Self.steps.map(\.file)) == Set(resources.filter { !$0.contains(#/\.(svg|png)$/#) }))
  }

  @Test("the tutorial has the manifest of Describing endpoints")
  func manifest() throws {
    let article = try PackageManifest.text("Sources/NetworkEndpoints/NetworkEndpoints.docc/DescribingEndpoints.md")
    let manifest = try #require(Self.steps.first { $0.name == "Package.swift" })
    #expect(article.contains("```\n\(manifest.text)```\n"))
  }

  @Test("the tutorial ends with files that are run")
  func end() throws {
    let app = Self.root.appendingPathComponent("Tests/QuickStart/Tutorial")
    for name in Set(Self.steps.map(\.name)) where name.hasSuffix(".swift") && name != "Package.swift" {
      let last = try #require(Self.steps.last { $0.name == name })
      let folder = name.hasSuffix("Tests.swift") ? "AppTests" : "App"
      let run = app.appendingPathComponent("\(folder)/\(name)").resolvingSymlinksInPath()
      #expect(run.lastPathComponent == last.file)
    }
  }

  /// The files that the reader has after each step.
  private static var states: [[String: String]] {
    steps.reduce(into: [[:]]) { states, step in
      states.append((states.last ?? [:]).merging([step.name: step.text]) { $1 })
    }
  }

  // Where a terminal shows an issue, the file of that moment has a stub or an expectation.
  @Test("the tutorial shows failures at the lines that they are at")
  func places() throws {
    let shown = zip(Self.states.dropFirst(), Self.steps).filter { $1.name == "Terminal" }
    let places = shown.flatMap { state, step in
      step.text.matches(of: #/ at (\w+\.swift):(\d+):(\d+): /#).map { (state[String($0.1)], Int($0.2), Int($0.3)) }
    }
    for (text, line, column) in places {
      let lines = try #require(text).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines[try #require(line) - 1].dropFirst(try #require(column) - 1).contains(#/^(\.network|#expect)\(/#))
    }
    #expect(places.count == 2)
  }

  #if os(Linux)
    @Test("the tutorial has code that compiles at every step", .typeCheck)
    func compiles() throws {
      let steps = zip(Self.states.dropFirst(), Self.steps).filter { $1.name.hasSuffix(".swift") }
      for (state, step) in Effort.every(9, of: steps) {
        let app = state.filter { $0.key.hasSuffix(".swift") && $0.key != "Package.swift" }.values
        let errors = try TypeCheck.messages(in: app.joined().replacing("@testable import App\n", with: ""))
        #expect(errors.isEmpty, "\(step.file)")
      }
    }
  #endif
}
