import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkHAR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Records exchanges, with a line for each: `RecordingProgram FOLDER NAME COUNT LABEL`.
///
/// With `wait` after these it says that it is ready, once it knows what was there before, and waits for a line. With `kill
/// NUMBER MICROSECONDS` it ends by a signal so long after that number, with no chance to put anything in order. With the
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
    if arguments.dropFirst(5).first == "wait" {
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
      say(number)
      do { try writer.save(entries) } catch { return print(error) }
    }
    print("done")
  }

  /// Prints a number, and counts down where it is the last.
  private static func say(_ number: Int) {
    print(number)
    fflush(nil)
    let last = CommandLine.arguments.dropFirst(5).map { $0 }
    guard last.count == 3, last[0] == "kill", Int(last[1]) == number, let time = Double(last[2]) else { return }
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: time / 1_000_000)
      kill(getpid(), SIGKILL)
    }
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
      say(number)
      try fixture.write(.request(.post, "/\(number)", body: body), redaction: .none)
    }
  }
}
