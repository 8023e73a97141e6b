/// Anything a function can say of a request, under a name.
struct PredicateCondition: Condition {
  let name: String
  let code: String
  let predicate: @Sendable (ReceivedRequest) throws -> Bool

  func matches(_ request: RequestReader) -> Bool {
    // A predicate that throws declines.
    (try? predicate(request.request)) ?? false
  }

  func findings(_ request: RequestReader) -> [Finding] {
    do {
      return try predicate(request.request)
        ? [.match(.predicate, name, "true")] : [.mismatch(.predicate, name, "is false for this request")]
    } catch {
      return [.mismatch(.predicate, name, "threw \(error)".shortened(to: 200))]
    }
  }
}
