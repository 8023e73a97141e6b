extension Exchange.Outcome {
  /// Returns a hint at a date that an answer has as a number, where a decoder expects a text; nil for any other error.
  func dateHint(for error: any Error) -> String? {
    guard case .answered(let response) = self, let body = try? JSONValue(parsing: response.body) else { return nil }
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
