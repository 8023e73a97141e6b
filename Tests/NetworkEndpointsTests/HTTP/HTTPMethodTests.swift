import NetworkTesting

@Suite("A method")
struct HTTPMethodTests {
  @Test(
    "a method is sent as it is written",
    arguments: [
      HTTPMethod.get, .head, .post, .put, .patch, .delete, .options, .trace, "CONNECT", "PROPFIND", "M-SEARCH",
    ])
  func sent(method: HTTPMethod) throws {
    #expect(try request(method: method).httpMethod == method.rawValue)
  }

  @Test(
    "a method that is not a token is refused",
    arguments: ["", " ", "GET ", "GE T", "GET\r\nX: y", "GET/", "É", "\0", "G\u{2028}"])
  func refused(name: String) throws {
    let error = try #require(throws: InvalidEndpointError.self) { try request(method: HTTPMethod(rawValue: name)) }
    #expect(error.code == .invalidMethod)
    #expect(error.reason.contains("is not a method"))
    #expect(!error.description.contains { $0.isNewline })
  }

  @Test("a method is compared with case, as the standard says")
  func comparison() {
    #expect("GET" == HTTPMethod.get)
    #expect("get" != HTTPMethod.get)
    #expect(Set<HTTPMethod>([.get, "GET", .post]).count == 2)
    #expect("\(HTTPMethod.patch)" == "PATCH")
  }

  @Test(
    "a method is safe or idempotent as the registry says",
    arguments: [
      ("GET HEAD OPTIONS TRACE PROPFIND QUERY REPORT SEARCH", true, true),
      (
        "ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT COPY DELETE LABEL LINK MERGE MKACTIVITY MKCALENDAR MKCOL MKREDIRECTREF "
          + "MKWORKSPACE MOVE ORDERPATCH PROPPATCH PUT REBIND UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF "
          + "VERSION-CONTROL", false, true
      ), ("CONNECT LOCK PATCH POST", false, false), ("get M-SEARCH PURGE", false, false),
    ])
  func properties(_ names: String, _ isSafe: Bool, _ isIdempotent: Bool) {
    for name in names.split(separator: " ") {
      let method = HTTPMethod(rawValue: String(name))
      #expect(method.isSafe == isSafe && method.isIdempotent == isIdempotent, "\(name)")
    }
  }
}
