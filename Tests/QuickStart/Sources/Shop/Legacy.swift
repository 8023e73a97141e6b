import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Exchange rates, by a client from before `async`, which owns its session and calls back.
final class RatesClient: Sendable {
  private let session: URLSession

  init(session: URLSession) {
    self.session = session
  }

  func rate(of currency: String, completion: @escaping @Sendable (Result<Double, any Error>) -> Void) {
    guard let url = URL(string: "https://rates.example/\(currency)") else {
      return completion(.failure(URLError(.badURL)))
    }
    session.dataTask(with: url) { data, _, error in
      completion(
        Result { try JSONDecoder().decode(Double.self, from: try data ?? { throw error ?? URLError(.unknown) }()) })
    }.resume()
  }
}

/// Counts what users do, over the session that all code of an app shares.
struct Telemetry: Sendable {
  init() {}

  func count(_ event: String) async {
    guard let url = URL(string: "https://events.example/\(event)") else { return }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    _ = try? await URLSession.shared.data(for: request)
  }
}
