import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkStubs
@testable import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// Nothing reaches the network from a test by accident.
struct LiveNetworkTraitTests {
  private static let endpoint = Endpoint<EndpointKinds.Public, String>(path: "items")
  /// A host at which nothing answers.
  private static let host: URLHost = "http://127.0.0.1:9"

  @Test("a loader without a transport is an error and an issue, in the test that asks")
  func noNetwork() async throws {
    var thrown: (any Error)?
    let issues = await recordedIssues {
      do { _ = try await EndpointLoader(host: Self.host).load(endpoint: Self.endpoint) } catch { thrown = error }
    }
    let error = try #require(thrown as? LiveNetworkError)
    #expect(error.request?.url?.absoluteString == "http://127.0.0.1:9/items")
    let title = "GET http://127.0.0.1:9/items would have gone to the live network."
    #expect(issues.count == 1 && issues[0].text.hasPrefix("\(title)\n"), "\(issues)")
    #expect(issues.first?.text.contains("\nNo transport was injected, and this test has no network.") == true)
    #expect(error.description == "\(title) The issue recorded for this request says what to do.")
  }

  @Test("streams are guarded as well")
  func stream() async {
    let issues = await recordedIssues {
      _ = try? await EndpointLoader(host: Self.host).stream(endpoint: Self.endpoint)
    }
    #expect(issues.count == 1 && issues[0].text.contains("http://127.0.0.1:9/items"), "\(issues)")
  }

  @Test("a test that says so uses the live network", .liveNetwork)
  func liveNetwork() async {
    let error = await #expect(throws: URLError.self) {
      try await EndpointLoader(host: Self.host).load(endpoint: Self.endpoint)
    }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test("an injected live transport means it")
  func injected() async {
    let loader = EndpointLoader(transport: URLSessionTransport(), host: Self.host)
    let error = await #expect(throws: URLError.self) { try await loader.load(endpoint: Self.endpoint) }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test("a mock wins over a live network around it", .liveNetwork, .network(.get("/items").respond(json: "a")))
  func mockedInside() async throws {
    #expect(try await EndpointLoader(host: Self.host).load(endpoint: Self.endpoint) == #""a""#)
  }

  @Test("a mock wins over a live network within it", .network(.get("/items").respond(json: "a")), .liveNetwork)
  func mockedOutside() async throws {
    #expect(try await EndpointLoader(host: Self.host).load(endpoint: Self.endpoint) == #""a""#)
  }

  @Test("a detached task of a test with a network is told apart, its host lost or not", arguments: [nil, host])
  func detached(host: URLHost?) async throws {
    let told = Protected("")
    // Whether the issue can be attributed depends on how many tests have networks just now. If it can't, it is written out.
    let issues = await recordedIssues {
      await ActiveNetworks.with {
        await Task.detached {
          let output = UnattributedOutput { problem in told.withLock { $0 += problem.report } }
          await UnattributedOutput.$current.withValue(output) {
            await #expect(throws: (any Error).self) {
              try await EndpointLoader(host: host).load(endpoint: Self.endpoint)
            }
          }
        }.value
      }
    }
    let texts = issues.map { $0.text } + [told.withLock { $0 }]
    #expect(texts.contains { $0.contains("outside any test's task") }, "\(texts)")
  }

  @Test(
    "runners are known by what they leave behind",
    arguments: [
      (["/a/AppPackageTests.xctest", "--testing-library", "swift-testing"], [:], true),
      (["/usr/bin/xctest", "A.xctest"], [:], true), (["/a/swiftpm-testing-helper"], [:], true),
      (["/Applications/App.app/App"], ["XCTestConfigurationFilePath": "/tmp/a"], true),
      (["/Applications/App.app/App"], ["XCTestSessionIdentifier": "1", "XCODE_RUNNING_FOR_PREVIEWS": "1"], false),
      (["/usr/bin/app", "--verbose"], ["PATH": "/usr/bin"], false), ([], [:], false),
      (["/srv/xctest-results/server"], [:], false),
    ] as [([String], [String: String], Bool)])
  func runners(arguments: [String], environment: [String: String], isTestRun: Bool) {
    #expect(LiveNetworkGuard.isTestRun(arguments: arguments, environment: environment) == isTestRun)
  }
}

#if !canImport(FoundationNetworking)
  @Suite("The shared session of a test")
  struct OfflineProtocolTests {
    @Test("the shared session of a test goes where it went before, without a trait")
    func live() { #expect(!OfflineProtocol.canInit(with: URLRequest(url: .test("/items")))) }
  }
#endif

@Suite("A suite that is offline", .offline)
struct OfflineTraitTests {
  private static let request = URLRequest.make(.get, "https://offline.invalid/items")

  private func issues(_ body: @escaping () async throws -> Void) async -> [String] {
    await recordedIssues(in: body).map(\.text)
  }

  @Test(
    "a suite that is offline refuses what means the live network, and names the request",
    arguments: ["transport", "stream", "trait"])
  func refused(kind: String) async throws {
    var thrown: (any Error)?
    let texts = await issues {
      do {
        switch kind {
        case "transport": _ = try await URLSessionTransport().send(Self.request)
        case "stream": _ = try await URLSessionTransport().stream(Self.request)
        default:
          try await withAmbientNetwork(transport: URLSessionTransport()) {
            try await EndpointLoader(host: "offline.invalid").load(
              endpoint: Endpoint<EndpointKinds.Public, Void>(path: "items"))
          }
        }
      } catch { thrown = error }
    }
    #expect(thrown is LiveNetworkError)
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix(
        "GET https://offline.invalid/items would have gone to the live network, but this test is offline.")
        == true)
  }

  @Test(
    "a suite that is offline lets through what stays on this machine, and nothing else",
    arguments: [
      ("http://127.0.0.1:9/a", true), ("http://localhost/a", true), ("http://LOCALHOST/a", true),
      ("http://[::1]:9/a", true),
      ("file:///a", true), ("data:,a", true), ("http://localhost.test/a", false), ("HTTPS://a.test/a", false),
      ("http://127.0.0.10/a", false),
    ])
  func leaving(url: String, stays: Bool) async {
    let thrown = Protected(false)
    let texts = await issues {
      do throws(LiveNetworkError) { try LiveNetworkGuard.checkOffline(.make(.get, url), on: nil) } catch {
        thrown.withLock { $0 = true }
      }
    }
    #expect(thrown.withLock { $0 } == !stays)
    #expect(texts.count == (stays ? 0 : 1))
  }

  @Test("a suite that is offline lets mocked sessions and this machine be")
  func allowed() async throws {
    let session = URLSession.mocked(by: MockTransport(.any.respond(status: 201)))
    #expect(try await URLSessionTransport(session: session).send(Self.request).status == 201)
    let error = await #expect(throws: URLError.self) {
      try await URLSessionTransport().send(.make(.get, "http://127.0.0.1:9/items"))
    }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test(
    "a suite that is offline answers the shared session from its stubs",
    .everySession(.get("/items").respond(status: 202)))
  func lent() async throws {
    let (_, response) = try await URLSession.shared.data(for: Self.request)
    #expect((response as? HTTPURLResponse)?.statusCode == 202)
  }
}
