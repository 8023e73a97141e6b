import NetworkEndpoints
import Testing

@Suite("The code of an error")
struct ErrorCodeTests {
  @Test("prints its name")
  func names() {
    #expect("\(LoadError.Code.undecodableBody)" == "undecodableBody")
    #expect("\(InvalidEndpointError.Code.missingHost)" == "missingHost")
  }
}
