/// A part of a request that a recorded one must share for the recording to answer.
///
/// ```swift
/// @Test(.recording("search", matching: [.method, .path, .query(except: "timestamp")]))
/// ```
///
/// A secret is compared by its placeholder or digest; any other stands for each recorded one, where this leads to one answer.
public struct RequestPart: Hashable, Sendable {
  enum Storage: Hashable, Sendable {
    case method, origin, path, body
    case query(except: Set<String>)
    case header(String)
    case url
  }

  let storage: Storage

  /// The method.
  public static let method = Self(storage: .method)

  /// The scheme, the host and the port, without case.
  public static let origin = Self(storage: .origin)

  /// The path, decoded.
  public static let path = Self(storage: .path)

  /// The items of the query, in any order.
  public static let query = Self(storage: .query(except: []))

  /// The items of the query, in any order, except some that differ each time.
  ///
  /// - Parameter names: The names of the ignored items, such as `"timestamp"`.
  public static func query(except names: String...) -> Self { Self(storage: .query(except: Set(names))) }

  /// The origin, the path and the query.
  public static let url = Self(storage: .url)

  /// The body: JSON and forms by their meaning, in any order of their keys; parts with any boundary; otherwise the bytes.
  public static let body = Self(storage: .body)

  /// A header field, which is missing in both or has the same value.
  ///
  /// - Parameter name: The field's name, in any case.
  public static func header(_ name: String) -> Self { Self(storage: .header(name)) }
}

extension Set<RequestPart> {
  /// The method, the URL and the body.
  public static var standard: Self { [.method, .url, .body] }
}

/// The parts to compare, in one order for all requests.
struct MatchedParts: Hashable, Sendable {
  private(set) var hasMethod = false
  private(set) var hasOrigin = false
  private(set) var hasPath = false
  private(set) var hasBody = false
  /// The names of the items to leave out; nil if the query is not compared.
  private(set) var queryExceptions: Set<String>?
  private(set) var headers: [String] = []

  init(_ parts: Set<RequestPart>) {
    for part in parts {
      switch part.storage {
      case .method: hasMethod = true
      case .origin: hasOrigin = true
      case .path: hasPath = true
      case .body: hasBody = true
      case .query(let names): queryExceptions = (queryExceptions ?? []).union(names)
      case .header(let name): headers.append(name)
      case .url:
        (hasOrigin, hasPath) = (true, true)
        queryExceptions = queryExceptions ?? []
      }
    }
    headers.sort()
  }
}
