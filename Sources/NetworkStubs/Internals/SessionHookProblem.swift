/// The reason why the sessions of a process cannot be reached.
package struct SessionHookProblem: Error, Equatable, CustomStringConvertible {
  /// What was found, as a part of a sentence.
  package let reason: String

  package init(reason: String) { self.reason = reason }

  /// What cannot be done, why, and what to do.
  package var description: String {
    """
    The sessions of this process cannot be answered with this version of Foundation: \(reason)

    Nothing was changed. Pass the code a session: URLSession.mocked(by: transport). Or give the test a server, \
    @Test(.loopbackServer(…)), and the code its address. Please report this version of Foundation.
    """
  }
}
