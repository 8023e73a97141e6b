extension TrafficRule {
  /// The rule that a list is not followed by a request for each of its elements.
  ///
  /// It is broken where all elements of a JSON array of two or more, at the top of an answer or one level below, are asked for one
  /// by one. A single element, or some, are a choice of the user.
  ///
  /// - Parameter template: The path of an element, such as `"/items/{id}"`; a value of the element stands for the parameter.
  public static func noFanOut(_ template: String) -> Self {
    let pattern = URLPattern(stringLiteral: template)
    return Self(".noFanOut(\(template.swiftLiteral))") { traffic in
      var known = [Set<String>?](repeating: nil, count: traffic.targetCount)
      var asked: [(index: Int, values: Set<String>)] = []
      for index in traffic.exchanges.indices where traffic.kinds[index] == .reading {
        let target = traffic.targets[index]
        let found =
          known[target] ?? Set(traffic.exchanges[index].request.pathParameters(pattern).map { Array($0.values) } ?? [])
        known[target] = found
        if !found.isEmpty { asked.append((index, found)) }
      }
      guard Set(asked.map(\.values)).count > 1 else { return [] }
      let elements = Set(asked.map(\.index))
      return traffic.exchanges.indices.lazy.filter { traffic.kinds[$0] == .reading && !elements.contains($0) }
        .compactMap { breach(of: traffic.exchanges, list: $0, asked.filter { [list = $0] in $0.index > list }) }
        .prefix(1).map { $0 }
    }
  }

  private static func breach(
    of exchanges: [Exchange], list index: Int, _ asked: [(index: Int, values: Set<String>)]
  ) -> TrafficBreach? {
    guard asked.count > 1, let answer = exchanges[index].response, let json = try? JSONValue(parsing: answer.body)
    else { return nil }
    let lists = ([json] + (json.object.map { Array($0.values) } ?? [])).compactMap(\.list).filter { $0.count > 1 }
    for list in lists {
      let found = list.map { element in
        let names = Set(([element] + (element.object.map { Array($0.values) } ?? [])).compactMap(\.scalar))
        return asked.first { !$0.values.isDisjoint(with: names) }?.index
      }
      let indices = Set(found.compactMap { $0 })
      guard !found.contains(nil), indices.count == list.count else { continue }
      let list = exchanges[index]
      return TrafficBreach(
        "\(list.request) gave \(found.count) elements, and each was asked for by itself.",
        rows: [(list, "\(found.count) elements")] + indices.sorted().map { (exchanges[$0], "") },
        advice: "Ask for what the list needs in one request, or ask for an element when it is shown.")
    }
    return nil
  }
}

extension JSONValue {
  /// The text of a value that can stand in a path.
  fileprivate var scalar: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .decimal(let digits): digits
    default: nil
    }
  }
}
