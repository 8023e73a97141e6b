import NetworkTesting

@Suite("An access token")
struct AccessTokenTests {
  let token = AccessToken("s3cret")

  @Test("an access token is masked wherever values are printed")
  func masked() {
    var dumped = ""
    dump(token, to: &dumped)
    dump(["key": token], to: &dumped)
    dump(Optional(token), to: &dumped)
    let texts = [
      "\(token)", String(describing: token), String(reflecting: token), token.description, dumped,
      "\([token])", "\(["a": token])", "\(String(describing: Optional(token)))", "\((token, 1))",
      String(describing: Mirror(reflecting: token).children.map(\.value)),
      "\(Result<AccessToken, any Error>.success(token))",
    ]
    for text in texts { #expect(!text.contains("s3cret")) }
    #expect("\(token)" == "AccessToken(•••)")
  }

  @Test("an access token shows its value when asked for it")
  func rawValue() {
    #expect(token.rawValue == "s3cret")
    #expect(token == "s3cret")
    #expect(token == AccessToken(rawValue: "s3cret"))
    #expect(token != "other")
    #expect(Set([token, "s3cret"]).count == 1)
  }
}
