extension HTTPHeaders.Field {
  /// Whether clients, including `curl`, add the field themselves, so that a request may have it or not.
  var isOfClient: Bool {
    switch name.lowercased() {
    case "user-agent", "accept-encoding", "accept-language", "host", "connection", "content-length": true
    case "accept": value == "*/*"
    default: false
    }
  }
}
