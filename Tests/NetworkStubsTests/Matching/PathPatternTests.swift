import TestSupport
import Testing

@testable import NetworkStubs

struct PathPatternTests {
  @Test(
    "a template captures whole segments and parts of them",
    arguments: [
      ("/users/{id}", "/users/42", ["id": "42"]),
      ("/users/{id}/posts/{post}", "/users/42/posts/7", ["id": "42", "post": "7"]),
      ("/users/{id}", "/users/a%2Fb", ["id": "a/b"]),
      ("/users/{id}", "/users/%E8%8C%B6", ["id": "茶"]),
      ("/photos/{id}.jpg", "/photos/42.jpg", ["id": "42"]),
      ("/api/v{major}.{minor}", "/api/v1.2.3", ["major": "1", "minor": "2.3"]),
      ("/jobs/{job}:cancel", "/jobs/42:cancel", ["job": "42"]),
      ("/{a}{b}", "/éa", ["a": "é", "b": "a"]),
      ("/**/{last}", "/a/b/c", ["last": "c"]),
      ("/{first}/**", "/a", ["first": "a"]),
      ("/{a}/{a}", "/1/2", ["a": "1"]),
      ("/users/*", "/users/42", [:]), ("/a{b/c", "/a%7Bb/c", [:]),
      ("/users/{id}", "/users/%7B%7D", ["id": "{}"]), ("/users/{id}", "/users/%7Ba%20b%7D", ["id": "{a b}"]),
    ])
  func captures(template: String, path: String, values: [String: String]) {
    #expect(URLPattern(template).matchPath(ReceivedRequest.test("GET", "https://a.test\(path)").urlParts) == values)
  }

  @Test(
    "a template takes no other path",
    arguments: [
      ("/users/{id}", "/users"), ("/users/{id}", "/users/"), ("/users/{id}", "/users/1/2"),
      ("/users/*", "/users/"), ("/photos/{id}.jpg", "/photos/.jpg"), ("/photos/{id}.jpg", "/photos/42.png"),
      ("/{a}-{b}", "/x-"), ("/{a}-{b}", "/-x"), ("/{a}{b}", "/é"), ("/users/{id}", "/users/%7Bid%7D"),
      ("/users/*", "/users/%7Bid%7D"), ("/photos/{id}.jpg", "/photos/%7Bid%7D.jpg"), ("/**/{id}", "/a/%7Bid%7D"),
    ])
  func noCaptures(template: String, path: String) {
    #expect(URLPattern(template).matchPath(ReceivedRequest.test("GET", "https://a.test\(path)").urlParts) == nil)
  }

  @Test(
    "a glob takes what its stars stand for",
    arguments: [
      ("/files/*.png", "/files/a.png", true), ("/files/*.png", "/files/.png", true),
      ("/files/*.png", "/files/a/b.png", false), ("/files/*.png", "/files/a%2Fb.png", true),
      ("/files/a*b*c", "/files/aXbYc", true), ("/files/a*b*c", "/files/abbc", true),
      ("/files/a*b", "/files/ab", true), ("/files/a*ab", "/files/ab", false),
      ("/files/**", "/files", true), ("/files/**", "/files/", true), ("/files/**", "/files/a/b/c", true),
      ("/files/**", "/file", false), ("/**/c", "/c", true), ("/**/c", "/a/b/c", true), ("/**/c", "/a/b", false),
      ("/a/**/b/**/c", "/a/b/c", true), ("/a/**/b/**/c", "/a/x/b/y/b/z/c", true), ("/a/**/b/**/c", "/a/x/c", false),
      ("/**", "/", true), ("/**", "/a", true), ("/**/**", "/a", true),
      ("/a%2Ab*", "/a*bc", true), ("/a%2Ab*", "/aXbc", false), ("/%2A", "/x", false), ("/%2A", "/*", true),
      ("/{}", "/%7B%7D", true), ("/{}", "/x", false), ("/{a", "/%7Ba", true), ("/%7Bid%7D", "/%7Bid%7D", true),
      ("/%7Bid%7D", "/x", false),
    ])
  func globs(glob: String, path: String, isMatch: Bool) {
    #expect(RequestMatcher.get(URLPattern(glob)).takes("https://a.test\(path)") == isMatch)
  }

  @Test("a star alone and a parameter are indexed, other globs are not")
  func indexable() {
    func isIndexable(_ text: String) -> Bool {
      if case .pattern(let pattern) = URLPattern(text).path { pattern.template != nil } else { false }
    }
    #expect(isIndexable("/users/{id}/*"))
    #expect(!isIndexable("/users/**"))
    #expect(!isIndexable("/users/*.json"))
    #expect(!isIndexable("/users/{id}.json"))
  }
}
