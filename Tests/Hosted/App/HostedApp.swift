import Foundation
import NetworkEndpoints
import SwiftUI

/// An app that hosts tests, and that a UI test launches: it uses `URLSession.shared` at its launch, as most apps do.
@main
struct HostedApp: App {
  @State private var text = "Loading"

  init() { Launch.begin() }

  var body: some Scene {
    WindowGroup { Text(text).task { text = await Self.cart() } }
  }

  private struct Cart: Decodable, Sendable {
    let total: Int
  }

  private static func cart() async -> String {
    let loader = EndpointLoader(transport: URLSessionTransport(), host: .loopback ?? Launch.host)
    do {
      let cart = try await loader.load(endpoint: Endpoint<EndpointKinds.Public, Cart>(path: "cart"))
      return "Total: \(cart.total)"
    } catch {
      return "Try again later"
    }
  }
}

/// What the app sends before any test begins.
enum Launch {
  /// Nothing listens there.
  static let host: URLHost = "http://127.0.0.1:9"

  static func begin() {
    guard let url = URL(string: "http://127.0.0.1:9/launch") else { return }
    URLSession.shared.dataTask(with: url) { _, _, _ in }.resume()
  }

  /// Asks again as the app does, from a queue that no test knows; returns the status, or the code of the error.
  static func ask(_ url: URL, session: URLSession = .shared) async -> Int {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        session.dataTask(with: url) { _, response, error in
          let status = (response as? HTTPURLResponse)?.statusCode
          continuation.resume(returning: status ?? (error as? URLError)?.code.rawValue ?? 0)
        }.resume()
      }
    }
  }
}
