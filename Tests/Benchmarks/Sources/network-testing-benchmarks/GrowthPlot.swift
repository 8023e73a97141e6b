import Foundation

/// What a request costs among more and more stubs, as a picture.
struct GrowthPlot {
  /// A curve: how many stubs there are, and the nanoseconds that a request takes.
  typealias Curve = (name: String, points: [(count: Int, time: Double)])

  let curves: [Curve]

  /// Measures the curves, up to 100,000 stubs, or a tenth of that in a debug build, where making so many takes minutes.
  static func measured() async throws -> Self {
    let counts = [10, 100, 1_000, 10_000, 100_000].filter { $0 <= 100_000.scaled }
    var curves: [Curve] = []
    for distinction in Distinction.shown {
      let benchmarks = counts.map(distinction.benchmark(among:))
      var times = counts.map { _ in Double.infinity }
      // In rounds, and the least of each: what else the machine does makes a point slower, never quicker.
      for _ in 1...9 {
        for (index, benchmark) in benchmarks.enumerated() {
          times[index] = Swift.min(times[index], try await benchmark.run().subject)
        }
      }
      let curve: Curve = (distinction.name, zip(counts, times).map { ($0, $1) })
      let line = curve.points.map { "\($0.count.grouped): \(Int($0.time)) ns" }.joined(separator: ", ")
      FileHandle.standardOutput.write(Data("\(distinction.name): \(line)\n".utf8))
      curves.append(curve)
    }
    return Self(curves: curves)
  }

  private static let (width, height, left, bottom, right, top) = (760.0, 420.0, 80.0, 370.0, 630.0, 50.0)

  private var times: [Double] { curves.flatMap { $0.points.map(\.time) } }
  private var counts: [Double] { (curves.first?.points ?? []).map { Double($0.count) } }

  /// Powers of ten around the times, so that the picture does not make little look like much.
  private var decades: ClosedRange<Int> {
    let low = Int(log10(Swift.max(times.min() ?? 1, 1)).rounded(.down))
    return low...Swift.max(low + 1, Int(log10(Swift.max(times.max() ?? 1, 1)).rounded(.up)))
  }

  private func x(_ count: Double) -> Double {
    let (low, high) = (log10(counts.first ?? 1), log10(counts.last ?? 10))
    return Self.left + (log10(count) - low) / Swift.max(high - low, 1) * (Self.right - Self.left)
  }

  private func y(_ time: Double) -> Double {
    let (low, high) = (Double(decades.lowerBound), Double(decades.upperBound))
    return Self.bottom - (log10(Swift.max(time, 1)) - low) / (high - low) * (Self.bottom - Self.top)
  }

  /// The picture: both axes are logarithmic.
  var svg: String {
    let summary = curves.map { curve in
      "By \(curve.name): " + curve.points.map { "\(Int($0.time)) ns among \($0.count.grouped)" }.joined(separator: ", ")
    }
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img"
        aria-labelledby="title summary" font-family="system-ui, sans-serif" font-size="13">
      <title id="title">What a request costs among many stubs of one path</title>
      <desc id="summary">\(summary.joined(separator: ". ")).</desc>
      <style>svg { background: #fff; color: #1b1b1f; } text { fill: currentColor; }
        @media (prefers-color-scheme: dark) { svg { background: #16161a; color: #ececf1; } }
        path { fill: none; stroke: currentColor; stroke-width: 1.5; } .grid { stroke-opacity: 0.2; }</style>
      <text x="\(Int(Self.left))" y="24" font-size="16">Time of a request among stubs of one path, by what tells them apart</text>
      <text x="\(Int((Self.left + Self.right) / 2))" y="408" text-anchor="middle">stubs</text>
      """
    ]
    for decade in decades {
      let (time, place) = (pow(10, Double(decade)), Int(y(pow(10, Double(decade)))))
      lines.append(#"<path class="grid" d="M\#(Int(Self.left)) \#(place)H\#(Int(Self.right))"/>"#)
      lines.append(#"<text x="\#(Int(Self.left) - 8)" y="\#(place + 4)" text-anchor="end">\#(Self.words(time))</text>"#)
    }
    for count in counts {
      let place = Int(x(count))
      lines.append(#"<path class="grid" d="M\#(place) \#(Int(Self.bottom))V\#(Int(Self.top))"/>"#)
      lines.append(#"<text x="\#(place)" y="388" text-anchor="middle">\#(Int(count).grouped)</text>"#)
    }
    // Names stand apart where the curves end together.
    var lowest = Double.infinity
    for (index, curve) in curves.sorted(by: { $0.points.last?.time ?? 0 < $1.points.last?.time ?? 0 }).enumerated() {
      let points = curve.points.map { String(format: "%.1f %.1f", x(Double($0.count)), y($0.time)) }
      let dashes = index == 0 ? "" : #" stroke-dasharray="\#(index * 3) \#(index + 1)""#
      lines.append(#"<path d="M\#(points.joined(separator: "L"))"\#(dashes)/>"#)
      lowest = Swift.min(lowest - 17, y(curve.points.last?.time ?? 1))
      lines.append(#"<text x="\#(Int(Self.right) + 8)" y="\#(Int(lowest) + 4)">\#(curve.name)</text>"#)
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private static func words(_ nanoseconds: Double) -> String {
    nanoseconds < 1e3
      ? "\(Int(nanoseconds)) ns" : nanoseconds < 1e6 ? "\(Int(nanoseconds / 1e3)) µs" : "\(Int(nanoseconds / 1e6)) ms"
  }
}
