import NetworkTesting

@Suite("The shapes of a callback", .timeLimit(.minutes(15)))
struct CallbackShapesTests {
  @Test("a value")
  func value() async throws {
    let value = try await withCallback(Service().value)
    #expect(value == 1)
  }

  @Test("a value for a handler that must be sendable")
  func sendableHandler() async throws {
    let value = try await withCallback(Service().sendable)
    #expect(value == 1)
  }

  @Test("an optional value stays optional")
  func optional() async throws {
    let value = try await withCallback(Service().nothing)
    #expect(value == nil)
  }

  @Test("nothing but the call")
  func nothing() async throws {
    try await withCallback(Service().done)
    try await withCallback { DispatchQueue.global().async(execute: $0) }
  }

  @Test("a result that is a value")
  func success() async throws {
    let value = try await withCallback { Service().result(.success(1), completion: $0) }
    #expect(value == 1)
  }

  @Test("a result that is an error is thrown")
  func failure() async throws {
    await #expect(throws: URLError(.timedOut)) {
      try await withCallback { Service().result(.failure(URLError(.timedOut)), completion: $0) }
    }
  }

  @Test("a value or an error, the Cocoa way")
  func cocoa() async throws {
    let value = try await withCallback { Service().cocoa("a", nil, completionHandler: $0) }
    #expect(value == "a")
    await #expect(throws: URLError(.timedOut)) {
      try await withCallback { Service().cocoa("a", URLError(.timedOut), completionHandler: $0) }
    }
  }

  @Test("two values or an error, the Cocoa way")
  func cocoaPair() async throws {
    let (text, number) = try await withCallback { Service().cocoa("a", 1, nil, completionHandler: $0) }
    #expect(text == "a")
    #expect(number == 1)
    await #expect(throws: URLError(.timedOut)) {
      try await withCallback { Service().cocoa(nil, nil, URLError(.timedOut), completionHandler: $0) }
    }
  }

  @Test("an error or nothing")
  func errorOnly() async throws {
    try await withCallback { Service().error(nil, completion: $0) }
    await #expect(throws: URLError(.timedOut)) {
      try await withCallback { Service().error(URLError(.timedOut), completion: $0) }
    }
  }

  @Test("a value and perhaps an error, whatever the types", arguments: [false, true])
  func valueAndError(fails: Bool) async throws {
    let service = Service(error: fails ? URLError(.timedOut) : nil)
    /// What is thrown, or the value as text; the types are the compiler's choice.
    func outcome<Value>(_ body: () async throws -> Value) async -> String {
      do { return "\(try await body())" } catch {
        return "\((error as? URLError)?.errorCode ?? (error as NSError).code)"
      }
    }
    let expected = { (value: String) in fails ? "-1001" : value }
    #expect(await outcome { try await withCallback { service.bool($0) } as Bool } == expected("true"))
    #expect(await outcome { try await withCallback(service.bool) as Bool } == expected("true"))
    #expect(await outcome { try await withCallback(service.boolOrNSError) as Bool } == expected("true"))
    #expect(await outcome { try await withCallback(service.intOrNSError) as Int } == expected("1"))
    #expect(await outcome { try await withCallback { service.intOrNSError($0) } as Int } == expected("1"))
    #expect(await outcome { try await withCallback(service.textOrURLError) as String } == expected("a"))
    #expect(await outcome { try await withCallback(service.urlError) } == expected("()"))
    #expect(await outcome { try await withCallback(service.nsError) } == expected("()"))
    #expect(await outcome { try await withCallback(service.response).statusCode } == expected("204"))
    #expect(await outcome { try await withCallback(service.dataAndResponse).1.statusCode } == expected("204"))
    #expect(await outcome { try await withCallback(service.dataResponseOrNSError).1.statusCode } == expected("204"))
    #expect(await outcome { try await withCallback(service.boolAndText) as (Bool, String?) } == expected("(true, nil)"))
  }

  @Test("a closure of several statements, without annotations")
  func statements() async throws {
    let value = try await withCallback { done in
      let service = Service()
      service.value(done)
    }
    #expect(value as Int == 1)
    let isAllowed = try await withCallback { done in
      let service = Service()
      service.bool(done)
    }
    #expect(isAllowed as Bool)
    let number = try await withCallback { done in
      let service = Service()
      service.intOrNSError(done)
    }
    #expect(number as Int == 1)
    let result = try await withCallback { done in
      let service = Service()
      service.result(.success(1), completion: done)
    }
    #expect(result as Int == 1)
    let url = try #require(URL(string: "data:text/plain,hello"))
    let (data, _) = try await withCallback { done in
      let session = URLSession.shared
      session.dataTask(with: url, completionHandler: done).resume()
    }
    #expect(data == Data("hello".utf8))
    try await withCallback { done in
      let service = Service()
      service.urlError(done)
    }
  }

  @Test("several values")
  func several() async throws {
    let (number, text) = try await withCallback(Service().pair)
    #expect(number == 1)
    #expect(text == "a")
    let (first, second, third) = try await withCallback(Service().three)
    #expect((first, second, third) == (1, "2", 3.0))
    let (one, two, three, four) = try await withCallback { Service().four(then: $0) }
    #expect((one, two, three, four) == (1, "2", 3.0, true))
  }

  @Test("a data task, which brings data and response")
  func dataTask() async throws {
    let url = try #require(URL(string: "data:text/plain,hello"))
    let session = URLSession.shared
    let (data, response) = try await withCallback { session.dataTask(with: url, completionHandler: $0).resume() }
    #expect(String(data: data, encoding: .utf8) == "hello")
    #expect(response.mimeType == "text/plain")
  }

  @Test("a closure that calls, with nothing to go by but the call")
  func literal() async throws {
    let value = try await withCallback { done in DispatchQueue.global().async { done(5) } }
    #expect(value == 5)
    try await withCallback { $0() }
  }

  @Test("an error of the call itself is thrown")
  func throwing() async throws {
    await #expect(throws: URLError(.badURL)) {
      try await withCallback { (_: @escaping @Sendable (Int) -> Void) in throw URLError(.badURL) }
    }
  }

  @Test("what the call returns lives until the callback comes")
  func kept() async throws {
    let value = try await withCallback { Subscription(callingOnTimer: $0) }
    #expect(value == 7)
  }
}

