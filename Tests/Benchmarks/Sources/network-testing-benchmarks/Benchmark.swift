/// What something costs, against the least that it could cost.
///
/// To add one: an extension of `Benchmark` that holds a static member, and its name in `Benchmark.all`.
struct Benchmark: Sendable {
  /// Does the work that often.
  typealias Work = @Sendable (_ repetitions: Int) async throws -> Void

  /// What is measured, as the printed line and `--filter` name it.
  let name: String

  /// How many times the floor's time the subject may take.
  let bound: Bound

  /// How often the work is done for one sample: so often that a sample is long against the clock's resolution.
  var repetitions = 1_000.scaled

  /// The most samples of either that are taken, in turns; fewer where they take long.
  var samples = 201

  /// Whether it is measured on the pool, where tests run, and not on a thread of its own.
  var isOnPool = false

  /// What is measured.
  let subject: Work

  /// What it is measured against: the same result, made by the barest means.
  let floor: Work
}

/// A bound for each way to build.
///
/// A test suite is built for debugging. What the toolchain ships is optimised there and what this package adds is not, so
/// a floor made of the toolchain's parts stays where it is, and the bound of a debug build is the higher one.
struct Bound: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  let release: Double
  let debug: Double

  init(release: Double, debug: Double) {
    self.release = release
    self.debug = debug
  }

  /// The same bound for both.
  init(floatLiteral value: Double) {
    self.init(release: value, debug: value)
  }

  init(integerLiteral value: Int) {
    self.init(floatLiteral: Double(value))
  }

  var current: Double { Bound.isDebug ? debug : release }

  #if DEBUG
    static let isDebug = true
  #else
    static let isDebug = false
  #endif
}

extension Int {
  /// The number in a release build, and a tenth of it in a debug build, where making so many things would take minutes.
  var scaled: Int { Bound.isDebug ? Swift.max(1, self / 10) : self }

  /// The number with its thousands apart.
  var grouped: String {
    self < 1_000 ? "\(self)" : (self / 1_000).grouped + "," + String("\(self % 1_000 + 1_000)".dropFirst())
  }
}
