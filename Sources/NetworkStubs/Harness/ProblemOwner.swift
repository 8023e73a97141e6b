/// Whose a problem is, among all that meet one double: each is told of a problem once.
package enum ProblemOwner: Hashable, Sendable {
  /// The test that the double was made in; nobody, if it was made in none.
  case own
  /// Another test that uses the double, by its name; another repetition of a test, by its task.
  case other(test: String, task: UInt64? = nil)
  /// Some repetition of a run, which no test tells apart: each call counts as one.
  case unknown(call: Int)
}
