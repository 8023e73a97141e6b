// swift-format-ignore-file
// What needs another import: with `import NetworkTesting` alone, the compiler finds these names, and says which module has them.
// Beside that import they are not in the way, as the compiler prefers what is available. They are not documented.
//
// They are types, their initialisers, traits and functions, with the values that these take, and the members of what these hand
// to a closure. OtherModulesTests writes this file from the public names of those modules. After a change of one, run
// UPDATE_GOLDEN=1 swift test --filter OtherModulesTests

@available(*, unavailable, message: "import NetworkRecording to use HAR")
public struct HAR: Hashable, Sendable {
  public struct BodyPlacement: Hashable, Sendable {
    public static func beside(textAbove text: Int, binaryAbove binary: Int) -> HAR.BodyPlacement { inOtherModule() }
    public static var beside: HAR.BodyPlacement { inOtherModule() }
    public static var inside: HAR.BodyPlacement { inOtherModule() }
    public static var readable: HAR.BodyPlacement { inOtherModule() }
  }
  public init(_ data: Data, file: String? = nil) throws {}
  public init(_ data: Data, file: String? = nil, readingFile: (String) throws -> Data) throws {}
  public init(_ exchanges: some Sequence<RecordedExchange>) {}
}

@available(*, unavailable, message: "import NetworkRecording to use HARError")
public struct HARError: Error, Hashable {}

@available(*, unavailable, message: "import NetworkLoopback to use LoopbackError")
public struct LoopbackError: Error {}

