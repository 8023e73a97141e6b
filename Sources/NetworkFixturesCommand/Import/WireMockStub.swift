/// A mapping as the code of a stub.
struct WireMockStub {
  private(set) var code = ""
  /// The parts that the stub cannot express.
  private(set) var leftOut: [String] = []
  /// Whether its answer is a closure that has to be finished by hand.
  private(set) var isTemplate = false
  /// The name of the mapping in messages.
  let title: String

  init(_ mapping: WireMockMapping) {
    let url = ["url", "urlPath", "urlPathTemplate", "urlPattern", "urlPathPattern"].lazy
      .compactMap { mapping.request[$0]?.text }.first
    title = mapping.rest["name"]?.text ?? "\(mapping.request["method"]?.text ?? "ANY") \(url ?? "(any URL)")"
    var request = WireMockRequest(mapping.request)
    var answer = WireMockAnswer(mapping.response)
    let response = answer.code()
    let calls =
      request.calls() + [answer.isTemplate ? ".respond \(response)" : ".respond(with: \(response))"]
      + scenario(mapping.rest) + [".optional()"]
    isTemplate = answer.isTemplate
    let line = calls.joined()
    code = line.count > 110 ? calls.joined(separator: "\n    ") : line
    leftOut = request.leftOut + answer.leftOut + leftOut
    let known = ["id", "uuid", "name", "priority", "persistent", "metadata", "insertionIndex"]
    let others = mapping.rest.keys.filter { !known.contains($0) && !$0.lowercased().contains("scenario") }
    leftOut += others.sorted().map { "\($0) of the mapping" }
  }

  private mutating func scenario(_ rest: JSONObject) -> [String] {
    guard let name = rest["scenarioName"]?.text else { return [] }
    var arguments = [name.swiftLiteral]
    if let state = rest["requiredScenarioState"]?.text, state != Self.start {
      arguments.append("in: \(state.swiftLiteral)")
    } else if rest["requiredScenarioState"] == nil {
      leftOut.append("answering in every state of the scenario; this stub answers in its first")
    }
    if let next = rest["newScenarioState"]?.text {
      if next == Self.start {
        leftOut.append("the scenario's return to its start")
      } else {
        arguments.append("then: \(next.swiftLiteral)")
      }
    }
    return [".scenario(\(arguments.joined(separator: ", ")))"]
  }

  private static let start = "Started"
}

/// A mapping of [WireMock](https://wiremock.org/docs/stubbing/), as in its file.
struct WireMockMapping {
  let request: JSONObject
  let response: JSONObject
  /// The rest: its name, priority and scenario.
  let rest: JSONObject

  /// Returns the mappings of a file.
  ///
  /// - Throws: A ``UsageError`` that names the file if it holds no mappings.
  static func all(in data: Data, file: String) throws -> [Self] {
    let value: JSONValue
    do { value = try JSONValue(parsing: data) } catch {
      throw UsageError("\(file.swiftLiteral) is not JSON: \(error).")
    }
    if let mappings = try PostmanCollection(value)?.mappings { return mappings }
    if let kind = Self.foreignKind(of: value) {
      throw UsageError("\(file.swiftLiteral) is \(kind), not a WireMock mapping.")
    }
    let values = value["mappings"]?.list ?? value.list ?? [value]
    return try values.enumerated().map { index, value in
      guard let members = value.object, let response = value["response"]?.object else {
        throw UsageError("\(file.swiftLiteral) is not a WireMock mapping: number \(index + 1) in it has no response.")
      }
      var rest = members
      rest["request"] = nil
      rest["response"] = nil
      return Self(request: value["request"]?.object ?? JSONObject(), response: response, rest: rest)
    }
  }

  /// Returns the kind of a file of another tool; nil if it is not known.
  private static func foreignKind(of value: JSONValue) -> String? {
    if let version = value["openapi"]?.text ?? value["swagger"]?.text { return "an OpenAPI description (\(version))" }
    if value["data"]?["pairs"] != nil, value["meta"]?["schemaVersion"] != nil { return "a simulation of Hoverfly" }
    if value["log"]?["entries"] != nil { return "an HTTP Archive; use it as a recording" }
    return nil
  }

  var priority: Double { rest["priority"]?.double ?? 5 }
}
