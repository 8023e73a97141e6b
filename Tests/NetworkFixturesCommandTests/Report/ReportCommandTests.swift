import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import network_fixtures

@Suite("report")
struct ReportCommandTests {
  /// An attachment as a failed test leaves it.
  private static func attachment(_ hostile: String = "", exchanges: Int = 3, body: String = "{\"title\":\"Tea\"}")
    -> HAR
  {
    var har = HAR()
    har.log.extras["_test"] = .string("ShopTests.CartTests/checkout()\(hostile)")
    har.log.extras["_issues"] = [
      .string(
        "No stub answers GET https://api.example.com/items/2\(hostile): the only stub is for another path.\n  ✗ path"),
      .string("Expectation failed: a == b\(hostile)\n  at CartTests.swift:12"),
    ]
    har.log.entries = (1...exchanges).map { number in
      let headers = HTTPHeaders([.init(name: "Accept\(hostile)", value: "application/json\(hostile)")])
      var entry = HAR.Entry(
        json: .entry(
          request: .request(
            method: "GET", url: "https://api.example.com/items/\(number)\(hostile)", headers: headers, body: Data()),
          response: .response(status: number == 2 ? 0 : 200, headers: [:], body: Data((body + hostile).utf8)),
          started: Date(timeIntervalSince1970: 1_750_000_000), duration: .milliseconds(500)))
      entry.extras["_arrival"] = .number(Double(number) * 1000)
      entry.extras["_stub"] = number == 2 ? nil : .string(".get(\"/items/\(number)\(hostile)\") at CartTests.swift:7")
      if number == 2 { entry.comment = "no stub answers\(hostile)" }
      return entry
    }
    return har
  }

  private static func page(_ har: HAR) -> String { ReportPage([ReportedTest(har, file: "a.har")]).text }

  /// The page's tags, whatever their numbers.
  private static func tags(_ page: String) -> Set<String> {
    Set(page.matches(of: /<[^>]*>/).map { String($0.output.replacing(/[0-9]+/, with: "0")) })
  }

  @Test("report shows a failed test with its issues, its exchanges in virtual time and their stubs")
  func failed() throws {
    let sandbox = try Sandbox([
      "attachments/a.traffic.har": String(decoding: Self.attachment().encoded(), as: UTF8.self)
    ])
    #expect(sandbox.run("report", "attachments", "-o", "report.html") == .success)
    #expect(sandbox.errors == "report.html: 1 failed test and 3 exchanges.\n")
    let page = try #require(sandbox.text("report.html"))
    #expect(page.contains("id=\"t1i1\"") && page.contains("<a href=\"#t1i1\">why</a>"))
    let short = page.replacing(/<style>(.|\n)*<\/style>/, with: "<style>…</style>")
      .replacing(/<script>(.|\n)*<\/script>/, with: "<script>…</script>")
    try expectGolden(short, "Command/report.html")
  }

  @Test(
    "times are in the units that people read",
    arguments: [
      (0, "0 ms"), (0.25, "0.25 ms"), (1.25, "1.3 ms"), (12.3, "12 ms"), (999.4, "999 ms"), (999.6, "1 s"),
      (2_500, "2.5 s"), (59_949, "59.9 s"), (59_960, "1 min"), (200_000, "3 min 20 s"), (7_500_000, "2 h 5 min"),
      (-.infinity, "0 ms"),
    ] as [(Double, String)])
  func times(_ time: Double, _ text: String) {
    #expect(time.readableTime == text)
  }

  @Test(
    "sizes are in the units that people read",
    arguments: [
      (-1, "0 B"), (999, "999 B"), (1_000, "1 kB"), (1_240, "1.2 kB"), (12_400, "12 kB"), (999_600, "1 MB"),
      (2_500_000_000, "2.5 GB"),
    ] as [(Int, String)])
  func sizes(_ size: Int, _ text: String) {
    #expect(size.readableSize == text)
  }

