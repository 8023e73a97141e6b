/// A part of a request that a recorded one must share for the recording to answer.
///
/// ```swift
/// @Test(.recording("search", matching: [.method, .path, .query(except: "timestamp")]))
/// ```
///
/// A secret is compared by its placeholder or digest. Any other secret counts as equal to every recorded one, if that leads to
/// one answer.
public struct RequestPart: Hashable, Sendable {
  enum Storage: Hashable, Sendable {
    case method, origin, path
    case body(except: Set<String>)
    case query(except: Set<String>)
    case header(String)
    case url
    case changes
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
  public static let body = Self(storage: .body(except: []))

  /// The body, without places in JSON that differ in each run.
  ///
  /// ```swift
  /// matching: [.method, .url, .body(except: "$.metadata.user_id", "$.messages[*].id")]
  /// ```
  ///
  /// A path that is in no recorded body is an issue.
  ///
  /// - Parameter paths: The places: keys after dots, and indices or `*` in brackets.
  public static func body(except paths: String...) -> Self { Self(storage: .body(except: Set(paths))) }

  /// A header field, which is missing in both or has the same value.
  ///
  /// - Parameter name: The field's name, in any case.
  public static func header(_ name: String) -> Self { Self(storage: .header(name)) }

  /// The changes before it: a `GET` that was recorded after a `PUT` answers only after it, and one from before it no more.
  ///
  /// ```swift
  /// matching: [.method, .url, .body, .changes]
  /// ```
  ///
  /// A change is a request whose method isn't safe (``/NetworkEndpoints/HTTPMethod/isSafe``). Changes themselves may come in any order.
  public static let changes = Self(storage: .changes)
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
  private(set) var hasChanges = false
  /// The names of the items to leave out; nil if the query is not compared.
  private(set) var queryExceptions: Set<String>?
  /// The places in a JSON body to leave out.
  private(set) var bodyExceptions: [BodyPath] = []
  private(set) var headers: [String] = []

  init(_ parts: Set<RequestPart>) {
    for part in parts {
      switch part.storage {
      case .method: hasMethod = true
      case .origin: hasOrigin = true
      case .path: hasPath = true
      case .body(let paths):
        hasBody = true
        bodyExceptions += paths.map(BodyPath.init)
      case .query(let names): queryExceptions = (queryExceptions ?? []).union(names)
      case .header(let name): headers.append(name)
      case .changes: hasChanges = true
      case .url:
        hasOrigin = true
        hasPath = true
        queryExceptions = queryExceptions ?? []
      }
    }
    headers.sort()
    bodyExceptions.sort { $0.description < $1.description }
  }

  /// The same parts but the body.
  var withoutBody: Self {
    var copy = self
    copy.hasBody = false
    return copy
  }

  /// The same parts but the scheme, the host and the port.
  var withoutOrigin: Self {
    var copy = self
    copy.hasOrigin = false
    return copy
  }

  /// Returns a body without its excepted places.
  func pruned(_ json: JSONValue) -> JSONValue {
    bodyExceptions.reduce(json) { $1.removed(from: $0) ?? $0 }
  }

  /// Returns a request whose body is without its excepted places.
  func pruned(_ request: URLRequest) -> URLRequest {
    guard !bodyExceptions.isEmpty, let body = request.httpBody, let json = try? JSONValue(parsing: body) else {
      return request
    }
    var copy = request
    copy.httpBody = Data(pruned(json).description.utf8)
    return copy
  }

  /// Returns the code of these parts, with more exceptions of the body.
  func code(leavingOut paths: [String] = []) -> String {
    var words = hasMethod ? [".method"] : []
    let quoted = { (names: [String]) in names.map(\.swiftLiteral).joined(separator: ", ") }
    if hasOrigin, hasPath, queryExceptions?.isEmpty == true {
      words.append(".url")
    } else {
      words += (hasOrigin ? [".origin"] : []) + (hasPath ? [".path"] : [])
      if let names = queryExceptions {
        words.append(names.isEmpty ? ".query" : ".query(except: \(quoted(names.sorted())))")
      }
    }
    let exceptions = bodyExceptions.map(\.description) + paths
    if hasBody { words.append(exceptions.isEmpty ? ".body" : ".body(except: \(quoted(exceptions)))") }
    words += headers.map { ".header(\($0.swiftLiteral))" } + (hasChanges ? [".changes"] : [])
    return "matching: [\(words.joined(separator: ", "))]"
  }
}
