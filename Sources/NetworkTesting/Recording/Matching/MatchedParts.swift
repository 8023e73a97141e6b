/// The parts to compare, in one order for all requests.
struct MatchedParts: Hashable, Sendable {
  private(set) var hasMethod = false
  private(set) var hasOrigin = false
  private(set) var hasPath = false
  private(set) var hasBody = false
  /// The names of the items to leave out; nil where the query is not compared.
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