  @Test("an address breaks after its marks, and within a word only where that is longer than a line")
  func breaks() {
    var page = Markup()
    page.add("GET https://a.example.com/items?a=b&c=d", breaking: true)
    #expect(page.text == "GET https:/<wbr>/<wbr>a.example.com/<wbr>items?<wbr>a=<wbr>b&amp;<wbr>c=<wbr>d")
    page = Markup()
    page.add(String(repeating: "a", count: 100), breaking: true)
    #expect(page.text == String(repeating: "a", count: 60) + "<wbr>" + String(repeating: "a", count: 40))
  }

  @Test(
    "report shows recordings of any tool",
    arguments: ["charles", "chrome", "firefox", "mitmproxy", "playwright", "safari"])
  func recordings(_ name: String) throws {
    let folder = try FixtureFolder.nearest().url.appendingPathComponent("recordings").path
    let sandbox = try Sandbox()
    #expect(sandbox.run("report", "\(folder)/\(name).har", "-o", "-") == .success)
    #expect(sandbox.output.contains("</html>") && !sandbox.output.contains("Failed"))
    #expect(
      Self.tags(sandbox.output).isSubset(of: Self.tags(Self.page(Self.attachment())).union(["<td class=\"bad\">"])))
  }

  /// What may break out of text, an attribute, a comment or a style, and what a reader cannot see.
  private static let pieces = [
    "<script>document.title='owned'</script>", "<img src=x onerror=alert(1)>", "\"", "'", ">", "<", "&", "&lt;", "]]>",
    "-->", "<!--", "</pre>", "</style>", "</title>", "<svg onload=alert(1)>", "javascript:alert(1)", "\u{202E}",
    "\u{0}",
    "\u{1B}[31m", "\r\n", "</td></tr></table>", "<base href=//evil>", "<meta http-equiv=refresh content=0>", "é", "𝄞",
    "`",
    "\u{2028}", "<style>*{display:none}</style>", "\u{FEFF}", "<![CDATA[",
  ]

  @Test("nothing that a file holds is markup", arguments: Effort.seeds(15, full: 5_000))
  func hostile(seed: UInt64) {
    var random = Dice(seed: seed)
    let text = (0...Int.random(in: 0...6, using: &random)).map { _ in
      Self.pieces[Int.random(in: Self.pieces.indices, using: &random)]
    }.joined()
    let page = Self.page(Self.attachment(text))
    #expect(Self.tags(page).subtracting(Self.tags(Self.page(Self.attachment()))) == [], "\(text.debugDescription)")
    #expect(page.components(separatedBy: "<script").count == 2)
    let isPlain = page.unicodeScalars.allSatisfy { $0.isPrinting || $0 == "\n" }
    #expect(isPlain, "\(text.debugDescription)")
  }

  @Test(
    "1,000 exchanges are at most 2 MB, whatever their bodies",
    arguments: Effort.every(4, of: ["&", "\u{0}", "a", "𝄞"]))
  func size(_ character: String) {
    let long = String(repeating: character, count: 20_000)
    let page = Self.page(Self.attachment(String(long.prefix(2_000)), exchanges: 1_000, body: long))
    #expect(page.utf8.count <= 2_000_000, "\(page.utf8.count)")
  }

  @Test("times that cannot be drawn are left out", arguments: [Double.nan, .infinity, -5, 1e300])
  func times(_ time: Double) {
    var har = Self.attachment()
    har.log.entries[0].extras["_arrival"] = .number(time)
    har.log.entries[1].time = time
    #expect(Self.page(har).contains("</html>"))
  }

  @Test("secrets are masked unless they are asked for")
  func secrets() throws {
    let sandbox = try Sandbox(["a.har": recording(cookie: "session=k3jh45kjh34kj5h3kj45h")])
    #expect(sandbox.run("report", "a.har", "-o", "-") == .success)
    #expect(!sandbox.output.contains("k3jh45"))
    #expect(sandbox.run("report", "--raw", "a.har", "--output=-") == .success)
    #expect(sandbox.output.contains("k3jh45"))
  }

  @Test("report says what is missing")
  func errors() throws {
    let sandbox = try Sandbox(["empty/a.txt": ""])
    #expect(sandbox.run("report", "-o", "a.html") == .failure)
    #expect(sandbox.run("report", "empty") == .failure)
    #expect(sandbox.errors.contains("Name one file to write with -o"))
    #expect(sandbox.run("report", "empty", "-o", "a.html") == .success)
    #expect(
      sandbox.errors.contains("No test with traffic failed: there is no recording in \"empty\". Nothing was written."))
    #expect(sandbox.run("report", "gone.har", "-o", "a.html") == .failure)
  }

  #if os(macOS) || os(Linux)
    @Test(
      "the policy names the style and the script",
      .enabled(if: PythonProgram.interpreter != nil, "python3 is not on PATH"))
    func hash() async throws {
      let python = try #require(ClientProgram("python3"))
      let script =
        "import sys,hashlib,base64;print(base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode())"
      let page = Self.page(Self.attachment())
      for name in ["style", "script"] {
        let ends = ("<\(name)>", "</\(name)>")
        let text = try #require(page.components(separatedBy: ends.0).last?.components(separatedBy: ends.1).first)
        let printed = try await python.run(["-c", script], input: Data(text.utf8)).text
        #expect(page.contains("\(name)-src 'sha256-\(printed.trimmingCharacters(in: .newlines))'"), "\(printed)")
      }
    }

    /// The page as a browser has it after its scripts ran.
    private static func loaded(_ page: String) async throws -> String {
      let sandbox = try Sandbox()
      try sandbox.write(page, "report.html")
      let browser = try #require(ClientProgram.chromium)
      let options = [
        "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
        "--user-data-dir=\(sandbox.folder.path)/profile", "--dump-dom", "file://\(sandbox.folder.path)/report.html",
      ]
      return try await browser.run(options).text
    }

    @Test("a browser runs nothing that a file holds", .chromium)
    func browser() async throws {
      let dom = try await Self.loaded(Self.page(Self.attachment(Self.pieces.joined())))
      #expect(dom.contains("<title>What happened</title>") && dom.contains("</html>"))
      // The parser found what was written: every element is the page's own.
      let names = Set(dom.matches(of: /<([a-z][a-z0-9]*)/).map { String($0.output.1) })
      #expect(
        names.subtracting([
          "html", "head", "meta", "title", "style", "body", "header", "h1", "p", "main", "section", "h2", "span", "pre",
          "div", "label", "input", "wbr", "script",
          "table", "caption", "thead", "tbody", "tr", "th", "td", "svg", "rect", "details", "summary", "a",
        ]) == [])
    }

    @Test(
      "a browser shows the exchanges that are asked for", .chromium,
      arguments: [
        ("", "", 3), ("unanswered.click();", "1 of 3", 1), ("words.value = 'ITEMS/3 tea';", "1 of 3", 1),
        ("words.value = 'none';", "0 of 3", 0),
      ])
    func filter(_ action: String, _ shown: String, _ count: Int) async throws {
      // The policy permits the script of the page alone, so the one that acts comes without a policy.
      let page = Self.page(Self.attachment())
      #expect(try await Self.loaded(page).contains("<div id=\"filter\" role=\"search\">"))
      let acting = page.replacing(/<meta http-equiv[^>]*>/, with: "").replacingOccurrences(
        of: "</body>",
        with: "<script>\(action) words.dispatchEvent(new Event('input'))</script></body>")
      let dom = try await Self.loaded(acting)
      #expect(dom.contains("role=\"status\">\(shown)</span>"))
      #expect(dom.matches(of: /<tbody[^>]*>/).count { !$0.output.contains("hidden") } == count)
    }
  #endif
}
