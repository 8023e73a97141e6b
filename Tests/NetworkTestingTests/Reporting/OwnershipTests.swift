@testable import NetworkStubs
@testable import NetworkTesting
import TestSupport

@Suite("Problems are recorded once, where they belong")
struct OwnershipTests {
  private let request = URLRequest(url: URL(string: "https://api.example.com/items") ?? URL(fileURLWithPath: "/"))

  @Test("an unanswered request is an issue where the transport was made, though the app swallows the error")
  func swallowed() async {
    var line = 0
    let issues = await recordedIssues {
      line = #line + 1
      let transport = MockTransport()
      _ = try? await transport.send(request)
    }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.first?.text.hasPrefix("No stub answers GET https://api.example.com/items: there are no stubs.") == true)
  }

  @Test("the caller gets an error of its own type, with the explanation in it")
  func ownType() async throws {
    _ = await recordedIssues {
      let transport = MockTransport()
      let error = await #expect(throws: UnansweredRequest.self) { try await transport.send(request) }
      #expect(error?.localizedDescription.contains("No stub answers") == true)
      #expect(error?.request.url == request.url)
    }
  }

  @Test("what a child task sends is an issue at once")
  func childTask() async {
    let transport = MockTransport()
    let request = request
    let issues = await recordedIssues {
      await withTaskGroup(of: Void.self) { group in group.addTask { _ = try? await transport.send(request) } }
    }
    #expect(issues.count == 1 && issues[0].text.contains("GET https://api.example.com/items"), "\(issues)")
  }

  @Test("what is sent from outside the test is an issue of the test at once")
  func detached() async throws {
    let request = request
    var kept: MockTransport?
    let issues = await recordedIssues {
      let transport = MockTransport()
      kept = transport
      await Task.detached { _ = try? await transport.send(request) }.value
    }
    #expect(issues.count == 1 && issues[0].text.contains("GET https://api.example.com/items"), "\(issues)")
    withExtendedLifetime(kept) {}
  }

  @Test("an unused stub is an issue at its own line when the transport is released")
  func released() async {
    var line = 0
    let issues = await recordedIssues {
      let transport = MockTransport(
        .get("/items").respond(status: 200)
      )
      line = #line - 2
      _ = transport
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.text.hasPrefix(#"The stub .get("/items") was never used."#) == true)
  }

  @Test("outside a Swift Testing test, verify throws")
  func outside() async throws {
    let request = request
    let error = await Task.detached { () -> VerificationError? in
      let transport = MockTransport(.get("/other").respond(status: 200))
      _ = try? await transport.send(request)
      do { try await transport.verify() } catch { return error as? VerificationError }
      return nil
    }.value
    #expect(error?.problems.count == 1)
  }

  @Test("fewer uses than promised are an issue, further requests find the stub used up", arguments: 0...4)
  func promise(uses: Int) async throws {
    let request = request
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/items").respond(status: 200).times(2))
      for _ in 0..<uses { _ = try? await transport.send(request) }
    }
    // In a known issue, each further request is one.
    #expect(issues.count == (uses == 2 ? 0 : uses == 4 && areKnownIssuesTold ? 2 : 1))
  }

  @Test("an optional stub may be unused")
  func optional() async throws {
    let issues = await recordedIssues {
      _ = MockTransport(.get().respond(status: 200).optional(), .post().respond(status: 200).times(3).optional())
    }
    #expect(issues.isEmpty)
  }
}

@Suite("A transport in a static property")
struct SharedPropertyTests {
  private static let isStatic = SharedProperty.isBeingMade
  private static let nested: Bool = { { SharedProperty.isBeingMade }() }()

  #if compiler(>=6.3)
    private static let transport = MockTransport()

    @Test("a transport in a static property is warned of")
    func warning() async {
      let issues = await recordedIssues { _ = Self.transport }
      #expect(issues.count == 1 && issues.first?.text.contains("static or global property") == true)
    }
  #endif

  @Test("a transport in a static property is found out where it is made, and no other is")
  func found() async {
    #expect(Self.isStatic)
    #expect(Self.nested)
    #expect(!SharedProperty.isBeingMade)
    #expect(await Task.detached { !SharedProperty.isBeingMade }.value)
  }

  #if os(Linux)
    @Test(
      "a transport in a static property is found out without the names of functions, which are many in a large program",
      .exitTest)
    func withoutNames() async {
      await #expect(processExitsWith: .success) {
        func parts() throws -> Int {
          let maps = try #require(SystemFile.contents(atPath: "/proc/self/maps"))
          return String(decoding: maps, as: UTF8.self).split(separator: "\n")
            .count { $0.contains(".xctest") }
        }
        let before = try parts()
        let transport = MockTransport(.get("/a").respond(status: 204))
        _ = try await URLSession.mocked(by: transport).data(from: .test("/a"))
        #expect(try parts() == before)
        // What is read stays in memory: that it would have been seen.
        _ = SymbolNames.program
        #expect(try parts() > before)
      }
    }
  #endif
}
