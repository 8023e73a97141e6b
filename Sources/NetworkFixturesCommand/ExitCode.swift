/// What the command tells whoever called it.
enum ExitCode: Int32 {
  case success = 0
  /// Something was found that somebody must look at.
  case findings = 1
  /// The command was not understood, or a file could not be read or written.
  case failure = 2
}
