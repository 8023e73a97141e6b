public import Foundation

/// Something that a network does wrong.
///
/// ```swift
/// @Test(arguments: NetworkFault.all)
/// func survives(_ fault: NetworkFault) async throws {
///   let transport = MockTransport(.any.respond(with: .fault(fault)))
///   let feed = Feed(loader: EndpointLoader(transport: transport, host: "test"))
///   await feed.refresh()
///   #expect(feed.message != nil)
/// }
/// ```
///
/// A fault waits only on a clock that the test chose, such as a ``VirtualClock``: where time is real, a time-out comes at
/// once and a drip does not drip.
public struct NetworkFault: Hashable, Sendable {
  /// What happens, apart from its words.
  enum Effect: Hashable {
    /// No head arrives.
    case noAnswer(URLError.Code)
    case silence
    /// The body breaks off after so many bytes; nil for the middle.
    case breakOff(after: Int?)
    case stall
    case tooLong
    case truncatedJSON
    case wrongContentType
    case emptyBody
    case status(Int, retryAfter: Int?)
    case captivePortal
    case drip(pieces: Int, every: Duration)
  }

  /// What it is called, in words.
  public let name: String
  /// What happens, in a sentence.
  public let summary: String
  /// The error that `URLSession` gives; nil where it gives an answer, which then is not what the app expects.
  public let code: URLError.Code?

  let effect: Effect

  init(_ name: String, _ code: URLError.Code?, _ effect: Effect, _ summary: String) {
    self.name = name
    self.code = code
    self.effect = effect
    self.summary = summary
  }
}

extension NetworkFault: CustomStringConvertible {
  /// The fault's name.
  public var description: String { name }
}
