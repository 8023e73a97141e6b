import NetworkTesting

@Suite("An answer")
struct HTTPResponseTests {
  @Test("an answer is 200 with nothing in it unless it says more")
  func defaults() {
    #expect(HTTPResponse() == HTTPResponse(status: 200, headers: [:], body: Data(), url: nil))
  }

  @Test("an answer of JSON says so and has the value as its body")
  func json() {
    let response = HTTPResponse.json(["b": [1, nil], "a": "é"], status: 422)
    #expect(response.status == 422)
    #expect(response.headers["content-type"] == "application/json")
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"a":"é","b":[1,null]}"#)
  }

  @Test("an answer can be kept in sets, and differs in each of its parts")
  func hashing() {
    let responses = [
      HTTPResponse(), HTTPResponse(status: 201), HTTPResponse(headers: ["A": "1"]), HTTPResponse(body: Data([1])),
      HTTPResponse(url: URL(string: "https://h")),
    ]
    #expect(Set(responses + responses).count == responses.count)
  }
}
