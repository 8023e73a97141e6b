import Foundation

/// The clean debug build of a package of one test, whose cost is what a user pays for an import.
///
/// What is measured is processor time, that of the compilers included, so that the number of cores does not count.
struct ConsumerBuild {
  /// The name of the line.
  let name: String
  /// The products that the test target links, each of which its test imports.
  let products: [String]

  /// The builds that are reported: a bare test package first, to which the others are compared.
  static let all = [
    Self(name: "a bare test package", products: []),
    Self(name: "import NetworkTesting", products: ["NetworkTesting"]),
    Self(name: "import all that a test can", products: ["NetworkRecording", "NetworkLoopback", "NetworkSimulation"]),
  ]

  /// Builds each package as often as it is asked to, in turn, and returns a line for each with its median and its ratio.
  ///
  /// - Parameters:
  ///   - package: The path of the package to depend on.
  ///   - rounds: The number of builds of each.
  static func report(of package: String, rounds: Int) throws -> String {
    var seconds = [[Double]](repeating: [], count: all.count)
    for _ in 0..<max(rounds, 1) {
      for (index, build) in all.enumerated() { seconds[index].append(try build.measure(package)) }
    }
    let medians = seconds.map { $0.sorted()[$0.count / 2] }
    return zip(all, medians).map { build, median in
      let ratio = String(format: "%.2f", median / (medians.first ?? median))
      return build.name.padding(toLength: 32, withPad: " ", startingAt: 0)
        + String(format: "%7.1f s of CPU", median) + "   ratio \(ratio)"
    }.joined(separator: "\n")
  }

  /// Returns the processor seconds of a clean build, in a folder that is removed.
  private func measure(_ package: String) throws -> Double {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("consumer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let tests = folder.appendingPathComponent("Tests/ConsumerTests")
    try FileManager.default.createDirectory(at: tests, withIntermediateDirectories: true)
    let dependency = products.isEmpty ? "" : ".package(name: \"NetworkTesting\", path: \"\(package)\")"
    let linked = products.map { ".product(name: \"\($0)\", package: \"NetworkTesting\")" }.joined(separator: ", ")
    try Data(
      """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "Consumer", platforms: [.macOS(.v13)], dependencies: [\(dependency)],
        targets: [.testTarget(name: "ConsumerTests", dependencies: [\(linked)])])
      """.utf8
    ).write(to: folder.appendingPathComponent("Package.swift"))
    let imports = (["Testing"] + products).map { "import \($0)\n" }.joined()
    try Data("\(imports)\n@Test func one() { #expect(1 + 1 == 2) }\n".utf8)
      .write(to: tests.appendingPathComponent("ConsumerTests.swift"))

    let before = Self.secondsOfChildren
    let build = Process()
    build.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    build.arguments = ["swift", "build", "--build-tests", "--quiet", "--package-path", folder.path]
    try build.run()
    build.waitUntilExit()
    guard build.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return Self.secondsOfChildren - before
  }

  /// The processor time of all processes that this one has started and waited for, and of theirs.
  private static var secondsOfChildren: Double {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_CHILDREN, &usage)
    #else
      getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    #endif
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000 }
  }
}
