/// The stub that would answer a request, or the reason why none would.
public struct StubExplanation: Sendable, CustomStringConvertible {
  /// The stub that would answer; nil if none would.
  public let stub: Stub?
  /// The stub and its place, or the text of the failure.
  public let description: String

  init(_ stub: StubDefinition, takes request: ReceivedRequest) {
    self.stub = Stub(definition: stub)
    description = "\("\(request)".shortened(to: 300)) would be answered by \(stub.shown)."
  }

  init(_ report: UnansweredReport) {
    stub = nil
    description = report.text
  }
}
