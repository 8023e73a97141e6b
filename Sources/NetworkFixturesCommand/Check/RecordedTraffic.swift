/// The exchanges of a recording, as rules for traffic read them.
struct RecordedTraffic {
  /// Those of each page that a browser has loaded, which begins with what it finds; else all.
  private let pages: [Traffic]

  init(_ har: HAR) {
    let isOfBrowser = har.log.pages?.isEmpty == false
    let entries = har.log.entries.enumerated().filter { !isOfBrowser || !$0.element.isPartOfPage }
    pages = Dictionary(grouping: entries) { $0.element.pageref }.values.map { entries in
      // A date is parsed each time it is asked for.
      let sorted = entries.map { (started: $0.element.startedDateTime, number: $0.offset, entry: $0.element) }
        .sorted { ($0.started, $0.number) < ($1.started, $1.number) }
      return Traffic(sorted.compactMap { $0.entry.sent(as: $0.number + 1, isOfBrowser: isOfBrowser) })
    }
  }

  /// Returns what breaks some rules.
  func breaches(of rules: [TrafficRule]) -> [String] { rules.compactMap { $0.text(about: pages) } }
}

extension HAR.Entry {
  /// Whether a browser has loaded it for a page by itself: scripts, styles, images, and what plug-ins play.
  fileprivate var isPartOfPage: Bool {
    guard request.method == "GET" else { return false }
    // Where a browser says what asked, that decides.
    if let kind = extras["_resourceType"]?.text { return kind != "xhr" && kind != "fetch" }
    if let kind = request.headers.first(where: { $0.name.lowercased() == "sec-fetch-dest" }) {
      return kind.value != "empty"
    }
    let type = response.content.mimeType.lowercased()
    let isImage = type.hasPrefix("image/") || type.contains("xhtml")
    return isImage
      || !["json", "xml", "text/plain", "text/csv", "event-stream", "protobuf"].contains { type.contains($0) }
  }

  /// Returns the exchange; nil if its URL is not valid.
  fileprivate func sent(as number: Int, isOfBrowser: Bool) -> Exchange? {
    guard let exchange = try? exchange(readingFile: { _ in Data() }) else { return nil }
    // A browser's is mostly one that it has blocked or cancelled.
    let outcome: Exchange.Outcome =
      !response.hasArrived
      ? .failed(URLError(isOfBrowser ? .cancelled : .networkConnectionLost)) : .answered(exchange.response)
    var sent = Exchange(
      number: number, request: ReceivedRequest(exchange.request), outcome: outcome, started: exchange.started)
    sent.duration = exchange.duration
    return sent
  }
}
