// swift-format-ignore-file
import NetworkTesting

/// Stubs imported from WireMock. Pass them to a transport: `MockTransport(importedStubs)`.
let importedStubs: [Stub] = [
  // Refused, to be written by hand: create a user: equalToXml of the body
  .get("/users")
    .header("Accept", .containing("json"))
    .header("X-None", .missing)
    .query("page", "2")
    .query("q", .regex("^(?:[a-z]+)$"))
    .respond(with: .json(["next": nil, "users": [["id": 1, "name": "Ada \"L\""]]], headers: ["Content-Type": "application/json"]).delayed(by: .milliseconds(250)))
    .optional(),
  .any("/ping")
    .query(exactly: [:])
    .header("Accept", .regex("(?i)^text\\/plain$"))
    .respond(with: .text("pong"))
    .optional(),
  // Refused, to be written by hand: GET /odd: the fault "SOMETHING_NEW"
  // Refused, to be written by hand: GET /photo: proxyBaseUrl of the response
  // Refused, to be written by hand: PURGE /carts/{id}: transformers of the response
  .any(.regex("^(?:/slow/[0-9]+)$")).respond(with: .fault(.malformedHead)).optional(),
  // Refused, to be written by hand: GET /cart: the scenario's return to its start
  .post("/cart").respond(with: .status(204)).scenario("cart", then: "full").optional(),
  .get("/cart").respond(with: .json([])).scenario("cart").optional(),
]
