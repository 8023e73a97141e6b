/// An error about a test that cannot be recorded or replayed as requested.
public struct RecordingError: Error, Hashable, Sendable {
  /// The kind of the error.
  public let code: Code
  private let layout: ErrorLayout

  /// The cause, the state and the remedy.
  public var description: String { layout.description }

  init(_ code: Code, _ layout: ErrorLayout) {
    self.code = code
    self.layout = layout
  }
}

extension RecordingError {
  /// The kind of an error of recording.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// `NETWORK_TESTING_RECORD` is not a record mode.
    public static let invalidMode = Self(description: "invalidMode")

    /// Nothing is recorded on a continuous integration server.
    public static let refusedOnServer = Self(description: "refusedOnServer")

    /// A request has a method that may not go out to the network.
    public static let methodHeldBack = Self(description: "methodHeldBack")

    /// Recordings would share a name, or have none that stays the same.
    public static let unclearName = Self(description: "unclearName")
  }
}

extension RecordingError: ReadableError {}

extension RecordingError {
  static func invalidMode(_ word: String) -> Self {
    Self(
      .invalidMode,
      ErrorLayout(
        "\(RecordingEnvironment.modeVariable) is \(word.quoted), which is not a record mode.",
        remedy: "Set it to one of \(RecordMode.words.joined(separator: ", ")), or do not set it."))
  }

  static func refusedOnServer(_ mode: RecordMode, _ server: String? = nil) -> Self {
    Self(
      .refusedOnServer,
      ErrorLayout(
        "Nothing is recorded here: \(server ?? "CI is set"), and the record mode is \("\(mode)".quoted).",
        there: ["An unreviewed recording would pass any test."],
        remedy:
          "Record on your own machine and commit the file, or set \(RecordingEnvironment.permitVariable)=1."))
  }
}

extension Set<HTTPMethod> {
  /// The methods that only read, such as GET, HEAD, OPTIONS, PROPFIND and QUERY: those whose
  /// ``/NetworkEndpoints/HTTPMethod/isSafe`` is true.
  public static var safe: Self { HTTPMethod.safe }
}

extension RecordingError {
  static func heldBack(_ request: ReceivedRequest, _ methods: Set<HTTPMethod>) -> Self {
    let names = methods.map(\.rawValue).sorted().joined(separator: ", ")
    return Self(
      .methodHeldBack,
      ErrorLayout(
        "\("\(request)".shortened(to: 300)) was not sent: while recording, only \(names) may go to the network.",
        remedy: "Answer it with a stub, or allow it: sending: […, \(request.method.rawValue.quoted)]."))
  }
}
