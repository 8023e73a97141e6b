extension HAR {
  /// One exchange: a request and its response.
  public struct Entry: Hashable, Sendable {
    /// The page that the exchange was made for.
    package var pageref: String?
    /// The start of the request; 1970 if the file has none.
    package var startedDateTime: Date
    /// Milliseconds from the start to the end.
    package var time: Double
    /// The request.
    package var request: Request
    /// The response; its status is 0 if there was no response.
    package var response: Response
    /// The contents of the cache before and after, as in the file.
    package var cache: Extras
    /// Milliseconds of each phase.
    package var timings: Timings
    /// The address that the server's name resolved to.
    package var serverIPAddress: String?
    /// The identifier of the connection, often a port.
    package var connection: String?
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know, such as `_resourceType`.
    package var extras: Extras

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - startedDateTime: The start of the request.
    ///   - request: The request.
    ///   - response: The response.
    ///   - timings: Milliseconds of each phase; their sum is the entry's time.
    package init(startedDateTime: Date, request: Request, response: Response, timings: Timings = Timings()) {
      self.startedDateTime = startedDateTime
      self.request = request
      self.response = response
      self.timings = timings
      time = timings.total
      cache = [:]
      extras = [:]
    }
  }

  /// Milliseconds of each phase of an exchange; -1 is "does not apply".
  package struct Timings: Hashable, Sendable {
    /// Waiting in a queue.
    package var blocked: Double?
    /// Resolving the host's name.
    package var dns: Double?
    /// Connecting, `ssl` included.
    package var connect: Double?
    /// Sending the request.
    package var send: Double
    /// Waiting for the response.
    package var wait: Double
    /// Receiving the response.
    package var receive: Double
    /// Negotiating TLS.
    package var ssl: Double?
    /// A remark.
    package var comment: String?
    /// Fields that the specification does not know.
    package var extras: Extras

    /// Creates timings.
    ///
    /// - Parameters:
    ///   - send: Sending the request.
    ///   - wait: Waiting for the response.
    ///   - receive: Receiving the response.
    package init(send: Double = 0, wait: Double = 0, receive: Double = 0) {
      self.send = send
      self.wait = wait
      self.receive = receive
      extras = [:]
    }

    var total: Double {
      // `ssl` is part of `connect`.
      [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max($1 ?? 0, 0) }
    }
  }
}

extension HAR {
  /// Fields that the specification does not know, in order.
  ///
  /// Their values stay the original JSON text, so that numbers keep their digits and objects their order.
  ///
  /// ```swift
  /// entry.extras["_resourceType"]            // .string("fetch")
  /// entry.extras["_reviewedBy"] = "Ada"
  /// ```
  package struct Extras: Hashable, Sendable {
    struct Member: Hashable, Sendable {
      var name: String
      /// JSON without space between its tokens.
      var json: String
    }

    var members: [Member] = []

    /// The names, in order.
    package var names: [String] { members.map(\.name) }

    /// Whether there are no such fields.
    package var isEmpty: Bool { members.isEmpty }

    /// The value of a field; nil removes it.
    package subscript(name: String) -> JSONValue? {
      get {
        guard let member = members.last(where: { $0.name == name }) else { return nil }
        return try? JSONValue(parsing: Data(member.json.utf8))
      }
      set {
        let index = members.firstIndex { $0.name == name }
        members.removeAll { $0.name == name }
        guard let newValue else { return }
        members.insert(Member(name: name, json: newValue.description), at: index ?? members.count)
      }
    }

    /// Keeps fields as in the file: of a repeated name, the last one in the place of the first.
    mutating func keep(_ fields: [(name: String, json: String)]) {
      // A file may have any number of them.
      var places: [String: Int] = [:]
      for field in fields {
        if let place = places[field.name] {
          members[place].json = field.json
        } else {
          places[field.name] = members.count
          members.append(Member(name: field.name, json: field.json))
        }
      }
    }
  }
}

extension HAR.Extras: ExpressibleByDictionaryLiteral {
  /// Creates fields from a literal, in order.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (name, value) in elements { self[name] = value }
  }
}