@available(*, unavailable, message: "import NetworkLoopback to use LoopbackServer")
public final class LoopbackServer: Sendable {
  public struct Acceptance: Hashable, Sendable {
    public static var all: LoopbackServer.Acceptance { inOtherModule() }
    public static var full: LoopbackServer.Acceptance { inOtherModule() }
    public static var refused: LoopbackServer.Acceptance { inOtherModule() }
  }
  public struct Addresses: Hashable, Sendable {
    public static var ipv4: LoopbackServer.Addresses { inOtherModule() }
    public static var ipv6: LoopbackServer.Addresses { inOtherModule() }
    public static var localhost: LoopbackServer.Addresses { inOtherModule() }
  }
  public struct Limits: Hashable, Sendable {
    public init() {}
  }
  public static var current: LoopbackServer { get throws { inOtherModule() } }
  public var environment: [String : String] { inOtherModule() }
  public var host: URLHost { inOtherModule() }
  public init(_ stubs: Stub..., on addresses: LoopbackServer.Addresses = inOtherModule(), port: Int = inOtherModule(), as stoodInHost: URLHost? = nil, cors: Bool = inOtherModule(), fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) throws {}
  public init(answering transport: any HTTPTransport, on addresses: LoopbackServer.Addresses = inOtherModule(), port: Int = inOtherModule(), as stoodInHost: URLHost? = nil, acceptance: LoopbackServer.Acceptance = inOtherModule(), cors: Bool = inOtherModule(), limits: LoopbackServer.Limits = inOtherModule(), fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) throws {}
  public init(answering transport: any HTTPTransport, on addresses: LoopbackServer.Addresses = inOtherModule(), port: Int = inOtherModule(), as stoodInHost: URLHost? = nil, acceptance: LoopbackServer.Acceptance = inOtherModule(), cors: Bool = inOtherModule(), limits: LoopbackServer.Limits = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation) throws {}
  public var port: Int { inOtherModule() }
  public func stop(within limit: Duration = inOtherModule()) async {}
  public var transport: any HTTPTransport { inOtherModule() }
  public var variables: [String : String] { inOtherModule() }
  public func verify(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) throws {}
  public func webSocketURL(_ target: String = inOtherModule()) throws -> URL { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkLoopback to use LoopbackServerTrait")
public struct LoopbackServerTrait: Sendable {}

@available(*, unavailable, message: "import NetworkLoopback to use LoopbackWebSocket")
public struct LoopbackWebSocket: Sendable {}

@available(*, unavailable, message: "import NetworkRecording to use RecordMode")
public struct RecordMode: Hashable, Sendable {
  public static var all: RecordMode { inOtherModule() }
  public static var compare: RecordMode { inOtherModule() }
  public static var missing: RecordMode { inOtherModule() }
  public static var never: RecordMode { inOtherModule() }
  public static var new: RecordMode { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkRecording to use RecordedExchange")
public struct RecordedExchange: Sendable {
  public init(request: URLRequest, response: HTTPResponse, started: Date, duration: Duration = inOtherModule()) {}
}

@available(*, unavailable, message: "import NetworkRecording to use RecordingAge")
public struct RecordingAge: Hashable, Sendable {
  public static func fails(afterDays days: Double) -> RecordingAge { inOtherModule() }
  public static var unlimited: RecordingAge { inOtherModule() }
  public static func warns(afterDays days: Double) -> RecordingAge { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkRecording to use RecordingError")
public struct RecordingError: Error, Hashable {}

@available(*, unavailable, message: "import NetworkRecording to use RecordingFile")
public struct RecordingFile: Hashable, Sendable {
  public init(_ name: String, filePath: String = #filePath) {}
  public init(_ name: String, in folder: FixtureFolder) {}
}

@available(*, unavailable, message: "import NetworkRecording to use RecordingFileError")
public struct RecordingFileError: Error, Hashable {}

@available(*, unavailable, message: "import NetworkRecording to use RecordingOptions")
public struct RecordingOptions: Sendable {
  public init(mode: RecordMode? = nil, matching parts: Set<RequestPart> = inOtherModule(), redaction: Redaction = inOtherModule(), age: RecordingAge = inOtherModule(), unused: UnusedExchanges = inOtherModule(), pace: ReplayPace = inOtherModule(), bodies: HAR.BodyPlacement = inOtherModule(), sending methods: Set<HTTPMethod>? = nil, live: any HTTPTransport = inOtherModule()) {}
}

@available(*, unavailable, message: "import NetworkRecording to use RecordingTrait")
public struct RecordingTrait: Sendable {}

@available(*, unavailable, message: "import NetworkRecording to use RecordingTransport")
public actor RecordingTransport: RememberingTransport {
  public init(_ base: any HTTPTransport = inOtherModule(), to file: RecordingFile, redaction: Redaction = inOtherModule(), bodies: HAR.BodyPlacement = inOtherModule(), sending methods: Set<HTTPMethod>? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {}
  public nonisolated var log: RequestLog { inOtherModule() }
  public func send(_ request: URLRequest) async throws -> HTTPResponse { inOtherModule() }
  public func verify(at place: CodePlace) throws {}
}

@available(*, unavailable, message: "import NetworkRecording to use Redaction")
public struct Redaction: Hashable, Sendable {
  public static var none: Redaction { inOtherModule() }
  public static var standard: Redaction { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkRecording to use ReplayPace")
public struct ReplayPace: Sendable {
  public static var immediate: ReplayPace { inOtherModule() }
  public static func recorded(on clock: any Clock<Duration>) -> ReplayPace { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkRecording to use ReplayTransport")
public actor ReplayTransport: RememberingTransport {
  public init(_ har: HAR, matching parts: Set<RequestPart> = inOtherModule(), redaction: Redaction = inOtherModule(), pace: ReplayPace = inOtherModule(), unused: UnusedExchanges = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, readingFile readFile: @escaping @Sendable (String) throws -> Data = inOtherModule()) {}
  public init(_ name: String, in folder: FixtureFolder? = nil, matching parts: Set<RequestPart> = inOtherModule(), redaction: Redaction = inOtherModule(), pace: ReplayPace = inOtherModule(), unused: UnusedExchanges = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath) throws {}
  public nonisolated var log: RequestLog { inOtherModule() }
  public func send(_ request: URLRequest) async throws -> HTTPResponse { inOtherModule() }
  public func verify(at place: CodePlace) throws {}
}

@available(*, unavailable, message: "import NetworkRecording to use RequestPart")
public struct RequestPart: Hashable, Sendable {
  public static func body(except paths: String...) -> RequestPart { inOtherModule() }
  public static var body: RequestPart { inOtherModule() }
  public static var changes: RequestPart { inOtherModule() }
  public static func header(_ name: String) -> RequestPart { inOtherModule() }
  public static var method: RequestPart { inOtherModule() }
  public static var origin: RequestPart { inOtherModule() }
  public static var path: RequestPart { inOtherModule() }
  public static func query(except names: String...) -> RequestPart { inOtherModule() }
  public static var query: RequestPart { inOtherModule() }
  public static var url: RequestPart { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkRecording to use SecretSearchPlace")
public struct SecretSearchPlace: Hashable, Sendable {
  public static var fixtures: SecretSearchPlace { inOtherModule() }
  public static var recordings: SecretSearchPlace { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkSimulation to use SimulatedFaults")
public struct SimulatedFaults: OptionSet, Sendable {
  public static var busyActors: SimulatedFaults { inOtherModule() }
  public static var deliveries: SimulatedFaults { inOtherModule() }
  public static var duplicates: SimulatedFaults { inOtherModule() }
  public init(rawValue: Int) {}
  public static var lostAnswers: SimulatedFaults { inOtherModule() }
  public static var lostRequests: SimulatedFaults { inOtherModule() }
  public var rawValue: Int { inOtherModule() }
  public static var slowStarts: SimulatedFaults { inOtherModule() }
  public static var slowTasks: SimulatedFaults { inOtherModule() }
  public static var some: SimulatedFaults { inOtherModule() }
  public static var stragglers: SimulatedFaults { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkSimulation to use SimulatedTrait")
public struct SimulatedTrait: Sendable {}

@available(*, unavailable, message: "import NetworkSimulation to use SimulationStrategy")
public struct SimulationStrategy: Hashable, Sendable {
  public static var answerOrder: SimulationStrategy { inOtherModule() }
  public static var mixed: SimulationStrategy { inOtherModule() }
  public static func preemptions(atMost count: Int) -> SimulationStrategy { inOtherModule() }
  public static func priorities(changes count: Int) -> SimulationStrategy { inOtherModule() }
  public static var random: SimulationStrategy { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkRecording to use UnrecordedRequest")
public struct UnrecordedRequest: Error {}

@available(*, unavailable, message: "import NetworkRecording to use UnusedExchanges")
public struct UnusedExchanges: Hashable, Sendable {
  public static var allowed: UnusedExchanges { inOtherModule() }
  public static var areIssues: UnusedExchanges { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkLoopback to use WirePart")
public struct WirePart: ExpressibleByStringLiteral, Sendable {
  public init(stringLiteral value: String) {}
}

@available(*, unavailable, message: "import NetworkRecording to use expectNoSecrets")
public func expectNoSecrets(in place: SecretSearchPlace = inOtherModule(), planted: [String] = inOtherModule(), redaction: Redaction = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath) {}

@available(*, unavailable, message: "import NetworkRecording to use expectRequest")
public func expectRequest(_ request: ReceivedRequest, matches name: String, in folder: FixtureFolder? = nil, mode: RecordMode? = nil, redaction: Redaction = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath) throws {}

@available(*, unavailable, message: "import NetworkRecording to use expectRequest")
public func expectRequest(_ request: ReceivedRequest?, curl text: String, maskingSecrets: Bool = inOtherModule(), mode: RecordMode? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {}

@available(*, unavailable, message: "import NetworkRecording to use expectRequest")
public func expectRequest(_ request: URLRequest, curl text: String, maskingSecrets: Bool = inOtherModule(), mode: RecordMode? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {}

@available(*, unavailable, message: "import NetworkRecording to use expectRequest")
public func expectRequest(_ request: URLRequest, matches name: String, in folder: FixtureFolder? = nil, mode: RecordMode? = nil, redaction: Redaction = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath) throws {}

@available(*, unavailable, message: "import NetworkRecording to use expectRequest")
public func expectRequest<Kind, Response>(of endpoint: Endpoint<Kind, Response>, host: URLHost? = nil, matches name: String, in folder: FixtureFolder? = nil, mode: RecordMode? = nil, redaction: Redaction = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath) throws where Kind : EndpointKind, Response : Sendable, Kind.RequestData == () {}

@available(*, unavailable, message: "import NetworkRecording to use expectRequest")
public func expectRequest<Kind, Response>(of endpoint: Endpoint<Kind, Response>, with data: Kind.RequestData, host: URLHost? = nil, matches name: String, in folder: FixtureFolder? = nil, mode: RecordMode? = nil, redaction: Redaction = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath) throws where Kind : EndpointKind, Response : Sendable {}

@available(*, unavailable, message: "import NetworkRecording to use expectRequest")
public func expectRequest<L>(of loadable: L, with data: L.RequestData, host: URLHost? = nil, matches name: String, in folder: FixtureFolder? = nil, mode: RecordMode? = nil, redaction: Redaction = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath) throws where L : Loadable {}

@available(*, unavailable, message: "import NetworkLoopback to use withLoopbackServer")
public func withLoopbackServer<Result>(answering transport: any HTTPTransport, on addresses: LoopbackServer.Addresses = inOtherModule(), port: Int = inOtherModule(), as stoodInHost: URLHost? = nil, cors: Bool = inOtherModule(), limits: LoopbackServer.Limits = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation, operation: (LoopbackServer) async throws -> Result) async throws -> Result { inOtherModule() }

@available(*, unavailable, message: "import NetworkRecording to use withRecording")
public func withRecording<Result>(_ name: String, in folder: FixtureFolder? = nil, options: RecordingOptions = inOtherModule(), isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath, _ operation: (any HTTPTransport) async throws -> Result) async throws -> Result { inOtherModule() }

@available(*, unavailable, message: "import NetworkLoopback to use .loopbackServer")
extension Trait where Self == NetworkTrait {
  public static func loopbackServer(_ stubs: Stub..., on addresses: LoopbackServer.Addresses = inOtherModule(), as stoodInHost: URLHost? = nil, cors: Bool = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath) -> Self { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkLoopback to use .loopbackServer")
extension Trait where Self == NetworkTrait {
  public static func loopbackServer(_ stubs: [Stub], on addresses: LoopbackServer.Addresses = inOtherModule(), as stoodInHost: URLHost? = nil, cors: Bool = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath) -> Self { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkRecording to use .recording")
extension Trait where Self == NetworkTrait {
  public static func recording(_ name: String? = nil, in folder: FixtureFolder? = nil, mode: RecordMode? = nil, matching parts: Set<RequestPart> = inOtherModule(), redaction: Redaction = inOtherModule(), age: RecordingAge = inOtherModule(), unused: UnusedExchanges = inOtherModule(), pace: ReplayPace = inOtherModule(), bodies: HAR.BodyPlacement = inOtherModule(), sending methods: Set<HTTPMethod>? = nil, live: any HTTPTransport = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath) -> Self { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkRecording to use .recording")
extension Trait where Self == NetworkTrait {
  public static func recording(_ name: String? = nil, in folder: FixtureFolder? = nil, options: RecordingOptions, sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath) -> Self { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkSimulation to use .simulated")
extension Trait where Self == NetworkTrait {
  public static func simulated(runs: Int, from firstSeed: UInt64 = inOtherModule(), strategy: SimulationStrategy = inOtherModule(), latency: Duration = inOtherModule(), patience: Duration = inOtherModule(), faults: SimulatedFaults = inOtherModule(), remembering: Bool = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath) -> Self { inOtherModule() }
}

@available(*, unavailable, message: "import NetworkSimulation to use .simulated")
extension Trait where Self == NetworkTrait {
  public static func simulated(seed: UInt64, strategy: SimulationStrategy = inOtherModule(), latency: Duration = inOtherModule(), patience: Duration = inOtherModule(), faults: SimulatedFaults = inOtherModule(), sourceLocation: SourceLocation = #_sourceLocation) -> Self { inOtherModule() }
}

/// The value of a placeholder; nothing calls it, as nothing unavailable compiles.
@usableFromInline func inOtherModule<Value>() -> Value { fatalError("This is in another module.") }
