import Foundation
import NetworkEndpoints
import NetworkFixtures

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Records exchanges until it is done or killed, with a line for each: `RecordingProgram FOLDER NAME COUNT LABEL`.
///
/// Tests of several processes, and of a killed one, run it.
@main
enum RecordingProgram {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let count = Int(arguments[3]) else { return print("FOLDER NAME COUNT LABEL") }
    let file = RecordingFile(arguments[2], in: FixtureFolder(at: URL(fileURLWithPath: arguments[1])))
    var writer = try RecordingWriter(file)
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
      try writer.save(entries)
    }
    print("done")
  }
}
