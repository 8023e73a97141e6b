/// What something costs, against the least that it could cost.
///
/// To add one: a file with an extension of `Benchmark` that holds a static member, and its name in `Benchmark.all`.
struct Benchmark: Sendable {
  /// Does the work that often.
  typealias Work = @Sendable (_ repetitions: Int) async throws -> Void

  /// What is measured, as the printed line and `--filter` name it.
  let name: String

  /// How many times the floor's time the subject may take.
  let bound: Double

  /// How often the work is done for one sample: so often that a sample is long against the clock's resolution.
  var repetitions = 1_000

  /// How many samples of either are taken, in turns.
  var samples = 201

  /// The floor's time where it is a fixed one and not that of work.
  var floorTime: Duration?

  /// What is measured.
  let subject: Work

  /// What it is measured against: the same result, made by the barest means.
  let floor: Work
}
