/// An envelope whose `result` is what the caller wants.
///
/// Services that wrap every answer send `{"result": …}`. Parse such an answer with ``ResponseParser/envelope(decoder:)``.
public struct NetworkResponse<Result> {
  /// What is in the envelope.
  public var result: Result

  /// Creates an envelope.
  ///
  /// - Parameter result: What is in it.
  public init(result: Result) {
    self.result = result
  }
}

extension NetworkResponse: Decodable where Result: Decodable {}
extension NetworkResponse: Encodable where Result: Encodable {}
extension NetworkResponse: Equatable where Result: Equatable {}
extension NetworkResponse: Hashable where Result: Hashable {}
extension NetworkResponse: Sendable where Result: Sendable {}
