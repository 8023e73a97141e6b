import NetworkHAR
import NetworkServer
import NetworkStubs

let server = try LoopbackServer(
  .get("/cart").respond(json: ["total": 12]), .post("/orders").body(at: "$.id", 1).respond(status: 201))
// At once, which `print` is not where a pipe is read.
FileHandle.standardOutput.write(Data("\(server.host)\n".utf8))
// The client says when it is done.
_ = readLine()
let paths = await (server.transport as? StubTransport)?.requests.map(\.path) ?? []
print(paths.joined(separator: " "))
do {
  try server.verify()
  print("nothing was wrong")
} catch {
  print(error)
}
print(String(decoding: HAR([]).encoded(), as: UTF8.self).prefix(8).replacing("\n", with: " "))
await server.stop()

let tea = StubTransport(.get("/old").respond(with: .redirect(to: "/tea")), .get("/tea").respond(json: ["title": "Tea"]))
let session = URLSession.stubbed(by: tea)
for path in ["old", "coffee"] {
  guard let url = URL(string: "https://api.example.com/\(path)") else { continue }
  do {
    let (data, response) = try await session.data(from: url)
    print("The session has \(String(decoding: data, as: UTF8.self)) from \(response.url?.path ?? "nowhere")")
  } catch {
    print("The session has an error: \("\(error)".prefix(65))")
  }
}
do { try await tea.verify() } catch { print("Of the session: \("\(error)".prefix(65))") }
