/// Finds the stubs that may take a path, in a time that does not depend on how many there are.
///
/// A tree of path segments, each node with its literal children and one for parameters. Globs, prefixes and regular
/// expressions have no place in it; those stubs are scanned, among themselves only.
struct StubIndex {
  private struct Node {
    var literals: [String: Int] = [:]
    var parameter: Int?
    var stubs: [Int] = []
  }

  private var nodes = [Node()]
  private var scanned: [Int] = []

  /// Adds a stub.
  ///
  /// - Parameters:
  ///   - url: The URLs it takes.
  ///   - number: Its number, higher than those before it.
  mutating func add(_ url: URLPattern, number: Int) {
    guard case .pattern(let pattern) = url.path, pattern.isIndexable else {
      scanned.append(number)
      return
    }
    let node = pattern.segments.reduce(0) { child(of: $0, for: $1) }
    nodes[node].stubs.append(number)
  }

  /// The numbers of the stubs that may take a path, in their order.
  func candidates(for segments: [String]) -> [Int] {
    var found: [Int] = []
    var open = [(node: 0, depth: 0)]
    while let (node, depth) = open.popLast() {
      if depth == segments.count {
        found += nodes[node].stubs
        continue
      }
      if let next = nodes[node].parameter { open.append((next, depth + 1)) }
      if let next = nodes[node].literals[segments[depth]] { open.append((next, depth + 1)) }
    }
    return scanned.isEmpty && found.count < 2 ? found : (found + scanned).sorted()
  }

  private mutating func child(of node: Int, for segment: PathPattern.Segment) -> Int {
    let known: Int?
    if case .literal(let text) = segment { known = nodes[node].literals[text] } else { known = nodes[node].parameter }
    if let known { return known }
    nodes.append(Node())
    if case .literal(let text) = segment {
      nodes[node].literals[text] = nodes.count - 1
    } else {
      nodes[node].parameter = nodes.count - 1
    }
    return nodes.count - 1
  }
}
