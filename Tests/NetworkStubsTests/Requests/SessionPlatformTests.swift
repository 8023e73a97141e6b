import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport

/// What differs from platform to platform before a request is sent, and in what is received: a test chooses either.
@Suite("The platform of a mocked session")
struct SessionPlatformTests {
  private static let platforms: [SessionPlatform] = [.apple, .linux]

  /// Sends a request over a session of a platform; returns what the stub saw, or the error.
  private func outcome(
    of request: URLRequest, on platform: SessionPlatform, _ fields: [String: String] = [:],
    answer: Answer = .status(204)
  ) async -> Result<ReceivedRequest, any Error> {
    var outcome: Result<ReceivedRequest, any Error> = .failure(URLError(.unknown))
    // A warning, or the issue about a stub that waits for a request which is never sent.
    _ = await recordedIssues {
      let transport = MockTransport(.any.respond(with: answer).optional())
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpAdditionalHeaders = fields
      let session = URLSession.mocked(by: transport, as: platform, configuration: configuration)
      do {
        _ = try await session.data(for: request)
        outcome = .success(try #require(await transport.requests.first))
      } catch {
        outcome = .failure(error)
      }
    }
    return outcome
  }

  @Test("the platform of a mocked session takes a scheme in upper case, or refuses it", arguments: platforms)
  func scheme(platform: SessionPlatform) async {
    let outcome = await outcome(of: .make(.get, "HTTPS://api.example.com/a"), on: platform)
    switch outcome {
    case .success: #expect(platform == .apple)
    case .failure(let error):
      #expect(platform == .linux)
      #expect((error as? URLError)?.code == .unsupportedURL)
    }
  }

  @Test(
    "the platform of a mocked session adds the type of a form to that of the configuration, or not",
    arguments: platforms)
  func types(platform: SessionPlatform) async throws {
    let request = URLRequest.make(.post, "https://api.example.com/a", body: "{}")
    let seen = try await outcome(of: request, on: platform, ["Content-Type": "application/json"]).get()
    let types = platform == .apple ? "application/json" : "application/json, application/x-www-form-urlencoded"
    #expect(seen.headers["Content-Type"] == types)
  }

  @Test("the platform of a mocked session sends the user of a URL at once, or not", arguments: platforms)
  func user(platform: SessionPlatform) async throws {
    let seen = try await outcome(of: .make(.get, "https://ada:pw@api.example.com/a"), on: platform).get()
    #expect(seen.headers["Authorization"] == (platform == .apple ? nil : "Basic YWRhOnB3"))
  }

  @Test("the platform of a mocked session sends the body of HEAD, or leaves it out", arguments: platforms)
  func head(platform: SessionPlatform) async throws {
    let seen = try await outcome(of: .make(.head, "https://api.example.com/a", body: "tea"), on: platform).get()
    #expect(seen.body.text == (platform == .apple ? "tea" : ""))
  }

  @Test(
    "the platform of a mocked session has an error of its own for a body that cannot be decoded", arguments: platforms)
  func undecodable(platform: SessionPlatform) async {
    let broken = HTTPResponse(status: 200, headers: ["Content-Encoding": "gzip"], body: Data([0x1F, 0x8B, 1, 2, 3]))
    let outcome = await outcome(of: .make(.get, "https://api.example.com/a"), on: platform, answer: .response(broken))
    guard case .failure(let error) = outcome else {
      Issue.record("It was decoded.")
      return
    }
    #expect((error as? URLError)?.code == (platform == .apple ? .cannotDecodeContentData : .unknown))
  }
}
