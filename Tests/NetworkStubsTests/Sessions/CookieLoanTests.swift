import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("A cookie storage that is lent to a test")
struct CookieLoanTests {
  // An ephemeral configuration has a storage of its own.
  private let storage: HTTPCookieStorage
  private let loan: CookieLoan

  init() throws {
    storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
    loan = CookieLoan(of: storage)
  }

  private func cookie(_ name: String, _ value: String, path: String = "/", ends: Date? = nil) throws -> HTTPCookie {
    var properties: [HTTPCookiePropertyKey: Any] = [
      .name: name, .value: value, .domain: "api.example.com", .path: path,
    ]
    properties[.expires] = ends
    return try #require(HTTPCookie(properties: properties))
  }

  private func store(_ cookies: HTTPCookie...) {
    loan.store(cookies) { storage.setCookies(cookies, for: .test("/"), mainDocumentURL: nil) }
  }

  private var found: Set<String> { Set((storage.cookies ?? []).map { "\($0.name)=\($0.value) \($0.path)" }) }

  @Test("a cookie storage that is lent to a test has nothing of the answers afterwards")
  func removed() throws {
    store(try cookie("a", "1"), try cookie("b", "1"))
    store(try cookie("a", "2"))
    #expect(found == ["a=2 /", "b=1 /"])
    loan.end()
    #expect(found == [])
  }

  @Test(
    "a cookie storage that is lent to a test has nothing of an answer that stores while the test ends",
    arguments: [nil, "0"])
  func storedAtTheEnd(_ old: String?) throws {
    if let old { storage.setCookie(try cookie("a", old)) }
    let new = try cookie("a", "1")
    loan.store([new]) {
      loan.end()
      storage.setCookie(new)
    }
    #expect(found == (old.map { ["a=\($0) /"] } ?? []))
  }

  @Test("a cookie storage that is lent to a test has what answers have replaced or deleted, by name, domain and path")
  func restored() throws {
    storage.setCookie(try cookie("a", "0"))
    storage.setCookie(try cookie("a", "0", path: "/deep"))
    storage.setCookie(try cookie("b", "0"))
    store(try cookie("a", "1"))
    store(try cookie("a", "2"))
    store(try cookie("b", "", ends: Date(timeIntervalSince1970: 0)))
    loan.end()
    #expect(found == ["a=0 /", "a=0 /deep", "b=0 /"])
  }

  @Test("a cookie storage that is lent to a test keeps what the code has stored in place of an answer's")
  func kept() throws {
    store(try cookie("a", "1"))
    storage.setCookie(try cookie("a", "code"))
    storage.setCookie(try cookie("c", "code"))
    loan.end()
    #expect(found == ["a=code /", "c=code /"])
  }

  @Test("a cookie storage that is lent to a test takes nothing more once it was given back")
  func late() throws {
    loan.end()
    store(try cookie("a", "1"))
    #expect(found == [])
  }
}
