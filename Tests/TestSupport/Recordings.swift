import Foundation
package import NetworkHAR
import NetworkStubs

/// The recordings among the repository's fixtures, each in the shape that one tool writes.
package enum Recordings {
  package static let names = ["chrome", "firefox", "safari", "charles", "mitmproxy", "playwright", "proxyman"].map {
    "recordings/\($0).har"
  }

  /// A recording with one entry, whose parts a test chooses.
  package static func text(
    request: String = #"{"method":"GET","url":"https://api.example.com/"}"#,
    response: String = #"{"status":200}"#,
    entry: String = "",
    log: String = ""
  ) -> String {
    #"{"log":{\#(log)"entries":[{\#(entry)"request":\#(request),"response":\#(response)}]}}"#
  }

  package static func entry(
    request: String = #"{"method":"GET","url":"https://api.example.com/"}"#,
    response: String = #"{"status":200}"#,
    entry: String = ""
  ) throws -> HAR.Entry {
    let har = try HAR(Data(text(request: request, response: response, entry: entry).utf8))
    return har.log.entries[0]
  }
}
