import NetworkEndpoints
import Testing

@Suite("The code of an error")
struct ErrorCodeTests {
  @Test("the code of an error prints its name")
  func names() {
    #expect("\(LoadError.Code.undecodableBody)" == "undecodableBody")
    #expect("\(InvalidEndpointError.Code.missingHost)" == "missingHost")
  }
}
