/// A path as written in a stub: segments that are literal, a `{name}`, or a glob.
package struct PathPattern: Sendable {
  enum Segment: Hashable, Sendable {
    case literal(String)
    /// One whole segment, neither empty nor a placeholder, captured if it has a name.
    case parameter(String?)
    /// Text that contains wildcards.
    case pattern(SegmentPattern)
    /// `**`: any number of segments, including none.
    case anySegments
  }

  let segments: [Segment]
  /// A compact equivalent for a pattern that an index can hold; nil for a glob.
  let template: PathTemplate?

  /// Parses segments as they are written, with escapes not decoded.
  init(segments: [String]) {
    self.init(
      segments.map { text in
        if text == "**" { return .anySegments }
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "{") }) else {
          return .literal(text.percentDecoded)
        }
        let pattern = SegmentPattern(text)
        if pattern.isWildcard { return .parameter(pattern.names[0]) }
        return pattern.hasWildcards ? .pattern(pattern) : .literal(pattern.literal)
      })
  }

  /// - Parameter isEnd: Whether any segments may precede them.
  init(literal segments: [String], isEnd: Bool = false) {
    self.init((isEnd ? [.anySegments] : []) + segments.map(Segment.literal))
  }

  private init(_ segments: [Segment]) {
    self.segments = segments
    template = PathTemplate(segments)
  }

  func matches(_ path: [String]) -> Bool { template?.matches(path) ?? (places(in: path) != nil) }

  package func match(_ path: [String]) -> [String: String]? {
    guard let places = places(in: path) else { return nil }
    var values: [String: String] = [:]
    for (segment, place) in zip(segments, places) {
      switch segment {
      case .parameter(let name?): values[name] = values[name] ?? path[place]
      case .pattern(let pattern):
        for case (let name?, let value) in zip(pattern.names, pattern.match(path[place]) ?? []) {
          values[name] = values[name] ?? value
        }
      case .literal, .parameter, .anySegments: break
      }
    }
    return values
  }

  /// Returns the segment of a path for each segment of the pattern, or nil if the path does not match.
  ///
  /// The segments after a `**` take the first place where they fit: anything a later place allows, another `**` after them allows
  /// as well. So backtracking goes to the last one only, and no pattern takes long.
  private func places(in path: [String]) -> [Int]? {
    var places = [Int](repeating: 0, count: segments.count)
    var next = 0
    var place = 0
    var retry: (next: Int, place: Int)?
    while place < path.count || next < segments.count {
      if next < segments.count, segments[next] == .anySegments {
        retry = (next, place)
        next += 1
      } else if next < segments.count, place < path.count, Self.takes(segments[next], path[place]) {
        places[next] = place
        next += 1
        place += 1
      } else if let point = retry, point.place < path.count {
        retry = (point.next, point.place + 1)
        next = point.next + 1
        place = point.place + 1
      } else {
        return nil
      }
    }
    return places
  }

  private static func takes(_ segment: Segment, _ text: String) -> Bool {
    switch segment {
    case .literal(let literal): literal.isSame(as: text)
    case .parameter: text.isParameterValue
    case .pattern(let pattern): pattern.match(text) != nil
    case .anySegments: true
    }
  }
}

/// A path whose segments are texts and parameters, so a hash can find it.
struct PathTemplate: Sendable {
  /// The texts, empty for a parameter.
  let texts: [String]
  /// The places of the parameters, as bits.
  let parameters: UInt64

  /// Creates a template; nil for a pattern with a glob, or with a parameter beyond the last bit.
  init?(_ segments: [PathPattern.Segment]) {
    var texts: [String] = []
    var parameters: UInt64 = 0
    for (place, segment) in segments.enumerated() {
      switch segment {
      case .literal(let text): texts.append(text)
      case .parameter where place < UInt64.bitWidth:
        parameters |= 1 << UInt64(place)
        texts.append("")
      case .parameter, .pattern, .anySegments: return nil
      }
    }
    self.texts = texts
    self.parameters = parameters
  }

  func matches(_ path: [String]) -> Bool {
    guard path.count == texts.count else { return false }
    return texts.indices.allSatisfy { place in
      Self.isParameter(place, parameters) ? path[place].isParameterValue : texts[place].isSame(as: path[place])
    }
  }

  /// Returns a hash of the texts among the segments of a path; equal hashes do not prove equality.
  static func hash(_ segments: [String], parameters: UInt64) -> Int {
    var hasher = Hasher()
    hasher.combine(segments.count)
    hasher.combine(parameters)
    for (place, segment) in segments.enumerated() where !isParameter(place, parameters) {
      hasher.combine(segment)
    }
    return hasher.finalize()
  }

  private static func isParameter(_ place: Int, _ parameters: UInt64) -> Bool {
    place < UInt64.bitWidth && parameters & 1 << UInt64(place) != 0
  }
}
