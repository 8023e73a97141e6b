import Foundation

/// What a case of a test costs, by what the test has: its processor time and its memory, among few cases and among many.
///
/// A package of tests is made and built once, in a debug build, as users have it. Then each test runs in a process of its own, which
/// says at its end what it has used. What the process needs without any case is taken off.
struct TestCosts {
  private struct Kind {
    /// The name of the line.
    let name: String
    /// The function of its test.
    let function: String
    /// The most processor time of a case, as a multiple of that of another line; nil for none.
    var bound: (ratio: Double, other: String)?
  }

  private struct Usage {
    let seconds: Double
    let megabytes: Double
  }

  // The bounds are to be set from what is measured, and a quarter more.
  private static let kinds = [
    Kind(name: "nothing", function: "nothing"),
    Kind(name: "a transport of its own", function: "ownTransport"),
    Kind(name: ".network", function: "network"),
    Kind(name: "a mocked session", function: "mockedSession"),
    Kind(name: ".everySession", function: "everySession", bound: (3, "a mocked session")),
    Kind(name: ".everySession in a long file", function: "everySessionInLongFile", bound: (1.25, ".everySession")),
    Kind(name: ".recording", function: "recording"),
    Kind(name: ".virtualTime", function: "virtualTime"),
  ]
  /// How much more a case may take among many than among few.
  private static let growthBound = 1.5

  private let folder: URL
  private let package: String

  /// Measures all, and prints a line for each as it comes.
  ///
  /// - Parameters:
  ///   - package: The path of the package to depend on.
  ///   - counts: The numbers of cases, the smaller first.
  /// - Returns: Whether all are within their bounds.
  static func report(of package: String, counts: [Int]) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("test-costs-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let costs = Self(folder: folder, package: package)
    try costs.write()
    try costs.swift(["build", "--build-tests", "--quiet"])
    var known: [String: Double] = [:]
    var isWithinBounds = true
    for kind in kinds {
      let base = try costs.measure(kind.function, count: 1)
      let usages = try counts.map { try costs.measure(kind.function, count: $0) }
      let each = zip(usages, counts).map { ($0.seconds - base.seconds) / Double(max($1 - 1, 1)) }
      let growth = (each.last ?? 0) / max(each.first ?? 0, 1e-9)
      known[kind.name] = each.first
      let ratio = kind.bound.flatMap { bound in known[bound.other].map { (each.first ?? 0) / $0 } }
      let isWithinBound = growth <= growthBound && ratio.map { $0 <= kind.bound?.ratio ?? .infinity } ?? true
      isWithinBounds = isWithinBounds && isWithinBound
      let columns = zip(counts, zip(each, usages)).map { count, used in
        String(format: "%@: %8.3f ms, %5.0f MB", count.grouped, used.0 * 1_000, used.1.megabytes)
      }
      let remark = ratio.map { String(format: "   %.1f times %@", $0, kind.bound?.other ?? "") } ?? ""
      let line =
        kind.name.padding(toLength: 30, withPad: " ", startingAt: 0) + columns.joined(separator: "   ")
        + String(format: "   growth %.2f", growth) + remark + (isWithinBound ? "" : "   over its bound")
      FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
    return isWithinBounds
  }

  /// Returns what the process of a test has used by its end.
  private func measure(_ function: String, count: Int) throws -> Usage {
    let result = folder.appendingPathComponent("result")
    try? FileManager.default.removeItem(at: result)
    try swift(
      ["test", "--skip-build", "--disable-xctest", "--quiet", "--filter", "Costs.*/\(function)\\("],
      ["TEST_COSTS_CASES": "\(count)", "TEST_COSTS_RESULT": result.path])
    let numbers = try String(contentsOf: result, encoding: .utf8).split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 2 else { throw CocoaError(.fileReadCorruptFile) }
    return Usage(seconds: numbers[0], megabytes: numbers[1])
  }

  private func swift(_ arguments: [String], _ environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments.prefix(1) + ["--package-path", folder.path] + arguments.dropFirst()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      print("swift \(arguments.joined(separator: " ")) has failed")
      throw CocoaError(.executableLoad)
    }
  }
}

