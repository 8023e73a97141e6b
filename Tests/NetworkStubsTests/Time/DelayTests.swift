import NetworkStubs
import NetworkTesting

@Suite("A delay")
struct DelayTests {
  private static func row(_ delay: Delay, run: UInt64 = 0, count: Int = 1_000) -> [Duration] {
    (0..<count).map { delay.duration(at: $0, run: run) }
  }

  @Test("a delay that is fixed is always the same, and never negative")
  func fixed() {
    #expect(Set(Self.row(.fixed(.seconds(2)))) == [.seconds(2)])
    #expect(Set(Self.row(.fixed(.seconds(-2)))) == [.zero])
  }

  @Test("a delay that is uniform fills its range evenly")
  func uniform() {
    let row = Self.row(.uniform(.milliseconds(100) ... .milliseconds(200), seed: 1))
    #expect(row.allSatisfy { (.milliseconds(100) ... .milliseconds(200)).contains($0) })
    for decile in 0..<10 {
      let start = Duration.milliseconds(100 + 10 * decile)
      #expect((60...140).contains(row.count { $0 >= start && $0 < start + .milliseconds(10) }))
    }
  }

  @Test("a delay that is log-normal has its median, and few that are much longer", arguments: [0.25, 0.5, 1])
  func logNormal(sigma: Double) {
    let row = Self.row(.logNormal(median: .milliseconds(80), sigma: sigma, seed: 3), count: 10_000).sorted()
    #expect((.milliseconds(76) ... .milliseconds(84)).contains(row[5_000]))
    // The 84th of a hundred lies one standard deviation above the median.
    let expected = Duration.milliseconds(80) * [0.25: 1.284, 0.5: 1.649, 1: 2.718][sigma, default: 0]
    #expect((expected * 0.93...expected * 1.07).contains(row[8_413]))
    #expect(row.allSatisfy { $0 > .zero })
  }

  @Test("a delay does not overflow, whatever its numbers")
  func extremes() {
    for delay in [
      Delay.logNormal(median: .seconds(3600), sigma: 1e9), .logNormal(median: .seconds(1), sigma: -5),
      .logNormal(median: .seconds(-1), sigma: 2), .uniform(.seconds(-5) ... .seconds(-1)),
    ] {
      #expect(Self.row(delay).allSatisfy { $0 >= .zero })
    }
  }

  @Test("a delay has the same row for the same seed, and another for another seed or run")
  func seeds() {
    let delay = Delay.uniform(.zero ... .seconds(1), seed: 5)
    #expect(Self.row(delay) == Self.row(delay))
    #expect(Self.row(delay) != Self.row(.uniform(.zero ... .seconds(1), seed: 6)))
    #expect(Self.row(delay) != Self.row(delay, run: 1))
    #expect(Set(Self.row(delay)).count == 1_000)
  }

  @Test("a delay stays with an answer that comes at a rate")
  func throttled() {
    let answer = Answer.status(204).delayed(by: .seconds(3))
    #expect(answer.throttled(bytesPerSecond: 10).delay == .fixed(.seconds(3)))
  }
}
