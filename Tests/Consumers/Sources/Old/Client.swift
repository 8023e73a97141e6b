import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client of its time, with completion handlers.
public struct Client: Sendable {
  private let session: URLSession

  /// Creates the client.
  public init(session: URLSession) { self.session = session }

  /// Loads the name; nil where there is none.
  public func name(_ completion: @escaping @Sendable (String?) -> Void) {
    guard let url = URL(string: "https://api.example.com/name") else { return completion(nil) }
    session.dataTask(with: url) { data, _, _ in completion(data.map { String(decoding: $0, as: UTF8.self) }) }.resume()
  }
}
