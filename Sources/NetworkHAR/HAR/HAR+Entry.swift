extension HAR {
  /// One exchange: a request and its response.
  public struct Entry: HARView {
    package static var shape: HARShape { .entry }
    package var json: HARObject

    package init(json: HARObject) {
      self.json = json
    }

    /// The page that the exchange was made for.
    package var pageref: String? {
      get { self["pageref"] }
      set { self["pageref"] = newValue }
    }
    /// The start of the request; 1970 if the file has none.
    package var startedDateTime: Date { self["startedDateTime"] ?? Date(timeIntervalSince1970: 0) }
    /// Milliseconds from the start to the end.
    package var time: Double {
      get { self["time"] ?? 0 }
      set { self["time"] = newValue }
    }
    /// The request.
    package var request: Request {
      get { self["request"] ?? Request() }
      set { self["request"] = newValue }
    }
    /// The response; its status is 0 if there was no response.
    package var response: Response {
      get { self["response"] ?? Response() }
      set { self["response"] = newValue }
    }
    /// The contents of the cache before and after, as in the file.
    package var cache: Cache {
      get { self["cache"] ?? Cache() }
      set { self["cache"] = newValue }
    }
    /// Milliseconds of each phase.
    package var timings: Timings {
      get { self["timings"] ?? Timings() }
      set { self["timings"] = newValue }
    }
    /// The identifier of the connection, often a port.
    package var connection: String? { self["connection"] }
  }

  /// The contents of a browser's cache, of which no field is read.
  package struct Cache: HARView {
    package static var shape: HARShape { .cache }
    package var json: HARObject

    package init(json: HARObject) {
      self.json = json
    }
  }

  /// Milliseconds of each phase of an exchange; -1 is "does not apply".
  package struct Timings: HARView {
    package static var shape: HARShape { .timings }
    package var json: HARObject

    package init(json: HARObject) {
      self.json = json
    }

    /// Waiting for the response.
    package var wait: Double { self["wait"] ?? 0 }

    /// The sum of the phases.
    var total: Double {
      // `ssl` is part of `connect`.
      ["blocked", "dns", "connect", "send", "wait", "receive"].reduce(0) { $0 + max(self[$1] ?? 0, 0) }
    }
  }
}
