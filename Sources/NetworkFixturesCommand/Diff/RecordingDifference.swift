/// The differences of two recordings.
struct RecordingDifference {
  /// One difference: `+` for new, `-` for missing, `~` for changed.
  struct Change: Hashable {
    let mark: String
    let text: String
  }

  /// The differences of one exchange.
  struct Exchange: Hashable {
    let title: String
    var changes: [Change] = []
  }

  private(set) var exchanges: [Exchange] = []
  private(set) var pairCount = 0

  init(_ old: [HAR.Entry], _ new: [HAR.Entry]) {
    let partners = Self.partners(of: new, in: old)
    let paired = Set(partners.compactMap { $0 })
    for (number, entry) in old.enumerated() where !paired.contains(number) {
      exchanges.append(Exchange(title: "- #\(number + 1) \(entry.line)"))
    }
    for (number, entry) in new.enumerated() {
      guard let place = partners[number] else {
        exchanges.append(Exchange(title: "+ #\(number + 1) \(entry.line)"))
        continue
      }
      pairCount += 1
      let changes = Self.changes(old[place], entry)
      guard !changes.isEmpty else { continue }
      exchanges.append(
        Exchange(title: "~ #\(number + 1) \(entry.request.method) \(entry.request.url)", changes: changes))
    }
  }

  /// Returns the old exchange of each new one, or nil.
  ///
  /// It is the next with the same request, or else the next that differs in what selects a response, or in secrets of the URL.
  private static func partners(of new: [HAR.Entry], in old: [HAR.Entry]) -> [Int?] {
    var partners = [Int?](repeating: nil, count: new.count)
    var rest = Array(old.indices)
    for isExact in [true, false] {
      var waiting = Dictionary(grouping: rest.reversed()) { old[$0].pairingKey(isExact: isExact) }
      for number in new.indices where partners[number] == nil {
        partners[number] = waiting[new[number].pairingKey(isExact: isExact)]?.popLast()
      }
      rest = waiting.values.joined().sorted()
    }
    return partners
  }

  private static func changes(_ old: HAR.Entry, _ new: HAR.Entry) -> [Change] {
    var changes = [change(old.request.url, new.request.url, "URL")].compactMap { $0 }
    changes += fields(old.request.headers, new.request.headers, "request field")
    changes += bodies(
      text(old.request.postData?.text, old.request.postData?.extras),
      text(new.request.postData?.text, new.request.postData?.extras), "request body")
    if old.response.status != new.response.status {
      changes.append(Change(mark: "~", text: "status: \(old.response.status) → \(new.response.status)"))
    }
    changes += fields(old.response.headers, new.response.headers, "response field")
    return changes
      + bodies(
        text(old.response.content.text, old.response.content.extras),
        text(new.response.content.text, new.response.content.extras), "response body")
  }

  /// The fields that differ in every answer.
  private static let volatile: Set = ["date", "age", "expires", "content-length"]

  private static func fields(_ old: [HAR.Pair], _ new: [HAR.Pair], _ place: String) -> [Change] {
    func values(_ pairs: [HAR.Pair]) -> [String: String] {
      Dictionary(pairs.map { ($0.name.lowercased(), $0.value) }) { $0 + ", " + $1 }
    }
    let old = values(old)
    let new = values(new)
    return Set(old.keys).union(new.keys).subtracting(volatile).sorted().compactMap { name in
      change(old[name].map { $0.quoted }, new[name].map { $0.quoted }, "\(place) \(name)")
    }
  }

  private static func bodies(_ old: String?, _ new: String?, _ place: String) -> [Change] {
    guard old ?? "" != new ?? "" else { return [] }
    if let oldJSON = json(old), let newJSON = json(new) {
      var changes: [Change] = []
      compare(oldJSON, newJSON, "$", place, into: &changes)
      return changes
    }
    func size(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : ($0.utf8.count).counted("byte") } }
    let lines = (old?.split(separator: "\n") ?? [], new?.split(separator: "\n") ?? [])
    let line = zip(lines.0, lines.1).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    if let old, let new, old.hasPrefix("in "), new.hasPrefix("in ") {
      return change(old, new, place, always: true).map { [$0] } ?? []
    }
    let at = line.map { ", first in line \($0 + 1)" } ?? ""
    return change(size(old), size(new), place + at, always: true).map { [$0] } ?? []
  }

  /// Returns the text of a body, or the name of its file.
  private static func text(_ text: String?, _ extras: HARObject?) -> String? {
    text ?? extras?["_file"]?.text.map { "in \($0)" }
  }

  private static func json(_ text: String?) -> JSONValue? { text.flatMap { try? JSONValue(parsing: Data($0.utf8)) } }

  private static func compare(
    _ old: JSONValue, _ new: JSONValue, _ path: String, _ place: String, into changes: inout [Change]
  ) {
    guard old != new else { return }
    if let oldMembers = old.object, let newMembers = new.object {
      for key in oldMembers.keys.sorted() {
        guard let oldValue = oldMembers[key] else { continue }
        if let newValue = newMembers[key] {
          compare(oldValue, newValue, "\(path).\(key)", place, into: &changes)
        } else {
          changes += [change(excerpt(oldValue), nil, "\(place) \(path).\(key)")].compactMap { $0 }
        }
      }
      for key in newMembers.keys.sorted() where oldMembers[key] == nil {
        changes += [change(nil, newMembers[key].map(excerpt), "\(place) \(path).\(key)")].compactMap { $0 }
      }
    } else if let oldList = old.list, let newList = new.list {
      // Equal parts at both ends are skipped, so that an extra element does not change all that follow it.
      let start = zip(oldList, newList).prefix { $0 == $1 }.count
      let most = min(oldList.count, newList.count) - start
      let end = min(most, zip(oldList.reversed(), newList.reversed()).prefix { $0 == $1 }.count)
      let olds = oldList[start..<(oldList.count - end)]
      let news = newList[start..<(newList.count - end)]
      for (number, (oldValue, newValue)) in zip(olds, news).enumerated() {
        compare(oldValue, newValue, "\(path)[\(start + number)]", place, into: &changes)
      }
      for (number, value) in olds.enumerated().dropFirst(news.count) {
        changes += [change(excerpt(value), nil, "\(place) \(path)[\(start + number)]")].compactMap { $0 }
      }
      for (number, value) in news.enumerated().dropFirst(olds.count) {
        changes += [change(nil, excerpt(value), "\(place) \(path)[\(start + number)]")].compactMap { $0 }
      }
    } else {
      changes += [change(excerpt(old), excerpt(new), "\(place) \(path)", always: true)].compactMap { $0 }
    }
  }

  private static func excerpt(_ value: JSONValue) -> String {
    let text = value.description
    return text.count > 80 ? text.prefix(79) + "…" : text
  }

  private static func change(_ old: String?, _ new: String?, _ place: String, always: Bool = false) -> Change? {
    switch (old, new) {
    case (let old?, let new?): old == new && !always ? nil : Change(mark: "~", text: "\(place): \(old) → \(new)")
    case (let old?, nil): Change(mark: "-", text: "\(place): \(old)")
    case (nil, let new?): Change(mark: "+", text: "\(place): \(new)")
    case (nil, nil): nil
    }
  }
}

extension RecordingDifference {
  var json: JSONValue {
    .array(
      exchanges.map { exchange in
        let changes = exchange.changes.map { ["mark": .string($0.mark), "text": .string($0.text)] as JSONValue }
        return ["exchange": .string(exchange.title), "changes": .array(changes)]
      })
  }
}

extension HAR.Entry {
  fileprivate var line: String { "\(request.method) \(request.url) → \(response.status)" }
}
