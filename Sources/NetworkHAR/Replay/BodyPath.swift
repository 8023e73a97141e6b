/// A place in a JSON body that is not compared: `$.metadata.user_id`, or `$.messages[*].id` for all elements.
struct BodyPath: Hashable, Sendable, CustomStringConvertible {
  let description: String
  private let steps: [JSONPath.Step]

  /// Parses a path; one that cannot be parsed is the place of nothing.
  init(_ text: String) {
    description = text
    steps = JSONPath(text).steps ?? []
  }

  /// Returns a value without what is at this place; nil if nothing is.
  func removed(from value: JSONValue) -> JSONValue? { Self.removed(from: value, steps[...]) }

  private static func removed(from value: JSONValue, _ steps: ArraySlice<JSONPath.Step>) -> JSONValue? {
    guard let step = steps.first else { return nil }
    let rest = steps.dropFirst()
    var isFound = false
    switch value {
    case .object(var members):
      for key in members.keys where step == .each || step == .key(key) {
        guard let old = members[key] else { continue }
        if rest.isEmpty {
          _ = members.removeValue(forKey: key)
          isFound = true
        } else if let new = removed(from: old, rest) {
          members[key] = new
          isFound = true
        }
      }
      return isFound ? .object(members) : nil
    case .array(var elements):
      for index in elements.indices
      where step == .each || step == .index(index) || step == .index(index - elements.count) {
        // The others keep their places.
        guard let new = rest.isEmpty ? .null : removed(from: elements[index], rest) else { continue }
        elements[index] = new
        isFound = true
      }
      return isFound ? .array(elements) : nil
    default: return nil
    }
  }
}

/// The places at which two bodies differ as they would in any two runs: by a UUID, a date near now, random letters, a number that
/// grows.
struct RunDifferences {
  /// The paths to leave out; empty if something else differs too.
  private(set) var paths: [String] = []
  private var hasOthers = false
  private let now: Date

  init(from recorded: JSONValue, to live: JSONValue, now: Date) {
    self.now = now
    compare(recorded, live, at: "$")
    if hasOthers { paths = [] }
  }

  private mutating func compare(_ recorded: JSONValue, _ live: JSONValue, at path: String) {
    switch (recorded, live) {
    case (.object(let old), .object(let new)) where old.keys == new.keys:
      for key in old.keys {
        if let old = old[key], let new = new[key] { compare(old, new, at: path + JSONPath.step(key)) }
      }
    case (.array(let old), .array(let new)) where old.count == new.count:
      for (old, new) in zip(old, new) { compare(old, new, at: path + "[*]") }
    default:
      guard recorded != live else { return }
      if !differInEachRun(recorded, live) { hasOthers = true }
      if !paths.contains(path) { paths.append(path) }
    }
  }

  private func differInEachRun(_ recorded: JSONValue, _ live: JSONValue) -> Bool {
    if let old = recorded.text, let new = live.text {
      if masked(old, isLive: false) == masked(new, isLive: true) { return true }
      return abs(old.utf8.count - new.utf8.count) < 4
        && [old, new].allSatisfy { KeyLikeness(Array($0.utf8)[...]).isKeyLike }
    }
    guard let old = recorded.int, let new = live.int, new > old else { return false }
    let seconds = now.timeIntervalSince1970
    return [1.0, 1_000, 1_000_000].contains { abs(Double(new) / $0 - seconds) < 172_800 }
      || old >= 1_000 && new < old * 2
  }

  /// Returns a text with a mark for each UUID and each date, in a live one for each date near now.
  private func masked(_ text: String, isLive: Bool) -> String {
    let uuid = /[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}/
    let date = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/
    return text.replacing(uuid, with: "UUID").replacing(date) { match in
      let isNear = HARDate.parse(match.output).map { abs($0.timeIntervalSince(now)) < 172_800 } ?? false
      return isNear || !isLive ? "DATE" : String(match.output)
    }
  }
}

extension RecordingIndex {
  /// Returns the advice about a request that differs from a recorded one only as two runs do, with the line to paste.
  func exceptionAdvice(for request: URLRequest, now: Date = Date()) -> [String] {
    guard parts.hasBody, let body = request.httpBody, let live = try? JSONValue(parsing: body) else { return [] }
    let plain = parts.withoutBody
    let key = RequestKey(request, plain)
    for entry in entries {
      guard RequestKey(entry.request, plain, readingFile: readFile)?.unnumbered == key,
        let body = try? entry.request.body(readingFile: readFile),
        let recorded = try? JSONValue(parsing: Data(redaction.unnumbered(String(decoding: body, as: UTF8.self)).utf8))
      else { continue }
      let paths = RunDifferences(from: parts.pruned(recorded), to: parts.pruned(live), now: now).paths
      guard !paths.isEmpty else { continue }
      return ["If these differ in every run, leave them out:", "  \(parts.code(leavingOut: paths))"]
    }
    return []
  }

  /// Returns the advice about a request that differs from a recorded one only in its host, with the line to paste.
  func hostAdvice(for request: URLRequest) -> [String] {
    let others = parts.withoutOrigin
    guard parts.hasOrigin, !entries.isEmpty else { return [] }
    let key = RequestKey(request, others)
    let own = URLParts(request.url?.absoluteString ?? "")
    let isOfOtherHost = entries.contains { entry in
      let url = URLParts(entry.request.url)
      let isElsewhere = url.host != own.host || url.scheme != own.scheme || url.port != own.port
      return isElsewhere && RequestKey(entry.request, others, readingFile: readFile)?.unnumbered == key
    }
    guard isOfOtherHost else { return [] }
    return ["If the host may differ, leave it out:", "  \(others.code())"]
  }

  /// The exceptions of `.body(except:)` that are in no recorded body.
  package var unknownExceptions: [String] {
    var rest = parts.bodyExceptions
    for entry in entries where !rest.isEmpty {
      guard let body = try? entry.request.body(readingFile: readFile),
        let json = try? JSONValue(parsing: body)
      else { continue }
      rest.removeAll { $0.removed(from: json) != nil }
    }
    return entries.isEmpty ? [] : rest.map(\.description)
  }
}
