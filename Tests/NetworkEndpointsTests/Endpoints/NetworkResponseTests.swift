import NetworkTesting

@Suite("A response in an envelope")
struct NetworkResponseTests {
  @Test("a response in an envelope is the result of an object, whatever stands beside it")
  func decoding() throws {
    let json = Data(#"{"status":"ok","result":{"id":1,"title":"Tea"}}"#.utf8)
    #expect(try JSONDecoder().decode(NetworkResponse<Item>.self, from: json).result == Item(id: 1, title: "Tea"))
  }

  @Test("a response in an envelope encodes to what it decodes from")
  func encoding() throws {
    let response = NetworkResponse(result: [1, 2])
    let json = try JSONEncoder.stable.encode(response)
    #expect(String(decoding: json, as: UTF8.self) == #"{"result":[1,2]}"#)
    #expect(try JSONDecoder().decode(NetworkResponse<[Int]>.self, from: json) == response)
  }

  @Test("a response in an envelope equals and hashes as its result does")
  func hashing() {
    #expect(Set([NetworkResponse(result: 1), NetworkResponse(result: 1), NetworkResponse(result: 2)]).count == 2)
  }
}
