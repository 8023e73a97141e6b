/// A breach of a rule: the exchanges that show it, and what to do.
struct TrafficBreach: Sendable {
  let headline: String
  /// The first exchanges, each with a remark.
  private let rows: [(exchange: Exchange, remark: String)]
  private let count: Int
  private let advice: String?

  init(_ headline: String, _ exchanges: some Collection<Exchange>, advice: String? = nil) {
    // Of a million, the others are not copied.
    self.init(headline, rows: exchanges.prefix(12).map { ($0, "") }, of: exchanges.count, advice: advice)
  }

  init(_ headline: String, rows: [(exchange: Exchange, remark: String)], of count: Int? = nil, advice: String?) {
    self.headline = headline
    self.advice = advice
    self.rows = Array(rows.prefix(12))
    self.count = count ?? rows.count
  }

  /// Returns the text, whose first line continues a sentence.
  func text(others: Int) -> String {
    let columns = rows.map(\.exchange).map { [String]($0.columns) }
    let widths = (0..<4).map { column in columns.map { $0[column].count }.max() ?? 0 }
    var lines = [headline]
    for (row, texts) in zip(rows, columns) {
      var line = "  "
      for (text, width) in zip(texts, widths) where width > 0 {
        line += "  " + text + String(repeating: " ", count: width - text.count)
      }
      if !row.remark.isEmpty { line += "  \(row.remark)" }
      lines.append(line.trimmingTrailingSpace)
      let callers = Callers(at: row.exchange.callSites).names
      if !callers.isEmpty { lines.append("        sent by \(callers.joined(separator: ", from "))") }
    }
    if count > rows.count { lines.append("    … and \(count - rows.count) more") }
    if let advice { lines.append("  \(advice)") }
    if others > 0 { lines.append("  The same in \(others < 999 ? "" : "at least ")\(others.counted("other place")).") }
    return lines.joined(separator: "\n")
  }
}

/// The breaches of a rule in the traffic of a transport, of which a text shows the first.
struct TrafficBreaches: Sendable {
  private(set) var first: TrafficBreach?
  private(set) var count = 0
  /// Whether there are so many that a rule looks for no more.
  var areMany: Bool { count >= 1_000 }

  init(_ breach: TrafficBreach? = nil) {
    first = breach
    count = breach == nil ? 0 : 1
  }

  mutating func add(_ breach: @autoclosure () -> TrafficBreach) {
    if first == nil { first = breach() }
    count += 1
  }

  mutating func add(_ other: Self) {
    first = first ?? other.first
    count += other.count
  }
}

extension Exchange {
  /// Its number, its method and path, its outcome, and its time on a virtual clock.
  fileprivate var columns: [String] {
    let full = "\(request)"
    let origin = request.url.flatMap { url in
      url.host.map { "\(url.scheme ?? "")://\($0)\(url.port.map { ":\($0)" } ?? "")" }
    }
    let title = origin.map { full.replacingOccurrences(of: $0, with: "") } ?? full
    let end =
      switch outcome {
      case .answered(let response): "→ \(response.status)"
      case .pending: "…"
      default: "✗ \(outcome.remark ?? "")".shortened(to: 60)
      }
    return ["#\(number)", title.shortened(to: 100), end, arrival.map { "at \($0.inWords)" } ?? ""]
  }
}

extension String {
  fileprivate var trimmingTrailingSpace: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
