// swift-format-ignore-file
import NetworkTesting

/// Stubs imported from WireMock. Pass them to a transport: `MockTransport(importedStubs)`.
let importedStubs: [Stub] = [
  // Left out: equalToXml of the body
  .post("/users")
    .query(exactly: ["dry": "1"])
    .basicAuth(user: "ada", password: "pass")
    .body(jsonContaining: ["name": "Ada"])
    .body(at: "$.role", text: "admin")
    .respond(with: .text("{\"id\": 7}", status: 201, headers: ["Location": "/users/7", "Set-Cookie": "a=1", "Set-Cookie": "b=2"])),
  .get("/users")
    .header("Accept", .containing("json"))
    .header("X-None", .missing)
    .query("page", "2")
    .query("q", .regex("^(?:[a-z]+)$"))
    .respond(with: .json(["next": nil, "users": [["id": 1, "name": "Ada \"L\""]]], headers: ["Content-Type": "application/json"]).delayed(by: .milliseconds(250))),
  .any("/ping").query(exactly: [:]).header("Accept", .regex("(?i)^text\\/plain$")).respond(with: .text("pong")),
  // Left out: the fault "SOMETHING_NEW"
  .get("/odd").respond(with: .data(Data(base64Encoded: "AQID") ?? Data())),
  // Left out: proxyBaseUrl of the response
  .get("/photo").respond(with: .fixture("photo.bin")),
  // Left out: transformers of the response
  .request("PURGE", "/carts/{id}")
    .respond(with: .text("busy", status: 503).broken(by: .slowDrip(pieces: 5, every: .milliseconds(200))).delayed(by: .logNormal(median: .milliseconds(80), sigma: 0.4))),
  .any(.regex("^(?:/slow/[0-9]+)$")).respond(with: .fault(.malformedHead)),
  // Left out: the scenario's return to its start
  .get("/cart").respond(with: .json(["tea"])).scenario("cart", in: "full"),
  .post("/cart").respond(with: .status(204)).scenario("cart", then: "full"),
  .get("/cart").respond(with: .json([])).scenario("cart"),
]
