/// Whose a problem is, among all that meet one double: each is told of a problem once.
package enum ProblemOwner: Hashable, Sendable {
  /// The test that the double was made in, if any.
  case own
  /// Another test that uses the double, by its name; another repetition of a test, by its task.
  case other(test: String, task: UInt64? = nil)
  /// A call of no test, in a run that repeats its tests. Each such call is new.
  case unknown(call: Int)
}
