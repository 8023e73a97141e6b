import NetworkStubs
import Testing

@Suite("A fixture's content type")
struct FixtureContentTypeTests {
  @Test(
    "a fixture's content type follows from the extension",
    arguments: [
      ("search.json", "application/json"),
      ("SEARCH.JSON", "application/json"),
      ("notes.txt", "text/plain; charset=utf-8"),
      ("pages/a.html", "text/html; charset=utf-8"),
      ("a.css", "text/css; charset=utf-8"),
      ("a.js", "text/javascript; charset=utf-8"),
      ("a.csv", "text/csv; charset=utf-8"),
      ("a.xml", "application/xml"),
      ("a.png", "image/png"),
      ("a.jpg", "image/jpeg"),
      ("a.jpeg", "image/jpeg"),
      ("a.gif", "image/gif"),
      ("a.svg", "image/svg+xml"),
      ("a.webp", "image/webp"),
      ("a.pdf", "application/pdf"),
      ("a.ndjson", "application/x-ndjson"),
      ("a.form", "application/x-www-form-urlencoded"),
      ("a.json.gz", "application/gzip"),
    ]
  )
  func known(_ name: String, _ type: String) {
    #expect(Fixture(name).contentType == type)
  }

  @Test(
    "a fixture's content type is octet-stream where the extension says nothing",
    arguments: ["a.bin", "json", "v1.json/readme", "a.", ""])
  func unknown(_ name: String) {
    #expect(Fixture(name).contentType == "application/octet-stream")
  }
}
