import TestSupport
import Testing

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("The name of a function")
struct FunctionNameTests {
  private static let names: [(String, String?, String)] = [
    ("App.SearchModel.textChanged(to: Swift.String) -> ()", "App", "SearchModel.textChanged(to:)"),
    (
      "closure #1 () async -> () in App.SearchModel.textChanged(to: Swift.String) -> ()", "App",
      "SearchModel.textChanged(to:)"
    ),
    (
      "(2) await resume partial function for closure #1 @Sendable () async -> () in closure #2 () -> Swift.Int in App.f() -> ()",
      "App", "f()"
    ),
    (
      "(4) suspend resume partial function for NetworkEndpoints.EndpointLoader.load<A where A: NetworkEndpoints.Loadable>(_: A, with: A.RequestData) async throws -> A.Response",
      "NetworkEndpoints", "EndpointLoader.load(_:with:)"
    ),
    (
      "App.Model.(perform in _12BE0E52DA6F5EE3B1FD51108B2DA177)(@Sendable () async throws -> ()) async -> Swift.Int",
      "App", "Model.perform(_:)"
    ),
    (
      "static App.Model.(run in _AB)(Swift.Array<(Swift.Int, Swift.Int)>, by: (A) -> B) -> ()", "App",
      "Model.run(_:by:)"
    ),
    ("App.Model.items.getter : Swift.Array<Swift.Int>", "App", "Model.items.getter"),
    (
      "(extension in App):NetworkEndpoints.EndpointLoader.warmUp() async -> ()", "NetworkEndpoints",
      "EndpointLoader.warmUp()"
    ),
    ("generic specialization <Swift.Int> of App.Box.put(A) -> ()", "App", "Box.put(_:)"),
    ("App.Tests.`finds (all) of them`() async throws -> ()", "App", "Tests.`finds (all) of them`()"),
    ("App.typeWord<A where A: App.SearchModel>(into: A.Type) async throws -> ()", "App", "typeWord(into:)"),
    ("reabstraction thunk helper from @escaping @callee_guaranteed () -> ()", nil, ""),
    ("partial apply forwarder for closure #1 () -> () in App.f() -> ()", nil, ""),
    ("libswift_Concurrency.so + 0x75000", nil, ""),
    ("0x00007f", nil, ""), ("", nil, ""), ("main", nil, ""), ("(((", nil, ""), ("a in ", nil, ""), (".x", nil, ""),
  ]

  @Test("the name of a function is what its author wrote", arguments: names.indices)
  func written(index: Int) {
    let (demangled, module, text) = Self.names[index]
    let name = FunctionName(demangled: demangled)
    #expect(name?.module == module)
    #expect(name?.text ?? "" == text)
  }

  @Test(
    "the name of a function is a user's where neither the package, nor the toolchain, nor a macro wrote it",
    arguments: [
      ("App.Catalogue.titles(for: Swift.String) async -> [Swift.String]", true),
      ("App.CatalogueTests.$s3App14CatalogueTestsV9swallowed4TestfMp_16b33e1cb5ed131a3bfMu_@Sendable () -> ()", false),
      ("NetworkEndpoints.EndpointLoader.load() async -> ()", false), ("Testing.Runner.run() async -> ()", false),
      ("FoundationNetworking.URLSession.data() async -> ()", false), ("_Concurrency.Task.yield() async -> ()", false),
    ])
  func user(demangled: String, isOfUser: Bool) throws {
    #expect(try #require(FunctionName(demangled: demangled)).isOfUser == isOfUser)
  }

  @Test("the name of a function is read from any text without harm", arguments: 0..<200 as Range<UInt64>)
  func anything(seed: UInt64) {
    var generator = Dice(seed: seed)
    let pieces = ["(", ")", "<", ">", "-> ", " in ", "_12", "`", "App", ".", ":", ", ", "> of ", "closure #1 ", "é"]
    let text = (0..<30).map { _ in pieces[generator.index(below: pieces.count)] }.joined()
    _ = FunctionName(demangled: text)
  }
}
