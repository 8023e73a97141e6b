import NetworkTesting

/// The names in the Swift of the package, and the paths of its files.
///
/// A name exists if it is a word of the Swift that is compiled: then the package declares it, or a library that the package uses. For
/// a type of the package, what follows its name is a member of it, or of what it conforms to.
struct NamesInCode: Sendable {
  /// Names that the package's Swift does not have, and need not: those of Apple's libraries and SwiftPM, of other libraries that a
  /// reader may use, and of the reader's own package.
  static let others: Set<String> = [
    ".continuousClock", ".defaultIsolation", ".optin", ".register", ".responseTime", ".serialized", ".signedIn",
    ".v5", "AnyClock", "DispatchSourceTimer", "DispatchTimeInterval", "Fuzz", "HTTPStubs",
    "HTTPStubsResponse",
    "HandlerStorage", "Info.plist", "MoyaProvider", "NonisolatedNonsendingByDefault", "OHPathForFile",
    "ObservableObject", "Old", "OpenAI", "Package@swift-6.2.swift", "ParserTests", "ReplayTransport.current",
    "Replays", "Task", "TestClock",
    "Tests/OldTests", "Tests/Package.resolved", "Tests/Package.swift", "Tests/attachments", "Timer",
    "URLSessionClient", "UserDefaults", "X.swift", "XTests.swift", "containsQueryParams",
    "expectedFulfillmentCount", "isMethodPOST", "onRequestHandler", "removeAllStubs", "sampleData", "tearDown",
  ]

  /// The types whose files name what does not exist, and are not read.
  private static let ownTypes: Set<String> = ["NamesInCode", "PageNamesTests"]
  private static let typeKeywords: Set<String> = [
    "actor", "class", "enum", "extension", "protocol", "struct", "typealias",
  ]
  private static let memberKeywords: Set<String> = ["associatedtype", "func", "let", "var"]

  /// The paths of all files and folders.
  let paths: [String]
  /// These, and all that they end with.
  private let endings: Set<String>
  private var words = Self.ownTypes
  /// The words of what users and readers get, without those of tests.
  private var sourceWords: Set<String> = []
  /// The types that the sources declare.
  private var types: Set<String> = []
  private var members: [String: Set<String>] = [:]
  /// What each type inherits or mentions where it is declared or extended.
  private var inherited: [String: Set<String>] = [:]

  init() {
    let paths = Self.paths(in: "")
    self.paths = paths
    var endings: Set<String> = []
    for path in paths {
      var rest = path[...]
      endings.insert(path)
      while let slash = rest.firstIndex(of: "/") {
        rest = rest[rest.index(after: slash)...]
        endings.insert(String(rest))
      }
    }
    self.endings = endings
    let ownFiles = Self.ownTypes.map { "/\($0).swift" }
    for path in paths where path.hasSuffix(".swift") && !ownFiles.contains(where: path.hasSuffix) {
      if let text = try? PackageManifest.text(path) { read(text, isSource: !path.hasPrefix("Tests/")) }
    }
  }

  /// The paths in a folder, without what builds leave there.
  static func paths(in folder: String) -> [String] {
    let url = folder.isEmpty ? PackageManifest.root : PackageManifest.root.appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    let kept = names.sorted().filter { !$0.hasPrefix(".build") && $0 != ".git" && $0 != ".swiftpm" }
    return kept.flatMap { name in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      return [path] + paths(in: path)
    }
  }
}

extension NamesInCode {
  /// Reads a file. The formatter indents what is declared in a type, so a brace at the start of a line ends one.
  private mutating func read(_ text: String, isSource: Bool) {
    var open: [String] = []
    for line in SwiftLine.all(in: text) {
      if line.start == UInt8(ascii: "}") { open = [] }
      words.formUnion(line.words)
      if isSource { sourceWords.formUnion(line.words) }
      // An enumeration may list several cases in a line.
      var declared = line.words.prefix(2).contains("case") ? line.words : []
      if line.words.contains("init") { declared.append("init") }
      var type: String?
      for index in line.words.indices.dropLast() {
        let keyword = line.words[index]
        let name = line.words[index + 1]
        let isOfType = Self.typeKeywords.contains(keyword)
        guard isOfType || Self.memberKeywords.contains(keyword) else { continue }
        declared.append(name)
        guard isOfType, type == nil, name.first?.isUppercase == true else { continue }
        type = name
        if isSource, keyword != "extension" { types.insert(name) }
        let others = line.words[(index + 2)...].filter { $0.first?.isUppercase == true }
        inherited[name, default: []].formUnion(others)
      }
      for outer in open { members[outer, default: []].formUnion(declared) }
      guard let type else { continue }
      open = line.start == UInt8(ascii: " ") ? open + [type] : [type]
    }
  }

