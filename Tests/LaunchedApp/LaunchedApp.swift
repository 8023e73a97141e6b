import Foundation
import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLHost {
  /// Nothing listens there.
  static let production: Self = "http://127.0.0.1:9"
}

struct Cart: Codable {
  var total: Int
}

/// An app that a UI test launches: it shows a cart, and whatever else its arguments name, as lines of text.
@main
enum LaunchedApp {
  static func main() async {
    // UITests.md, "Overview", block 2
    let loader = EndpointLoader(
      transport: URLSessionTransport(), host: .loopback ?? .production)
    // end of block
    for argument in CommandLine.arguments.dropFirst() {
      do {
        if let url = URL(string: argument), url.scheme != nil {
          let response = try await URLSessionTransport().send(URLRequest(url: url))
          say("Total: \(try JSONDecoder().decode(Cart.self, from: response.body).total)")
        } else {
          let cart = try await loader.load(endpoint: Endpoint<EndpointKinds.Public, Cart>(path: argument))
          say("Total: \(cart.total)")
        }
      } catch {
        say("Try again later")
      }
    }
    say("Ready")
  }

  /// Prints at once, which `print` does not where a pipe is read.
  private static func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
}
