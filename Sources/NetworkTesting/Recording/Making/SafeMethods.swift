public import NetworkEndpoints

extension Set<HTTPMethod> {
  /// The methods that only read: GET, HEAD, OPTIONS and TRACE.
  ///
  /// See [RFC 9110, section 9.2.1](https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1).
  public static var safe: Self { [.get, .head, .options, .trace] }
}

extension RecordingError {
  static func heldBack(_ request: ReceivedRequest, _ methods: Set<HTTPMethod>) -> Self {
    let names = methods.map(\.rawValue).sorted().joined(separator: ", ")
    return Self(
      code: .methodHeldBack,
      description: """
        \("\(request)".shortened(to: 300)) was not sent: while this is recorded, only \(names) may go out to the network.

        Answer it with a stub, or let it out: sending: […, \(request.method.rawValue.quoted())].
        """)
  }
}