private struct Service {
  var error: URLError?
  private var nsFailure: NSError? { error.map { NSError(domain: NSURLErrorDomain, code: $0.errorCode) } }

  init(error: URLError? = nil) { self.error = error }

  func bool(_ completion: @escaping (Bool, (any Error)?) -> Void) { completion(true, error) }
  func boolOrNSError(_ completion: @escaping (Bool, NSError?) -> Void) { completion(true, nsFailure) }
  func intOrNSError(_ completion: @escaping (Int?, NSError?) -> Void) { completion(1, nsFailure) }
  func textOrURLError(_ completion: @escaping (String?, URLError?) -> Void) { completion("a", error) }
  func urlError(_ completion: @escaping (URLError?) -> Void) { completion(error) }
  func nsError(_ completion: @escaping (NSError?) -> Void) { completion(nsFailure) }
  func response(_ completion: @escaping (HTTPURLResponse?, (any Error)?) -> Void) { completion(.noContent, error) }
  func dataAndResponse(_ completion: @escaping (Data?, HTTPURLResponse?, (any Error)?) -> Void) {
    completion(Data(), .noContent, error)
  }
  func dataResponseOrNSError(_ completion: @escaping (Data?, HTTPURLResponse?, NSError?) -> Void) {
    completion(Data(), .noContent, nsFailure)
  }
  func boolAndText(_ completion: @escaping (Bool, String?, (any Error)?) -> Void) { completion(true, nil, error) }

  func value(_ completion: @escaping (Int) -> Void) { completion(1) }
  func sendable(_ completion: @escaping @Sendable (Int) -> Void) { completion(1) }
  func nothing(_ completion: @escaping (Int?) -> Void) { completion(nil) }
  func done(_ completion: @escaping () -> Void) { completion() }
  func pair(_ completion: @escaping (Int, String) -> Void) { completion(1, "a") }
  func three(_ completion: @escaping (Int, String, Double) -> Void) { completion(1, "2", 3) }
  func four(then completion: @escaping (Int, String, Double, Bool) -> Void) { completion(1, "2", 3, true) }
  func error(_ error: (any Error)?, completion: @escaping ((any Error)?) -> Void) { completion(error) }

  func result(_ result: Result<Int, URLError>, completion: @escaping @Sendable (Result<Int, URLError>) -> Void) {
    DispatchQueue.global().async { completion(result) }
  }

  func cocoa(_ text: String?, _ error: (any Error)?, completionHandler: @escaping (String?, (any Error)?) -> Void) {
    completionHandler(text, error)
  }

  func cocoa(
    _ text: String?,
    _ number: Int?,
    _ error: (any Error)?,
    completionHandler: @escaping (String?, Int?, (any Error)?) -> Void
  ) {
    completionHandler(text, number, error)
  }
}

/// A subscription that ends with its object, as most do.
private final class Subscription: Sendable {
  private let observer: @Sendable (Int) -> Void

  init(callingOnTimer observer: @escaping @Sendable (Int) -> Void) {
    self.observer = observer
    DispatchQueue.global().async { [weak self] in self?.observer(7) }
  }
}

extension HTTPURLResponse {
  fileprivate static var noContent: HTTPURLResponse? {
    URL(string: "https://test").flatMap {
      HTTPURLResponse(url: $0, statusCode: 204, httpVersion: nil, headerFields: nil)
    }
  }
}
