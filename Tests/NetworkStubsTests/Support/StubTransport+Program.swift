@testable import NetworkStubs

extension StubTransport {
  /// A transport as a program without tests has it, which `verify()` asks for its problems.
  static func ofProgram(
    _ stubs: Stub..., delay: Delay? = nil, line: Int = #line, fileID: String = #fileID
  ) -> StubTransport {
    let place = CodePlace(fileID: fileID, line: line)
    return StubTransport(engine: StubEngine(stubs, delay: delay, in: ProgramHarness(), at: place))
  }
}
