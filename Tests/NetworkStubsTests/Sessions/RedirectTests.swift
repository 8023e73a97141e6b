import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("A redirect")
struct RedirectTests {
  @Test(
    "a redirect keeps or changes the method as the Fetch standard says",
    arguments: [
      (301, "GET", "GET"), (301, "HEAD", "HEAD"), (301, "POST", "GET"), (301, "PUT", "PUT"), (301, "DELETE", "DELETE"),
      (302, "GET", "GET"), (302, "HEAD", "HEAD"), (302, "POST", "GET"), (302, "PUT", "PUT"), (302, "PATCH", "PATCH"),
      (303, "GET", "GET"), (303, "HEAD", "HEAD"), (303, "POST", "GET"), (303, "PUT", "GET"), (303, "DELETE", "GET"),
      (307, "GET", "GET"), (307, "POST", "POST"), (307, "PUT", "PUT"),
      (308, "GET", "GET"), (308, "POST", "POST"), (308, "DELETE", "DELETE"),
    ])
  func method(status: Int, method: String, becomes expected: String) throws {
    let body = method == "GET" || method == "HEAD" ? nil : "tea"
    let request = URLRequest.test("/a", method, headers: ["Content-Type": "text/plain", "X-App": "1"], body: body)
    let next = try #require(Self.next(request, to: "/b", status: status))
    #expect(next.httpMethod == expected)
    #expect(next.url == .test("/b"))
    #expect(next.httpBody == (expected == method ? request.httpBody : nil))
    #expect(next.value(forHTTPHeaderField: "Content-Type") == (expected == method ? "text/plain" : nil))
    #expect(next.value(forHTTPHeaderField: "X-App") == "1")
  }

  @Test("a redirect that the loading system follows keeps a step of a clock waiting no longer")
  func followed() {
    let wasRefused = Guarded(false)
    weak var kept: Kept?
    let follow: @Sendable () -> Void
    do {
      let work = Kept()
      kept = work
      follow = RedirectDecision.wait(atMost: .seconds(3_600), keeping: work) { wasRefused.withLock { $0 = true } }
    }
    #expect(kept != nil)
    follow()
    #expect(kept == nil)
    #expect(!wasRefused.withLock { $0 })
  }

  @Test("a redirect that nobody follows is refused, and keeps a step of a clock waiting until then")
  func refused() async {
    let isKept = await withCheckedContinuation { continuation in
      let work = Kept()
      _ = RedirectDecision.wait(atMost: .zero, keeping: work) { [weak work] in
        continuation.resume(returning: work != nil)
      }
    }
    #expect(isKept)
  }

  private final class Kept: Sendable {}

  @Test(
    "a redirect does not happen with another status, or without a location", arguments: [200, 300, 304, 305, 306, 399])
  func none(status: Int) {
    #expect(Self.next(.test("/a"), to: "/b", status: status) == nil)
    #expect(Self.next(.test("/a"), to: nil, status: 302) == nil)
  }

  @Test(
    "a redirect goes to a location relative to the request",
    arguments: [
      ("/x", "https://api.example.com/x"), ("x", "https://api.example.com/a/x"),
      ("../x?y=z", "https://api.example.com/x?y=z"),
      ("?q", "https://api.example.com/a/b?q"), ("//other.example.com/x", "https://other.example.com/x"),
      ("http://other.example.com:8080/", "http://other.example.com:8080/"),
    ])
  func relative(location: String, expected: String) {
    #expect(Self.next(.test("/a/b?c"), to: location)?.url?.absoluteString == expected)
  }

  @Test("a redirect keeps the fragment, unless the location has one")
  func fragment() {
    #expect(Self.next(.test("/a#top"), to: "/b")?.url?.absoluteString == "https://api.example.com/b#top")
    #expect(Self.next(.test("/a#top"), to: "/b#end")?.url?.absoluteString == "https://api.example.com/b#end")
  }

  @Test(
    "drops Authorization across origins",
    arguments: [
      ("/b", true), ("https://api.example.com:443/b", true), ("HTTPS://API.example.com/b", true),
      ("http://api.example.com/b", false), ("https://api.example.com:444/b", false), ("https://example.com/b", false),
    ])
  func crossOrigin(location: String, isKept: Bool) {
    let request = URLRequest.test(
      "/a", headers: ["Authorization": "Bearer 12345", "Proxy-Authorization": "Basic 1", "X-App": "1"])
    let next = Self.next(request, to: location)
    #expect(next?.value(forHTTPHeaderField: "Proxy-Authorization") == (isKept ? "Basic 1" : nil))
    #expect(next?.value(forHTTPHeaderField: "Authorization") == (isKept ? "Bearer 12345" : nil))
    #expect(next?.value(forHTTPHeaderField: "X-App") == "1")
  }

  @Test("a redirect is refused where it cannot be gone to")
  func refused() {
    #expect(Self.refusal(.test("/a"), to: "mailto:ada@example.com") == .unsupportedURL)
    #expect(Self.refusal(.test("/a"), to: "http://") == .redirectToNonExistentLocation)
    #expect(Self.refusal(.test("/a"), to: "") == .redirectToNonExistentLocation)
  }

  private static func redirect(_ request: URLRequest, to location: String?, status: Int) -> Redirect {
    Redirect(HTTPResponse(status: status, headers: location.map { ["Location": $0] } ?? [:]), to: request, on: .apple)
  }

  private static func next(_ request: URLRequest, to location: String?, status: Int = 302) -> URLRequest? {
    if case .to(let next) = redirect(request, to: location, status: status) { next } else { nil }
  }

  private static func refusal(_ request: URLRequest, to location: String, status: Int = 302) -> URLError.Code? {
    if case .refused(let code) = redirect(request, to: location, status: status) { code } else { nil }
  }
}
