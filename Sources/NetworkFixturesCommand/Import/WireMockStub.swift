import Foundation
import NetworkEndpoints

/// A mapping as the code of a stub.
struct WireMockStub {
  private(set) var code = ""
  /// What the stub does not say.
  private(set) var leftOut: [String] = []
  /// What the mapping is called in messages.
  let title: String

  init(_ mapping: WireMockMapping) {
    let url = ["url", "urlPath", "urlPathTemplate", "urlPattern", "urlPathPattern"].lazy
      .compactMap { mapping.request[$0]?.text }.first
    title = mapping.rest["name"]?.text ?? "\(mapping.request["method"]?.text ?? "ANY") \(url ?? "(any URL)")"
    var request = WireMockRequest(mapping.request)
    var answer = WireMockAnswer(mapping.response)
    code = request.code() + ".respond(with: \(answer.code()))" + scenario(mapping.rest)
    leftOut = request.leftOut + answer.leftOut + leftOut
    let known = ["id", "uuid", "name", "priority", "persistent", "metadata", "insertionIndex"]
    let others = mapping.rest.keys.filter { !known.contains($0) && !$0.lowercased().contains("scenario") }
    leftOut += others.sorted().map { "\($0) of the mapping" }
  }

  private mutating func scenario(_ rest: [String: JSONValue]) -> String {
    guard let name = rest["scenarioName"]?.text else { return "" }
    var arguments = [SwiftCode.literal(name)]
    if let state = rest["requiredScenarioState"]?.text, state != Self.start {
      arguments.append("in: \(SwiftCode.literal(state))")
    } else if rest["requiredScenarioState"] == nil {
      leftOut.append("answering in every state of the scenario; this stub answers in its first")
    }
    if let next = rest["newScenarioState"]?.text {
      if next == Self.start {
        leftOut.append("the scenario's return to its start")
      } else {
        arguments.append("then: \(SwiftCode.literal(next))")
      }
    }
    return ".scenario(\(arguments.joined(separator: ", ")))"
  }

  private static let start = "Started"
}
