import NetworkEndpoints

extension Answer {
  /// A fault in place of an answer; where some of an answer comes, it is that of a small JSON object.
  ///
  /// - Parameter fault: The fault.
  public static func fault(_ fault: NetworkFault) -> Self {
    json(["id": 1, "title": "Tea", "tags": ["green", "loose"]]).broken(by: fault)
  }

  /// The answer as it arrives with a fault.
  ///
  /// ```swift
  /// .get("/items").respond(with: .fixture("items.json").broken(by: .connectionLost(afterBodyBytes: 100)))
  /// ```
  ///
  /// - Parameter fault: The fault. An answer that is an error already stays as it is.
  public func broken(by fault: NetworkFault) -> Self {
    var answer = Answer(storage: .fault(fault, of: self))
    answer.delay = delay
    return answer
  }
}