  /// Whether a type, or what it inherits, has a member.
  private func has(_ member: String, of type: String) -> Bool {
    var seen: Set<String> = []
    var next = [type]
    while let type = next.popLast() {
      guard seen.insert(type).inserted else { continue }
      if members[type]?.contains(member) == true { return true }
      next += inherited[type] ?? []
    }
    return ["Type", "init", "self"].contains(member)
  }
}

extension NamesInCode {
  /// Returns the names and paths in a span of code that do not exist.
  func missing(in span: String) -> [String] {
    let parts = span.split(separator: " ").map(String.init)
    var named = parts.filter { $0.wholeMatch(of: #/(\.ci|\.github|Sources|Tests|Fixtures)/[\w.+@/-]+/#) != nil }
    if named.isEmpty, Self.isPath(span) { named = [span] }
    if !named.isEmpty { return named.filter { !isFile($0) } }
    // Without literals.
    let code = span.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 0 }
      .map { String($0.element) }.joined(separator: " ")
    let tokens = code.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || "_.$@#/-".contains($0)) }.map(String.init)
    return tokens.enumerated().flatMap { position, token in
      missing(token, isAlone: position == 0 && code.wholeMatch(of: #/[a-z]\w*(\(.*\))?/#) != nil)
    }
  }

  /// Returns a name, or the first of its parts, if it does not exist.
  ///
  /// - Parameters:
  ///   - token: The name, as in `Type.member`, `.member` or `function`.
  ///   - isAlone: Whether it is all of its span but arguments, so that it is not a variable in an example.
  private func missing(_ token: String, isAlone: Bool) -> [String] {
    guard token.wholeMatch(of: #/\.?[A-Za-z_]\w*(\.[A-Za-z_]\w*)*/#) != nil, !Self.others.contains(token),
      !endings.contains(token)
    else { return [] }
    let names = token.split(separator: ".").map(String.init)
    if token.hasPrefix(".") { return names.allSatisfy(sourceWords.contains) ? [] : [token] }
    guard let first = names.first, !Self.others.contains(first) else { return [] }
    guard first.first?.isUppercase == true else {
      let isName = isAlone && names.count == 1 && first.contains(where: \.isUppercase)
      return isName && !words.contains(first) ? [first] : []
    }
    guard first.contains(where: \.isLowercase) else { return [] }
    guard words.contains(first) || endings.contains(first) else { return [first] }
    return zip(names, names.dropFirst()).compactMap { type, member in
      let exists = words.contains(member) && (!types.contains(type) || has(member, of: type))
      return exists ? nil : "\(type).\(member)"
    }
  }

  /// Whether a span is the path of a file, or the beginning of one with a folder of ours.
  private static func isPath(_ span: String) -> Bool {
    guard span.wholeMatch(of: #/[\w.+@/-]+/#) != nil else { return false }
    return [".swift", ".md", ".sh"].contains(where: span.hasSuffix)
      || span.contains("/") && span.first?.isUppercase == true
  }

  private func isFile(_ path: String) -> Bool {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    return endings.contains(path) || Self.others.contains(path)
  }
}

/// A line of Swift, without its comment.
private struct SwiftLine {
  var words: [String] = []
  /// Its first byte; nil if it is empty.
  var start: UInt8?

  private static let isOfWord: [Bool] = (0..<256).map { byte in
    let character = Character(UnicodeScalar(UInt8(byte)))
    return character.isASCII && (character.isLetter || character.isNumber || character == "_")
  }

  /// Returns the lines of a file. By hand: there are a hundred thousand.
  static func all(in text: String) -> [Self] {
    let isOfWord = Self.isOfWord
    let newline = UInt8(ascii: "\n")
    let slash = UInt8(ascii: "/")
    let bytes = Array(text.utf8) + [newline]
    var lines: [Self] = []
    var line = Self()
    var word: Int?
    var isComment = false
    var last = newline
    for (index, byte) in bytes.enumerated() {
      if last == newline { line.start = byte == newline ? nil : byte }
      defer { last = byte }
      if isOfWord[Int(byte)], !isComment {
        word = word ?? index
        continue
      }
      if let start = word { line.words.append(String(decoding: bytes[start..<index], as: UTF8.self)) }
      word = nil
      if byte == newline {
        lines.append(line)
        line = Self()
        isComment = false
      } else if byte == slash, last == slash {
        isComment = true
      }
    }
    return lines
  }
}
