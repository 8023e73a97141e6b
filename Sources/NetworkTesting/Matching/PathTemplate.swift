/// A path whose segments are texts and parameters: what a hash can find.
struct PathTemplate: Sendable {
  /// The texts, empty for a parameter.
  let texts: [String]
  /// The places of the parameters, as bits.
  let parameters: UInt64

  /// Nil for a pattern with a glob in it, or with a parameter further back than anyone puts one.
  init?(_ segments: [PathPattern.Segment]) {
    var texts: [String] = []
    var parameters: UInt64 = 0
    for (place, segment) in segments.enumerated() {
      switch segment {
      case .literal(let text):
        texts.append(text)
      case .parameter where place < UInt64.bitWidth:
        parameters |= 1 << UInt64(place)
        texts.append("")
      case .parameter, .pattern, .anySegments:
        return nil
      }
    }
    self.texts = texts
    self.parameters = parameters
  }

  func matches(_ path: [String]) -> Bool {
    guard path.count == texts.count else { return false }
    return texts.indices.allSatisfy { place in
      Self.isParameter(place, parameters) ? !path[place].isEmpty : texts[place] == path[place]
    }
  }

  static func isParameter(_ place: Int, _ parameters: UInt64) -> Bool {
    place < UInt64.bitWidth && parameters & 1 << UInt64(place) != 0
  }
}
