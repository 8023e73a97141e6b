extension HTTPHeaders {
  /// Creates the list of a session's answer, in the order of the names, as the session does not keep the order.
  ///
  /// A session joins the values of a name with commas. Those of `Set-Cookie` cannot stay joined, so each cookie has a field of its
  /// own again.
  init(of response: HTTPURLResponse) {
    var fields: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      fields[String(describing: name)] = String(describing: value)
    }
    self.init(
      HTTPHeaders(fields).flatMap { field -> [Field] in
        guard field.name.lowercased() == "set-cookie" else { return [field] }
        return Self.cookies(in: field.value).map { Field(name: field.name, value: $0) }
      })
  }

  /// Returns the cookies of joined fields: a comma before a name and an equals sign divides, and one in a date does not.
  static func cookies(in joined: String) -> [String] {
    var cookies: [String] = []
    for piece in joined.split(separator: ",", omittingEmptySubsequences: false) {
      let rest = piece.drop { $0 == " " || $0 == "\t" }
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      let isCookie =
        name.endIndex < rest.endIndex && rest[name.endIndex] == "=" && !name.isEmpty
        && !name.contains { $0 == " " || $0 == "\"" }
      if isCookie || cookies.isEmpty {
        cookies.append(String(rest))
      } else {
        cookies[cookies.count - 1] += "," + piece
      }
    }
    return cookies
  }
}
