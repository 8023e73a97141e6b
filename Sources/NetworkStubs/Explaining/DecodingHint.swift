extension Exchange.Outcome {
  /// Returns a hint at what a decoder did not find in an answer that has it in another form; nil for any other error.
  func decodingHint(for error: any Error) -> String? {
    guard case .answered(let response) = self, let body = try? JSONValue(parsing: response.body) else { return nil }
    return keyHint(for: error, in: body) ?? dateHint(for: error, in: body) ?? textHint(for: error, in: body)
  }

  /// Returns a hint at a key that an answer has in snake case.
  private func keyHint(for error: any Error, in body: JSONValue) -> String? {
    for case DecodingError.keyNotFound(let key, let context) in ErrorText.causes(of: error) {
      let path = JSONPath.text(of: context.codingPath)
      let name = key.stringValue
      guard case .object(let members)? = JSONPath(path).values(in: body).first,
        let other = members.keys.first(where: { $0.contains("_") && $0.isSameKey(as: name) })
      else { continue }
      return """
        The answer has \(other.quoted) at \(path.shortened(to: 100)). If the service writes snake case, set the decoder's \
        keyDecodingStrategy to .convertFromSnakeCase. If not, write \(name.quoted) in the stub.
        """
    }
    return nil
  }

  /// Returns a hint at a date that an answer has as a text, where a decoder expects a number.
  private func textHint(for error: any Error, in body: JSONValue) -> String? {
    for case DecodingError.typeMismatch(let type, let context) in ErrorText.causes(of: error) where type == Double.self
    {
      let path = JSONPath.text(of: context.codingPath)
      guard let text = JSONPath(path).values(in: body).first?.text, HARDate.parse(text) != nil else { continue }
      return """
        The answer has an ISO 8601 date at \(path.shortened(to: 100)). If the app reads a Date there, and the service writes one so, \
        set the decoder's dateDecodingStrategy to .iso8601. If the service writes a number, write one in the stub.
        """
    }
    return nil
  }

  /// Returns a hint at a date that an answer has as a number, where a decoder expects a text.
  private func dateHint(for error: any Error, in body: JSONValue) -> String? {
    for case DecodingError.typeMismatch(let type, let context) in ErrorText.causes(of: error) where type == String.self
    {
      let path = JSONPath.text(of: context.codingPath)
      guard let number = JSONPath(path).values(in: body).first?.double, number.magnitude > 1_000_000 else { continue }
      return """
        The answer has a number at \(path.shortened(to: 100)). If it is a Date of the test: respond(json:) writes seconds since 2001. \
        Pass the encoder of your API: respond(json: …, encoder: …).
        """
    }
    return nil
  }
}
