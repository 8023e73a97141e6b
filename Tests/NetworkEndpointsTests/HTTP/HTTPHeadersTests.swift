import NetworkTesting

@Suite("Header fields")
struct HTTPHeadersTests {
  let headers: HTTPHeaders = ["Accept": "text/html", "X-Trace": "1", "accept": "application/json"]

  @Test("header fields keep their order and repeated names")
  func order() {
    #expect(headers.map(\.name) == ["Accept", "X-Trace", "accept"])
    #expect(headers.map(\.value) == ["text/html", "1", "application/json"])
    #expect(headers.count == 3)
  }

  @Test("header fields are found by name in any case", arguments: ["Accept", "accept", "ACCEPT", "aCCePT"])
  func anyCase(name: String) {
    #expect(headers[name] == "text/html, application/json")
    #expect(headers.values(for: name) == ["text/html", "application/json"])
  }

  @Test("header fields that are not there are nil, and one with an empty value is there")
  func absent() {
    #expect(headers["Cookie"] == nil)
    #expect(headers.values(for: "Cookie").isEmpty)
    #expect((["X": ""] as HTTPHeaders)["x"] == "")
  }

  @Test("header fields are replaced all at once, at the place of the first")
  func replace() {
    var headers = headers
    headers["ACCEPT"] = "text/plain"
    #expect(headers == ["Accept": "text/plain", "X-Trace": "1"])
  }

  @Test("header fields are added at the end when they are new")
  func add() {
    var headers = headers
    headers["Cookie"] = "a=1"
    headers.append("2", for: "x-trace")
    #expect(headers.map(\.name) == ["Accept", "X-Trace", "accept", "Cookie", "x-trace"])
    #expect(headers["X-Trace"] == "1, 2")
  }

  @Test("header fields are removed by nil, all of a name and no other")
  func remove() {
    var headers = headers
    headers["accept"] = nil
    headers["absent"] = nil
    #expect(headers == ["X-Trace": "1"])
  }

  @Test("header fields are equal without regard to the case of names, and hash alike")
  func equality() {
    let lowercase: HTTPHeaders = ["accept": "a", "x": "B"]
    let uppercase: HTTPHeaders = ["ACCEPT": "a", "X": "B"]
    #expect(lowercase == uppercase)
    #expect(Set([lowercase, uppercase]).count == 1)
    #expect(lowercase != ["accept": "a", "x": "b"])
    #expect(lowercase != ["x": "B", "accept": "a"])
  }

  @Test("header fields of a dictionary come in the order of their names, each time", arguments: 0..<20)
  func dictionary(count: Int) {
    let names = (0..<count).map { "X-\($0 + 10)" }
    let headers = HTTPHeaders(Dictionary(uniqueKeysWithValues: names.shuffled().map { ($0, "v") }))
    #expect(headers.map(\.name) == names)
  }

  @Test("header fields can be made of fields, one after the other")
  func fields() {
    let fields = [HTTPHeaders.Field(name: "B", value: "1"), HTTPHeaders.Field(name: "A", value: "2")]
    #expect(HTTPHeaders(fields) == ["B": "1", "A": "2"])
    #expect(HTTPHeaders().isEmpty)
  }

  @Test("header fields print one a line")
  func description() {
    #expect("\(headers)" == "Accept: text/html\nX-Trace: 1\naccept: application/json")
  }
}
