import Foundation
import NetworkEndpoints

extension Endpoint where Kind == EndpointKinds.Public, Response == [String] {
  static func cities(named text: String) -> Self {
    Self(path: "cities", queryItems: [URLQueryItem(name: "name", value: text)])
  }
}

actor CitySearch {
  private(set) var hits: [String] = []
  private let loader = EndpointLoader(host: "api.weather.example")
  private var task: Task<Void, Never>?

  func textChanged(to text: String) {
    let earlier = task
    task = Task {
      hits = (try? await loader.load(endpoint: .cities(named: text))) ?? []
      await earlier?.value
    }
  }

  /// Waits until all answers are there.
  func finish() async { await task?.value }
}
