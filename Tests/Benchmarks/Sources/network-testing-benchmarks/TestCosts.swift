import Foundation

/// What a case of a test costs, by what the test has: its processor time and its memory, among few cases and among many.
///
/// A package of tests is made and built once, in a debug build, as users have it. Then each test runs in a process of its own, which
/// says at its end what it has used. What the process needs without any case is taken off, and what a case that does nothing costs
/// among as many, which is Swift Testing's own.
struct TestCosts {
  private struct Kind {
    /// The name of the line.
    let name: String
    /// The function of its test.
    let function: String
    /// Whether a run makes the recordings of the cases first.
    var records = false
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
    Kind(name: ".recording", function: "recording", records: true),
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
    var known: [String: [Double]] = [:]
    var isWithinBounds = true
    for kind in kinds {
      let (line, isWithinBound) = try costs.line(of: kind, counts: counts, &known)
      isWithinBounds = isWithinBounds && isWithinBound
      FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
    return isWithinBounds
  }

  /// Measures a kind of test.
  ///
  /// - Parameter known: What a case of each earlier kind costs, for each count; the first kind, which does nothing, is taken off all
  ///   others.
  /// - Returns: Its line, and whether it is within its bounds.
  private func line(of kind: Kind, counts: [Int], _ known: inout [String: [Double]]) throws -> (String, Bool) {
    if kind.records, let most = counts.max() { _ = try measure(kind.function, count: most, records: true) }
    let base = try least(kind.function, count: 1)
    let usages = try counts.map { try least(kind.function, count: $0) }
    let whole = zip(usages, counts).map { ($0.seconds - base.seconds) / Double(max($1 - 1, 1)) }
    let nothing = known[Self.kinds[0].name] ?? counts.map { _ in 0 }
    let each = zip(whole, nothing).map { $0 - $1 }
    known[kind.name] = each
    let columns = zip(counts, zip(each, usages)).map { count, used in
      String(format: "%@: %8.3f ms, %5.0f MB", count.grouped, used.0 * 1_000, used.1.megabytes)
    }
    let growth = (each.last ?? 0) / max(each.first ?? 0, 1e-9)
    var line =
      kind.name.padding(toLength: 30, withPad: " ", startingAt: 0) + columns.joined(separator: "   ")
      + String(format: "   growth %.2f", growth)
    // How the toolchain's own cost grows is not ours.
    var isWithinBound = kind.name == Self.kinds[0].name || growth <= Self.growthBound
    if let bound = kind.bound, let other = known[bound.other]?.first {
      let ratio = (each.first ?? 0) / other
      line += String(format: "   %.1f times %@", ratio, bound.other)
      isWithinBound = isWithinBound && ratio <= bound.ratio
    }
    return (line + (isWithinBound ? "" : "   over its bound"), isWithinBound)
  }

  /// Returns the least that three processes of a test have used: what else the machine does only adds to it.
  private func least(_ function: String, count: Int) throws -> Usage {
    let usages = try (0..<3).map { _ in try measure(function, count: count) }
    return Usage(
      seconds: usages.map(\.seconds).min() ?? 0, megabytes: usages.map(\.megabytes).min() ?? 0)
  }

  /// Returns what the process of a test has used by its end.
  private func measure(_ function: String, count: Int, records: Bool = false) throws -> Usage {
    let result = folder.appendingPathComponent("result")
    try? FileManager.default.removeItem(at: result)
    try swift(
      ["test", "--skip-build", "--disable-xctest", "--quiet", "--filter", "Costs.*/\(function)\\("],
      [
        "TEST_COSTS_CASES": "\(count)", "TEST_COSTS_RESULT": result.path,
        "NETWORK_TESTING_RECORD": records ? "missing" : "never", "NETWORK_TESTING_RECORD_IN_CI": "1",
      ])
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
    try FileManager.default.createDirectory(
      at: tests.appendingPathComponent("Fixtures/recordings"), withIntermediateDirectories: true)
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

    struct Live: HTTPTransport {
      func send(_ request: URLRequest) async throws -> HTTPResponse { HTTPResponse(status: 200) }
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

      @Test(.recording("a", live: Live()), arguments: Costs.cases) func recording(_ number: Int) async throws {
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
}
