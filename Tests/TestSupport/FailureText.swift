import NetworkEndpoints
package import NetworkStubs
package import NetworkTesting
package import Testing

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// The whole text that a failure makes, with the same places each time.
package struct FailureText {
  /// Stubs as if they stood in `UserTests.swift`, from line 10 on.
  package static func transport(_ stubs: [Stub]) -> MockTransport {
    let placed = stubs.enumerated().map { $1.placed(at: place(10 + $0)) }
    return MockTransport(placed, sourceLocation: place(8))
  }

  package static func place(_ line: Int) -> SourceLocation {
    SourceLocation(
      fileID: "AppTests/UserTests.swift", filePath: "/app/Tests/AppTests/UserTests.swift", line: line, column: 3)
  }

  /// What is said when some requests are sent, and then at the end; each problem, parted by a line.
  package static func of(_ stubs: Stub..., sending requests: [URLRequest] = []) async -> String {
    await ofTransport(stubs) { transport in for request in requests { _ = try? await transport.send(request) } }
  }

  package static func ofTransport(_ stubs: [Stub], _ body: @escaping @Sendable (MockTransport) async -> Void) async
    -> String
  {
    // Outside the test, nothing is recorded and all is kept.
    await Task.detached {
      // Lines of the tests themselves would change the texts.
      await Callers.$areShown.withValue(false) { () -> String? in
        let transport = transport(stubs)
        await body(transport)
        do { try await transport.verify() } catch {
          return (error as? VerificationError)?.problems.joined(separator: "\n\n")
        }
        return "(no problem)"
      }
    }.value ?? "(another error)"
  }
}

extension Stub {
  fileprivate func placed(at sourceLocation: SourceLocation) -> Stub {
    Stub(definition: definition.with(place: .line(CodePlace(sourceLocation))))
  }
}
