import Foundation
import NetworkEndpoints
import Testing

@testable import network_fixtures

@Suite("A link to a recorded service")
struct LocalLinksTests {
  private let links = LocalLinks(hosts: ["api.example.com"])

  @Test(
    "a link to a recorded service is found in each way to write it",
    arguments: [
      "https://api.example.com/a", "HTTPS://API.example.com/a", "<//api.example.com/a>; rel=next",
      "https://user:pw@api.example.com:8443/a", #"{"a":"https:\/\/api.example.com\/b"}"#,
      "See https://api.example.com. Then", "https://api.example.com",
    ])
  func found(_ text: String) {
    #expect(links.note(about: HTTPResponse(status: 200, body: Data(text.utf8))) == "1 link to api.example.com")
  }

  @Test(
    "a link to a recorded service is not one to another host",
    arguments: [
      "https://api.example.com.evil.example/", "https://other.example/", "https://other.example//api.example.com/",
      "https://other.example/?u=a@api.example.com", "api.example.com", "ftp://api.example.com/",
    ])
  func others(_ text: String) {
    #expect(links.note(about: HTTPResponse(status: 200, body: Data(text.utf8))) == nil)
  }
}
