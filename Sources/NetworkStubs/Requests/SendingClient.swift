/// The client that sends an app's requests, and so decides which requests may be sent.
///
/// A `URLSession` refuses some requests before they reach a server: a `GET` with a body, an address without a host. So does a
/// transport in its place. If your app has another kind of client, which may send them, say so for a transport or for a whole
/// suite.
///
/// ```swift
/// let transport = MockTransport(
///   .get("/items/_search").body(jsonContaining: ["size": 10]).respond(json: []), client: .other)
/// ```
public struct SendingClient: Hashable, Sendable {
  private enum Storage { case urlSession, other }
  private let storage: Storage

  /// A `URLSession`, directly or through `URLSessionTransport`.
  public static let urlSession = Self(storage: .urlSession)

  /// Any other client, such as AsyncHTTPClient, which may send what a session refuses.
  public static let other = Self(storage: .other)

  /// The client of the current test.
  @TaskLocal package static var ofTest: SendingClient?

  /// The client in effect here: the one of the test's trait, or else a `URLSession`.
  public static var current: SendingClient { ofTest ?? .urlSession }
}
