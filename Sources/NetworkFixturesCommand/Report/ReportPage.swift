/// The traffic of tests as a self-contained page.
struct ReportPage {
  private var page = Markup()
  /// The most bytes of an exchange's fields and bodies: 1,000 exchanges are at most 2 MB.
  private let mostBytes: Int

  /// The whole page.
  var text: String { page.text }

  init(_ tests: [ReportedTest]) {
    let count = tests.reduce(0) { $0 + $1.exchanges.count }
    mostBytes = max(300, min(40_000, 700_000 / max(1, count)))
    page.mark(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-
      """)
    page.mark(ReportStyle.hash)
    page.mark("'; script-src 'sha256-")
    page.mark(ReportScript.hash)
    page.mark(
      """
      '; base-uri 'none'; form-action 'none'">
      <meta name="referrer" content="no-referrer">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>What happened</title>
      <style>
      """)
    page.mark(ReportStyle.text)
    page.mark("</style>\n</head>\n<body>\n<header>\n<h1>What happened</h1>\n<p>")
    page.add(tests.summary)
    page.mark("</p>\n")
    if count > 1 { addFilter() }
    page.mark("</header>\n")
    if tests.count > 1 { addList(of: tests) }
    page.mark("<main>\n")
    for (index, test) in tests.enumerated() { add(test, number: index + 1) }
    page.mark("</main>\n")
    if count > 1 {
      page.mark("<script>\n")
      page.mark(ReportScript.text)
      page.mark("</script>\n")
    }
    page.mark("</body>\n</html>\n")
  }

  /// Adds the fields of the filter, which the script shows.
  private mutating func addFilter() {
    page.mark(
      """
      <div id="filter" role="search" hidden>
      <label>Filter <input type="search" id="words" autocomplete="off"></label>
      <label><input type="checkbox" id="unanswered"> Only unanswered</label>
      <span id="shown" role="status"></span>
      </div>

      """)
  }

  private mutating func addList(of tests: [ReportedTest]) {
    page.mark("<nav aria-label=\"Contents\">\n<ol>\n")
    for (index, test) in tests.enumerated() {
      page.mark("<li><a href=\"#t")
      page.add(index + 1)
      page.mark("\">")
      page.add(test.title, mostBytes: 300)
      page.mark("</a></li>\n")
    }
    page.mark("</ol>\n</nav>\n")
  }

  private mutating func add(_ test: ReportedTest, number: Int) {
    page.mark("<section id=\"t")
    page.add(number)
    page.mark("\">\n<h2>")
    page.add(test.title, mostBytes: 300)
    page.mark("</h2>\n")
    if let issues = test.issues { add(issues, of: number) }
    guard !test.exchanges.isEmpty else { return page.mark("<p>There was no exchange.</p>\n</section>\n") }
    page.mark("<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-labelledby=\"c")
    page.add(number)
    page.mark("\">\n<table>\n<caption id=\"c")
    page.add(number)
    page.mark("\">")
    let time = test.length.readableTime + (test.isVirtual ? " of virtual time" : "")
    page.add("\(test.exchanges.count.counted("exchange")) in \(time)")
    page.mark(
      """
      </caption>
      <thead><tr><th scope="col">#</th><th scope="col">Request</th><th scope="col">Answer</th><th scope="col">Size</th>\
      <th scope="col">Stub</th><th scope="col">Began</th><th scope="col">Took</th><th scope="col">Waterfall</th></tr></thead>

      """)
    for exchange in test.exchanges { add(exchange, of: test, number: number) }
    page.mark("</table>\n</div>\n</section>\n")
  }

  private mutating func add(_ issues: [String], of number: Int) {
    page.mark("<p class=\"verdict\"><span aria-hidden=\"true\">✘</span> Failed")
    page.add(issues.isEmpty ? "" : ", with \(issues.count.counted("issue"))")
    page.mark("</p>\n")
    for (index, issue) in issues.enumerated() {
      page.mark("<pre tabindex=\"0\" id=\"t")
      page.add(number)
      page.mark("i")
      page.add(index + 1)
      page.mark("\">")
      add(columns: issue)
      page.mark("</pre>\n")
    }
  }

  /// Adds a text whose indented lines are unchanged, such as those of a timeline, while others are wrapped as necessary.
  private mutating func add(columns text: String) {
    let end = page.text.utf8.count + 20_000
    var isIndented = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") != isIndented {
        isIndented.toggle()
        page.mark(isIndented ? "<span>" : "</span>")
      }
      page.add(line + "\n", mostBytes: max(0, end - page.text.utf8.count), keepsLines: true)
      if page.text.utf8.count >= end { break }
    }
    if isIndented { page.mark("</span>") }
  }

  private mutating func add(_ exchange: ReportedExchange, of test: ReportedTest, number: Int) {
    let entry = exchange.entry
    if exchange.isUnanswered { page.mark("<tbody class=\"unanswered\">\n") } else { page.mark("<tbody>\n") }
    page.mark("<tr><th scope=\"row\">")
    page.add(exchange.number)
    page.mark("</th><td class=\"url\">")
    page.add("\(entry.request.method) \(entry.request.url)", mostBytes: 350, breaking: true)
    page.mark("</td>")
    if exchange.isBad { page.mark("<td class=\"bad\">") } else { page.mark("<td>") }
    page.add(exchange.outcome, mostBytes: 120)
    // The text of the issue has the closest candidate.
    let text = "No stub answers \(entry.request.method) \(entry.request.url)"
    if exchange.isUnanswered, let issue = test.issues?.firstIndex(where: { $0.hasPrefix(text) }) {
      page.mark(": <a href=\"#t")
      page.add(number)
      page.mark("i")
      page.add(issue + 1)
      page.mark("\">why</a>")
    }
    page.mark("</td><td>")
    page.add(exchange.isUnanswered ? "" : exchange.received.readableSize)
    page.mark("</td><td>")
    page.add(exchange.stub ?? "", mostBytes: 150)
    page.mark("</td><td>")
    page.add(exchange.start.readableTime)
    page.mark("</td><td>")
    page.add(exchange.duration.readableTime)
    page.mark("</td><td class=\"fall\"><svg viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">")
    let scale = test.length > 0 ? 1000 / test.length : 0
    let width = max(6, Int(exchange.duration * scale))
    page.mark("<rect x=\"")
    page.add(min(Int(exchange.start * scale), 1000 - width))
    page.mark("\" width=\"")
    page.add(width)
    page.mark(
      "\" height=\"10\"/></svg></td></tr>\n<tr><td></td><td colspan=\"7\"><details><summary>Fields and bodies of ")
    page.add("\(exchange.number): \(exchange.sent.readableSize) sent, \(exchange.received.readableSize) received")
    page.mark("</summary><pre tabindex=\"0\">")
    let terminal = Terminal(output: { _ in }, errors: { _ in })
    let details = ExchangeText(terminal: terminal).text(of: entry.cut(toBytes: mostBytes), number: exchange.number)
    page.add(details, mostBytes: mostBytes, keepsLines: true)
    page.mark("</pre></details></td></tr>\n</tbody>\n")
  }
}

extension [ReportedTest] {
  /// A summary of the contents.
  var summary: String {
    let failed = count { $0.issues != nil }
    let parts = [
      failed > 0 ? failed.counted("failed test") : nil,
      count > failed ? (count - failed).counted("recording") : nil,
      reduce(0) { $0 + $1.exchanges.count }.counted("exchange"),
    ]
    return parts.compactMap { $0 }.inWords + "."
  }
}

extension HAR.Entry {
  /// Returns the entry with its texts shortened to fit.
  fileprivate func cut(toBytes limit: Int) -> Self {
    var entry = self
    entry.request.postData?.text = request.postData?.text?.cut(toBytes: limit)
    if response.content.encoding != "base64" {
      entry.response.content.text = response.content.text?.cut(toBytes: limit)
    }
    return entry
  }
}
