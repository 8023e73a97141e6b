import NetworkTesting

/// A test as its source declares it.
struct DeclaredTest: Sendable {
  /// Its beginning in the form that `--filter` is compared with: `Module.Suite/function(`.
  let name: String
  /// The name of its file.
  let file: String

  /// The text that a filter is compared with, except for the function's parameters and the test's line.
  var id: String { "\(name))/\(file):" }

  /// All tests of the package, on whatever platform they are compiled.
  static let all: [Self] = ArticleBlock.files("Tests", ".swift").flatMap { url in
    let path = url.path.components(separatedBy: "/Tests/").last ?? ""
    let module = path.prefix { $0 != "/" }
    guard module.hasSuffix("Tests"), let text = try? String(contentsOf: url, encoding: .utf8) else { return [Self]() }
    return declared(in: text, of: String(module), file: url.lastPathComponent)
  }

  /// The tests of a file. The formatter indents what is declared in a type.
  private static func declared(in text: String, of module: String, file: String) -> [Self] {
    var tests: [Self] = []
    var open: [(indent: Int, name: Substring)] = []
    var isTest = false
    for line in text.split(separator: "\n") {
      let indent = line.prefix { $0 == " " }.count
      if let type = line.firstMatch(of: #/^[^"/]*\b(?:struct|class|actor|enum|extension) (\w+).*\{/#) {
        open.removeAll { $0.indent >= indent }
        open.append((indent, type.1))
      }
      if line.contains("@Test") { isTest = true }
      guard isTest, let function = line.firstMatch(of: #/\bfunc (\w+)\(/#) else { continue }
      isTest = false
      let suite = open.filter { $0.indent < indent }.map(\.name).joined(separator: "/")
      tests.append(Self(name: "\(module).\(suite.isEmpty ? "" : suite + "/")\(function.1)(", file: file))
    }
    return tests
  }
}
