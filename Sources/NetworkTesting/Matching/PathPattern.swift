/// A path as a stub names it: segments that are literal, a `{name}`, or a glob.
struct PathPattern: Sendable {
  enum Segment: Hashable, Sendable {
    case literal(String)
    case parameter(String)
    /// Text with `*` in it, each standing for any characters within the segment.
    case glob(String)
    /// `**`: any number of segments, none included.
    case anySegments
  }

  let segments: [Segment]

  /// Reads segments as they are written, escapes not decoded: `%7B` and `%2A` are characters like any other.
  init(segments: [String]) {
    self.segments = segments.map { segment in
      if segment == "**" { return .anySegments }
      if segment.count > 2, segment.first == "{", segment.last == "}" {
        return .parameter(String(segment.dropFirst().dropLast()))
      }
      return segment.contains("*") ? .glob(segment.percentDecoded) : .literal(segment.percentDecoded)
    }
  }

  init(literal segments: [String]) {
    self.segments = segments.map(Segment.literal)
  }

  /// Whether a tree of segments can hold the pattern; one with a glob is scanned instead.
  var isIndexable: Bool {
    segments.allSatisfy { segment in
      switch segment {
      case .literal, .parameter: true
      case .glob, .anySegments: false
      }
    }
  }

  /// The values of the parameters, or nil if the path does not match.
  func match(_ path: [String]) -> [String: String]? {
    Self.match(segments[...], path[...])
  }

  private static func match(_ pattern: ArraySlice<Segment>, _ path: ArraySlice<String>) -> [String: String]? {
    guard let segment = pattern.first else { return path.isEmpty ? [:] : nil }
    if segment == .anySegments {
      // A second `**` in a row adds nothing but work.
      let rest = pattern.drop { $0 == .anySegments }
      guard !rest.isEmpty else { return [:] }
      return (path.startIndex...path.endIndex).lazy.compactMap { match(rest, path[$0...]) }.first
    }
    guard let value = path.first else { return nil }
    switch segment {
    case .literal(let text) where text == value, .glob(let text) where matchesGlob(text, value):
      return match(pattern.dropFirst(), path.dropFirst())
    case .parameter(let name) where !value.isEmpty:
      return match(pattern.dropFirst(), path.dropFirst())?.merging([name: value]) { _, outer in outer }
    default:
      return nil
    }
  }

  /// Greedy matching with one point of return: linear in practice, never exponential.
  private static func matchesGlob(_ glob: String, _ text: String) -> Bool {
    let glob = Array(glob.utf8), text = Array(text.utf8)
    var (g, t) = (0, 0)
    var retry: (glob: Int, text: Int)?
    while t < text.count {
      if g < glob.count, glob[g] == UInt8(ascii: "*") {
        retry = (g, t)
        g += 1
      } else if g < glob.count, glob[g] == text[t] {
        (g, t) = (g + 1, t + 1)
      } else if let point = retry {
        retry = (point.glob, point.text + 1)
        (g, t) = (point.glob + 1, point.text + 1)
      } else {
        return false
      }
    }
    return glob[g...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
