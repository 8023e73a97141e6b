/// The response of a mapping as the code of an answer.
struct WireMockAnswer {
  private var members: JSONObject
  private(set) var leftOut: [String] = []
  /// Whether the body is a template, which a closure has to fill in.
  private(set) var isTemplate = false

  init(_ members: JSONObject) {
    self.members = members
  }

  mutating func code() -> String {
    let answer = fault() ?? template() ?? answer()
    let code = answer + dribble() + delay()
    leftOut += members.keys.map { "\($0) of the response" }
    return code
  }

  private mutating func answer() -> String {
    let status = members.removeValue(forKey: "status")?.int ?? 200
    var fields: [(name: String, code: String)] = []
    for (name, value) in (members.removeValue(forKey: "headers")?.object ?? JSONObject()).sorted {
      fields += (value.list ?? [value]).map { (name, ($0.text ?? $0.description).swiftLiteral) }
    }
    let headers = fields.isEmpty ? [] : ["headers: \(SwiftLiteral.dictionary(fields))"]
    let options = (status == 200 ? [] : ["status: \(status)"]) + headers
    func call(_ name: String, _ body: String) -> String { ".\(name)(\(([body] + options).joined(separator: ", ")))" }
    if let json = members.removeValue(forKey: "jsonBody") { return call("json", json.swiftLiteral) }
    if let file = members.removeValue(forKey: "bodyFileName")?.text { return call("fixture", file.swiftLiteral) }
    if let base64 = members.removeValue(forKey: "base64Body")?.text {
      return call("data", "Data(base64Encoded: \(base64.swiftLiteral)) ?? Data()")
    }
    if let body = members.removeValue(forKey: "body")?.text, !body.isEmpty {
      return call("text", body.swiftLiteral)
    }
    return ".status(\((["\(status)"] + headers).joined(separator: ", ")))"
  }

  /// Returns a closure for a response template, with the template as its text.
  private mutating func template() -> String? {
    let others = ["bodyFileName", "base64Body", "fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay"]
    guard members["transformers"]?.list == ["response-template"], others.allSatisfy({ members[$0] == nil }) else {
      return nil
    }
    members["transformers"] = nil
    isTemplate = true
    let status = members.removeValue(forKey: "status")?.int ?? 200
    let fields = (members.removeValue(forKey: "headers")?.object ?? JSONObject()).sorted.map { name, value in
      (name, (value.text ?? value.description).swiftLiteral)
    }
    let json = members.removeValue(forKey: "jsonBody")?.description
    let body = members.removeValue(forKey: "body")?.text ?? json ?? ""
    return """
      { _ in
            // A template of WireMock: write what stands in braces from the request.
            HTTPResponse(status: \(status), headers: \(SwiftLiteral.dictionary(fields)), body: Data(\(body.swiftLiteral).utf8))
          }
      """
  }

  private mutating func fault() -> String? {
    guard let fault = members.removeValue(forKey: "fault")?.text else { return nil }
    members["status"] = nil
    switch fault {
    case "EMPTY_RESPONSE", "CONNECTION_RESET_BY_PEER": return ".fault(.connectionLostBeforeHead)"
    case "MALFORMED_RESPONSE_CHUNK": return ".fault(.connectionLostAfterHead)"
    case "RANDOM_DATA_THEN_CLOSE": return ".fault(.malformedHead)"
    default:
      leftOut.append("the fault \(fault.quoted)")
      return nil
    }
  }

  private mutating func dribble() -> String {
    guard let dribble = members["chunkedDribbleDelay"], let pieces = dribble["numberOfChunks"]?.int, pieces > 0,
      let total = dribble["totalDuration"]?.int
    else { return "" }
    members["chunkedDribbleDelay"] = nil
    return ".broken(by: .slowDrip(pieces: \(pieces), every: .milliseconds(\(total / pieces))))"
  }

  private mutating func delay() -> String {
    if let fixed = members["fixedDelayMilliseconds"]?.int {
      members["fixedDelayMilliseconds"] = nil
      return ".delayed(by: .milliseconds(\(fixed)))"
    }
    guard let distribution = members["delayDistribution"], let type = distribution["type"]?.text else { return "" }
    let code: String? =
      switch type {
      case "uniform":
        distribution["lower"]?.int.flatMap { lower in
          distribution["upper"]?.int.map {
            ".uniform(.milliseconds(\(min(lower, $0))) ... .milliseconds(\(max(lower, $0))))"
          }
        }
      case "lognormal":
        distribution["median"]?.int.flatMap { median in
          distribution["sigma"]?.double.map { ".logNormal(median: .milliseconds(\(median)), sigma: \($0))" }
        }
      case "fixed":
        distribution["milliseconds"]?.int.map { ".fixed(.milliseconds(\($0)))" }
      default: nil
      }
    guard let code else { return "" }
    members["delayDistribution"] = nil
    return ".delayed(by: \(code))"
  }
}
