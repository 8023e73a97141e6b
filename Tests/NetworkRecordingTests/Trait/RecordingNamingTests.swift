import NetworkStubs
import TestSupport
import Testing

@testable import NetworkRecording
@testable import NetworkTesting

@Suite("Names of recordings")
struct RecordingNamingTests {
  private func name(_ naming: RecordingNaming = .byTest) throws -> String {
    try naming.name(of: try #require(Test.current), Test.Case.current)
  }

  @Test("a test's recording is called by its module, suites and function")
  func plain() throws {
    #expect(try name() == "NetworkRecordingTests/RecordingNamingTests/plain")
    #expect(try name(.suite("shop")) == "shop/plain")
    #expect(try name(.test("shop/guest")) == "shop/guest")
  }

  @Suite struct Inner {
    @Test("an inner suite is a folder of its own")
    func plain() throws {
      let test = try #require(Test.current)
      let name = try RecordingNaming.byTest.name(of: test, nil)
      #expect(name == "NetworkRecordingTests/RecordingNamingTests/Inner/plain")
      #expect(try RecordingNaming.suite("shop").name(of: test, nil) == "shop/Inner/plain")
    }
  }

  @Test(
    "arguments are shown as far as a file can be called so, and told apart by all they are", arguments: ["Ada L."], [7])
  func cases(text: String, number: Int) throws {
    // Written out, as a name that another run or version makes otherwise is a recording that is not found.
    #expect(
      try name() == "NetworkRecordingTests/RecordingNamingTests/cases-text-number/ada-l-7-148d938aec")
    #expect(try name(.test("shop")).hasPrefix("shop/ada-l-7-"))
  }

  @Test("a key among the arguments stands in no file's name", arguments: ["sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"])
  func key(_ key: String) throws {
    let last = try name().split(separator: "/").last
    #expect(last?.contains(/^[0-9a-f]{10}$/) == true, "\(last ?? "")")
  }

