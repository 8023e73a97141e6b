import Foundation
import NetworkEndpoints
import NetworkFixtures

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Records exchanges until it is done or killed, with a line for each: `RecordingProgram FOLDER NAME COUNT LABEL`.
///
/// With a fifth argument it says that it is ready, once it knows what was there before, and waits for a line. With the
/// label `message` it writes a large message again and again, which takes most of its time. Tests of several
/// processes, and of a killed one, run it. With the label `load` it loads from the live network as production code
/// does, from a port at which nothing answers, and prints what was thrown.
@main
enum RecordingProgram {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 5, let count = Int(arguments[3]) else { return print("FOLDER NAME COUNT LABEL") }
    if arguments[4] == "load" { return await load(from: "http://127.0.0.1:9") }
    let folder = FixtureFolder(at: URL(fileURLWithPath: arguments[1]))
    if arguments[4] == "message" { return try write(Fixture(arguments[2], in: folder), count) }
    let file = RecordingFile(arguments[2], in: folder)
    var writer = try RecordingWriter(file)
    if arguments.count > 5 {
      print("ready")
      fflush(nil)
      _ = readLine()
    }
    var entries: [HAR.Entry] = []
    for number in 1...count {
      guard let url = URL(string: "https://api.example.com/\(arguments[4])/\(number)?access_token=kx83hqpl2sW4") else {
        return
      }
      let response = HTTPResponse.json([
        "number": .integer(number), "text": .string(String(repeating: "x", count: 2_000)),
      ])
      entries.append(HAR.Entry(RecordedExchange(request: URLRequest(url: url), response: response, started: Date())))
      print(number)
      fflush(nil)
      do { try writer.save(entries) } catch { return print(error) }
    }
    print("done")
  }

  private static func load(from host: URLHost) async {
    do {
      _ = try await EndpointLoader(host: host).load(endpoint: Endpoint<EndpointKinds.Public, String>(path: "a"))
    } catch {
      print(type(of: error))
    }
  }

  private static func write(_ fixture: Fixture, _ count: Int) throws {
    for number in 1...count {
      let body = Data(repeating: UInt8(ascii: "a") + UInt8(number % 26), count: 8_000_000)
      print(number)
      fflush(nil)
      try fixture.write(.request(.post, "/\(number)", body: body), redaction: .none)
    }
  }
}
