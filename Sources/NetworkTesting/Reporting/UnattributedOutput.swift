/// The destination of problems that belong to no test of Swift Testing: issues of the run, where it takes them, and else standard
/// error.
struct UnattributedOutput: Sendable {
  @TaskLocal static var current = Self(write: nil)

  /// Takes the problems in their place.
  let write: (@Sendable (Problem) -> Void)?

  /// Writes what fails nothing.
  static func warn(_ warning: Problem) {
    if let write = current.write { write(warning) } else { StandardError.print(warning.report) }
  }

  /// Writes a problem, by which the process fails.
  static func fail(_ problem: Problem) {
    if let write = current.write { return write(problem) }
    let isTold = XCTestFailure.record(problem)
    // Between two test cases, XCTest on Linux prints nothing: so the first line is always there.
    let title = Problem(text: String(problem.text.prefix { $0 != "\n" }), place: problem.place)
    StandardError.print(isTold ? title.report : problem.report)
    // A test case says itself what it makes of its failures.
    if !isTold { ProcessEnd.fail() }
  }
}
