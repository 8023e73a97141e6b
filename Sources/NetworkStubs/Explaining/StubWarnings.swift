// What a stub says that a server could not, although the stub answers.
extension Stub {
  /// Warnings about stubs as they are written, whose responses would be cut or broken off if a server sent them.
  static func warnings(about stubs: [Stub]) -> [Problem] {
    stubs.compactMap { stub in
      // What a recording says is as it was sent.
      if case .recording = stub.definition.place { return nil }
      guard let wrong = stub.definition.answers.lazy.compactMap(\.wrongLength).first else { return nil }
      let text = """
        The stub \(stub.definition.matcher.shownCode) says Content-Length: \(wrong.said), and its body has \
        \(wrong.count.counted("byte")). Over a connection, a client gets a part of the body, or an error; without one, it gets all.
        Leave the field out: it is added. For a body that breaks off, write .respond(with: .fault(.bodyTooShort)).
        """
      return Problem(text: text, place: stub.definition.place.code)
    }
  }
}

extension Answer {
  /// The length that a fixed answer says, and the one that its body has; nil if they agree, or nothing is said.
  ///
  /// One without a body may answer a `HEAD`, and the length of one with a coding is that of its coded form.
  fileprivate var wrongLength: (said: String, count: Int)? {
    // A file would be read.
    guard !kind.isFile, let response = kind.readyResponse, !response.body.isEmpty,
      let said = response.headers["Content-Length"], response.headers["Content-Encoding"] == nil,
      said != String(response.body.count)
    else { return nil }
    return (said, response.body.count)
  }
}
