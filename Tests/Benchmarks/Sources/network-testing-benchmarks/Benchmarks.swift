import Foundation

/// Prints a line for each benchmark, against the bounds of the way it was built.
///
/// `swift run -c release network-testing-benchmarks [--filter NAME] [--check] [--json]`, or without `-c release`; with
/// `--check` it fails if a subject takes more than its bound allows, and with `--json` it prints an object for each line.
/// `--builds 3` reports what a user's clean debug build costs, the median of three, as a ratio to a bare test package; `--of PATH`
/// names another checkout. `--tests 1000,10000` reports what a case of a test costs among so many cases, in a debug build.
@main
struct Benchmarks {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    func value(of option: String) -> String? {
      arguments.firstIndex(of: option).flatMap { arguments[($0 + 1)...].first }
    }
    let own = URL(fileURLWithPath: #filePath).pathComponents.dropLast(5).joined(separator: "/").dropFirst()
    let package = value(of: "--of") ?? String(own)
    if let rounds = value(of: "--builds") {
      return print(try ConsumerBuild.report(of: package, rounds: Int(rounds) ?? 1))
    }
    if let counts = value(of: "--tests") {
      let counts = counts.split(separator: ",").compactMap { Int($0) }
      let isWithinBounds = try TestCosts.report(of: package, counts: counts)
      exit(arguments.contains("--check") && !isWithinBounds ? 1 : 0)
    }
    stayOnOneProcessor()
    let filter = value(of: "--filter")
    let benchmarks = Benchmark.all.filter { filter.map($0.name.contains) ?? true }
    guard !benchmarks.isEmpty else {
      print("No benchmark has that name. There are: \(Benchmark.all.map(\.name).joined(separator: "; "))")
      exit(2)
    }
    let nameWidth = benchmarks.map(\.name.count).max() ?? 0
    var isWithinBounds = true
    for benchmark in benchmarks {
      let measurement = try await benchmark.run()
      let line = arguments.contains("--json") ? measurement.json : measurement.line(nameWidth: nameWidth)
      // At once, also into a file: a run that is cut short has said what it measured.
      FileHandle.standardOutput.write(Data((line + "\n").utf8))
      isWithinBounds = isWithinBounds && measurement.isWithinBound
    }
    // Not `exit`: one benchmark sends requests that no stub answers, for which the package ends a process with 1.
    _exit(arguments.contains("--check") && !isWithinBounds ? 1 : 0)
  }
}