extension TestCosts {
  private func write() throws {
    let tests = folder.appendingPathComponent("Tests/CostTests")
    let recordings = folder.appendingPathComponent("Tests/CostTests/Fixtures/recordings")
    try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
    func add(_ text: String, _ url: URL) throws { try Data(text.utf8).write(to: url) }
    try add(
      """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "Costs", platforms: [.macOS(.v13)], dependencies: [.package(name: "NetworkTesting", path: "\(package)")],
        targets: [
          .testTarget(
            name: "CostTests", dependencies: [.product(name: "NetworkRecording", package: "NetworkTesting")],
            exclude: ["Fixtures"])
        ])
      """, folder.appendingPathComponent("Package.swift"))
    try add(Self.tests, tests.appendingPathComponent("CostTests.swift"))
    // What a search for the trait in its file would pass over.
    let filler = String(repeating: "// A line of another test, with .everySession(.get(\"/b\")) in it.\n", count: 2_000)
    try add(filler + Self.longFile, tests.appendingPathComponent("LongFileTests.swift"))
    try add(Self.har, recordings.appendingPathComponent("a.har"))
  }

  private static let tests = """
    import Foundation
    import NetworkRecording

    #if canImport(FoundationNetworking)
      import FoundationNetworking
    #endif

    enum Costs {
      static let cases = 0..<(Int(ProcessInfo.processInfo.environment["TEST_COSTS_CASES"] ?? "") ?? 1)

      /// Notes at the end of the process what it has used.
      static let noted: Void = {
        atexit {
          var usage = rusage()
          #if canImport(Darwin)
            getrusage(RUSAGE_SELF, &usage)
            let megabytes = Double(usage.ru_maxrss) / 1_048_576
          #else
            getrusage(RUSAGE_SELF.rawValue, &usage)
            let megabytes = Double(usage.ru_maxrss) / 1_024
          #endif
          let seconds = [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
          guard let path = ProcessInfo.processInfo.environment["TEST_COSTS_RESULT"] else { return }
          try? Data("\\(seconds) \\(megabytes)".utf8).write(to: URL(fileURLWithPath: path))
        }
      }()

      static let session = URLSession(configuration: .ephemeral)

      static var request: URLRequest {
        get throws { URLRequest(url: try #require(URL(string: "https://a.test/a"))) }
      }
    }

    @Suite struct CostsOfCases {
      init() { Costs.noted }

      @Test(arguments: Costs.cases) func nothing(_ number: Int) { #expect(number >= 0) }

      @Test(arguments: Costs.cases) func ownTransport(_ number: Int) async throws {
        let transport = MockTransport(.get("/a").respond(status: 200))
        let answer = try await transport.send(Costs.request)
        #expect(answer.status == 200)
      }

      @Test(.network(.get("/a").respond(status: 200)), arguments: Costs.cases)
      func network(_ number: Int) async throws {
        let answer = try await MockTransport.current.send(Costs.request)
        #expect(answer.status == 200)
      }

      @Test(.network(), arguments: Costs.cases) func mockedSession(_ number: Int) async throws {
        let session = URLSession.mocked(by: MockTransport(.get("/a").respond(status: 200)))
        let (_, response) = try await session.data(for: Costs.request)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        session.invalidateAndCancel()
      }

      @Test(.everySession(.get("/a").respond(status: 200)), arguments: Costs.cases)
      func everySession(_ number: Int) async throws {
        let (_, response) = try await Costs.session.data(for: Costs.request)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
      }

      @Test(.recording("a", mode: .never), arguments: Costs.cases) func recording(_ number: Int) async throws {
        let transport = try #require(AmbientNetwork.current.transport)
        let answer = try await transport.send(Costs.request)
        #expect(answer.status == 200)
      }

      @Test(
        .virtualTime, .network(.get("/a").respond(status: 200).delayed(by: .seconds(30))), arguments: Costs.cases)
      func virtualTime(_ number: Int) async throws {
        let clock = try #require(VirtualClock.current)
        async let answer = MockTransport.current.send(Costs.request)
        try await MockTransport.current.nextRequest()
        await clock.advance(by: .seconds(30))
        let status = try await answer.status
        #expect(status == 200)
      }
    }
    """

  private static let longFile = """
    import Foundation
    import NetworkRecording

    #if canImport(FoundationNetworking)
      import FoundationNetworking
    #endif

    @Suite struct CostsOfLongFile {
      init() { Costs.noted }

      @Test(.everySession(.get("/a").respond(status: 200)), arguments: Costs.cases)
      func everySessionInLongFile(_ number: Int) async throws {
        let (_, response) = try await Costs.session.data(for: Costs.request)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
      }
    }
    """

  private static let har = """
    {"log": {"version": "1.2", "creator": {"name": "NetworkTesting", "version": "1.0"}, "entries": [{
      "startedDateTime": "2026-01-01T00:00:00.000Z", "time": 1,
      "request": {"method": "GET", "url": "https://a.test/a", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
        "queryString": [], "headersSize": -1, "bodySize": 0},
      "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
        "content": {"size": 0, "mimeType": ""}, "redirectURL": "", "headersSize": -1, "bodySize": 0},
      "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}]}}
    """
}
