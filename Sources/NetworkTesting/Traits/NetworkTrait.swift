public import Testing

/// A trait that gives each test case a network of its own, answered by stubs.
///
/// ```swift
/// @Test(.network(.get("/items/latest").respond(json: ["title": "Tea"])))
/// func latest() async throws {
///   let item = try await EndpointLoader().load(endpoint: .latestItem, using: "12345")
///   #expect(item.title == "Tea")
/// }
/// ```
///
/// The network is a ``MockTransport``, ambient in the test and reached as ``MockTransport/current``. Each argument of a
/// parameterised test has its own. On a suite it holds for every test in it, and its stubs are offers; on a test they
/// are promises, and come before those of the suite.
public struct NetworkTrait: TestTrait, SuiteTrait {
  let stubs: [Stub]
  let arePromises: Bool
  let source: TraitSource
  private(set) var delay: Delay?

  init(_ stubs: [Stub], arePromises: Bool, sourceLocation: SourceLocation, filePath: String) {
    let source = TraitSource(filePath: filePath, location: sourceLocation, name: "network", count: stubs.count)
    self.stubs = stubs.enumerated().map { index, stub in
      Stub(definition: stub.definition.with(place: .argument(index, of: source)))
    }
    self.arePromises = arePromises
    self.source = source
  }

  /// Every test of a suite gets its own.
  public var isRecursive: Bool { true }

  /// Lets the answers of these stubs take their time, but for those that have a delay of their own.
  ///
  /// - Parameter duration: How long, on the test's clock: real time, unless there is a ``VirtualTimeTrait``.
  public func delayed(by duration: Duration) -> Self { delayed(by: .fixed(duration)) }

  /// Lets the answers of these stubs take their time, but for those that have a delay of their own.
  ///
  /// - Parameter delay: How long, on the test's clock: real time, unless there is a ``VirtualTimeTrait``.
  public func delayed(by delay: Delay) -> Self {
    var copy = self
    copy.delay = delay
    return copy
  }
}

extension TestTrait where Self == NetworkTrait {
  /// Gives each case of the test a network of its own, whose stubs are promises: an unused one fails the test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; of those that match, the first that is not used up answers.
  ///   - sourceLocation: Where an unanswered request is recorded.
  ///   - filePath: The calling file, in which the lines of the stubs are found when one is to be named.
  public static func network(
    _ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(stubs, arePromises: true, sourceLocation: sourceLocation, filePath: filePath)
  }
}

extension SuiteTrait where Self == NetworkTrait {
  /// Gives each test of the suite a network of its own, whose stubs are offers: they may be used, or not.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; those of the test come before them.
  ///   - sourceLocation: Where an unanswered request is recorded.
  ///   - filePath: The calling file, in which the lines of the stubs are found when one is to be named.
  public static func network(
    _ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(stubs, arePromises: false, sourceLocation: sourceLocation, filePath: filePath)
  }
}