  @Test(
    "no two texts have the same name, not even where small letters and capitals are the same", arguments: [true, false])
  func distinct(isArgument: Bool) {
    let texts = [
      "a", "A", "a b", "a-b", "a/b", "ä", "a_b", "", " ", ".", "..", "a.", "CON", "é", "e\u{301}", "a(b:)", "a(_:)",
      "a(_:b:)", "a(b:", "a(b)", "a(b::)", "a (b:)",
    ]
    let names = texts.map { isArgument ? FileSlug.hashed($0, as: $0) : FileSlug.name($0) }
    if isArgument { #expect(Set(names.map { $0.lowercased() }).count == texts.count) }
    #expect(Set(names).count == texts.count)
    for name in names { #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }) }
  }

  /// Looks the same whatever it is.
  struct Lookalike: Sendable, CustomStringConvertible {
    let number: Int
    var description: String { "same" }
  }

  private static let seen = Protected(Set<String>())

  @Test("arguments that look alike have recordings of their own", arguments: (1...20).map(Lookalike.init))
  func lookalikes(_ argument: Lookalike) throws {
    let name = try name()
    #expect(Self.seen.withLock { $0.insert(name).inserted })
  }

  @Test(
    "names of recordings are the same for sets and dictionaries in any order",
    arguments: [Set((0..<6).map { "item \($0)" })],
    [
      Dictionary(uniqueKeysWithValues: (0..<6).map { ("key \($0)", Set([$0, -$0, $0 * 7])) })
    ])
  func unordered(items: Set<String>, groups: [String: Set<Int>]) throws {
    // Written out: each process has an order of its own.
    let name = try name()
    #expect(
      name
        == "NetworkRecordingTests/RecordingNamingTests/unordered-items-groups/item-0-item-1-item-2-item-3-item-4-item--69853f2663"
    )
  }

  /// Holds what has no order, and looks the same whatever it is.
  final class Holder: Sendable, CustomStringConvertible {
    let tags: Set<String>
    let next: Lookalike?
    var description: String { "same" }

    init(_ tags: Set<String>, _ next: Lookalike? = nil) { (self.tags, self.next) = (tags, next) }
  }

  @Test(
    "an object is what it holds",
    arguments: [
      Holder(["a", "b", "c"]), Holder(["a", "b", "d"]), Holder(["a", "b", "c"], Lookalike(number: 1)),
    ])
  func objects(_ holder: Holder) throws {
    let name = try name()
    #expect(Self.seen.withLock { $0.insert(name).inserted })
    #expect(ArgumentText(holder).text == ArgumentText(Holder(holder.tags, holder.next)).text)
    #expect(ArgumentText(holder).isStable)
  }

  /// One of a program's objects, which know one another, so that there are more ways through them than can be gone.
  private final class Part {
    var others: [Part] = []
  }

  @Test("an object that knows a program is no stable name, and takes no time")
  func program() {
    let parts = (0..<8).map { _ in Part() }
    for part in parts { part.others = parts }
    let text = ArgumentText(parts[0])
    #expect(!text.isStable)
    #expect(text.text.count < 100_000)
    #expect(ArgumentText(Array(0..<2_000)).isStable)
  }

  @Test(
    "a key path of a stored property has a name",
    arguments: [\Lookalike.number] as [any PartialKeyPath<Lookalike> & Sendable])
  func keyPath(_ path: any PartialKeyPath<Lookalike> & Sendable) throws {
    #expect(try name().hasPrefix("NetworkRecordingTests/RecordingNamingTests/keyPath-_/lookalike-number-"))
  }

  @Test(
    "what says nothing stable of itself is refused, with what to write",
    arguments: [
      \Lookalike.description
    ] as [any PartialKeyPath<Lookalike> & Sendable])
  func unstable(_ path: any PartialKeyPath<Lookalike> & Sendable) throws {
    let error = #expect(throws: RecordingError.self) { try name() }
    #expect(error?.code == .unclearName)
    #expect(error?.description.contains(#"withRecording("…/\(argument)")"#) == true)
  }

  /// A key of which nothing can be told.
  struct Opaque: Sendable {}

  private static let refused = Protected(0)

  @Test("the second of two equal arguments is refused a name for its recording", arguments: [Opaque(), Opaque()])
  func twice(_ argument: Opaque) throws {
    do { _ = try name() } catch let error as RecordingError {
      #expect(error.description.contains("Two cases of twice(_:) would have the same recording"))
      #expect(
        Self.refused.withLock { count in
          count += 1
          return count
        } == 1)
    }
  }

  @Test("the name of a recording is not guessed where the arguments cannot be seen")
  func unseen() {
    #expect(CaseArguments(of: "nothing") == nil)
    #expect(CaseArguments(of: Kind.parameterized(arguments: [], discriminator: 0)) == nil)
    #expect(CaseArguments(of: Kind.parameterized(arguments: [.init(hidden: 1)], discriminator: 0)) == nil)
  }

  private enum Kind {
    struct Argument { let hidden: Int }
    case parameterized(arguments: [Argument], discriminator: Int)
  }

  @Test(
    "a test's identity is taken apart, whatever is in its names",
    arguments: [
      ("M.f()/F.swift:1:2", "M", ["f()"], #"'M\.f\(\)'"#),
      ("M.Outer/Inner/f(_:n:)/F.swift:1:2", "M", ["Outer", "Inner", "f(_:n:)"], #"'M\.Outer/Inner/f\(_:n:\)'"#),
      ("M.S/`a/b.c's`()/F.swift:1:2", "M", ["S", "`a/b.c's`()"], #"'M\.S/`a/b\.c'\''s`\(\)'"#),
      ("M.S", "M", ["S"], #"'M\.S'"#), ("", "", ["name()"], "name"),
    ] as [(String, String, [String], String)])
  func identity(_ id: String, module: String, components: [String], filter: String) {
    let name = TestName(id: id, name: "name()")
    #expect(name.module == module)
    #expect(name.components == components || id.isEmpty)
    #expect(name.filter == filter || id.isEmpty)
  }
}
