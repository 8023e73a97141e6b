import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The use of a custom protocol by a session, with each loader that the system has.
enum SessionFacts {
  /// The loaders; nil for the only one.
  private static var loaders: [Bool?] {
    #if !canImport(FoundationNetworking)
      if #available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) { return [true, false] }
    #endif
    return [nil]
  }

  static func lines(_ currentTest: @escaping @Sendable () -> String?) async -> [String] {
    var lines = [classes(of: .default, "default"), classes(of: .ephemeral, "ephemeral")]
    for isClassic in loaders { lines += await facts(isClassic, currentTest) }
    return lines
  }

  private static func classes(of configuration: URLSessionConfiguration, _ name: String) -> String {
    "protocols of .\(name): \((configuration.protocolClasses ?? []).map { "\($0)" }.joined(separator: " "))"
  }

  private static func facts(_ isClassic: Bool?, _ currentTest: @escaping @Sendable () -> String?) async -> [String] {
    let name = isClassic.map { $0 ? "classic loader" : "newer loader" } ?? "loader"
    let configuration = URLSessionConfiguration.ephemeral
    #if !canImport(FoundationNetworking)
      if #available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *), let isClassic {
        configuration.usesClassicLoadingMode = isClassic
      }
    #endif
    configuration.protocolClasses = [FactProtocol.self] + (configuration.protocolClasses ?? [])
    configuration.httpAdditionalHeaders = ["X-Additional": "1"]
    FactProtocol.test.add(currentTest)
    var lines = ["caller: \(FactProtocol.surroundings)"]
    weak var dropped: URLSession?
    do {
      let session = URLSession(configuration: configuration, delegate: FactDelegate(), delegateQueue: nil)
      dropped = session
      // On Linux, a redirect that a protocol tells ends the process.
      for path in FactProtocol.tellsRedirects ? ["post", "redirect"] : ["post"] {
        guard let url = URL(string: "https://facts.invalid/\(path)") else { continue }
        var request = URLRequest(url: url)
        if path == "post" {
          request.httpMethod = "POST"
          request.httpBody = Data("tea".utf8)
        }
        var end = "answered"
        do {
          let (_, response) = try await session.data(for: request)
          let fields = (response as? HTTPURLResponse)?.allHeaderFields.keys.map { "\($0)" }.sorted() ?? []
          end += " \((response as? HTTPURLResponse)?.statusCode ?? 0), fields \(fields.joined(separator: " "))"
        } catch {
          end = "failed: \((error as? URLError)?.code.rawValue ?? 0)"
        }
        lines += FactProtocol.notes.takeAll().map { "\(path): \($0)" } + ["\(path): \(end)"]
      }
    }
    lines.append("a session that nobody invalidates: \(await release { dropped == nil })")
    return lines.map { "\(name), \($0)" }
  }

  /// Says when something was released, if that is within a second.
  private static func release(_ isReleased: () -> Bool) async -> String {
    let start = ContinuousClock.now
    while !isReleased() {
      if ContinuousClock.now - start > .seconds(1) { return "not released within a second" }
      try? await Task.sleep(nanoseconds: 10_000_000)
    }
    return "released"
  }
}

extension Log {
  fileprivate func takeAll() -> [Element] {
    var taken: [Element] = []
    while let next = takeFirst() { taken.append(next) }
    return taken
  }
}

/// A protocol that notes where it is called, and answers.
private final class FactProtocol: URLProtocol {
  static let notes = Log<String>()
  static let test = Log<@Sendable () -> String?>()

  static var tellsRedirects: Bool {
    #if canImport(FoundationNetworking)
      false
    #else
      true
    #endif
  }

  /// The thread, queue, run loop, task and test of the caller.
  static var surroundings: String {
    let thread = Thread.isMainThread ? "main" : Thread.current.name.flatMap { $0.isEmpty ? nil : $0 } ?? "unnamed"
    let queue = queueLabel.flatMap { $0(nil) }.map { String(cString: $0) } ?? "none"
    let isInTask = withUnsafeCurrentTask { $0 != nil }
    let mode = RunLoop.current.currentMode?.rawValue ?? "none"
    return "thread \(thread), queue \(queue), mode \(mode), task \(isInTask), test \(test.all.last?() ?? "none")"
  }

  /// Swift's module of Dispatch has it on Apple platforms alone.
  private static let queueLabel = PlatformFacts.address("dispatch_queue_get_label").map {
    unsafeBitCast($0, to: (@convention(c) (UnsafeRawPointer?) -> UnsafePointer<CChar>?).self)
  }

  static func note(_ text: String) { notes.add("\(text): \(surroundings)") }

  private static func takes(_ request: URLRequest?) -> Bool { request?.url?.host == "facts.invalid" }

  override class func canInit(with request: URLRequest) -> Bool {
    guard takes(request) else { return false }
    note("canInit(with request)")
    return true
  }

  override class func canInit(with task: URLSessionTask) -> Bool {
    guard takes(task.currentRequest ?? task.originalRequest) else { return false }
    note("canInit(with task) of \(type(of: task)), state \(task.state.rawValue)")
    return true
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let body = request.httpBody.map { "\($0.count) bytes" } ?? (request.httpBodyStream == nil ? "none" : "a stream")
    let field = request.value(forHTTPHeaderField: "X-Additional") == nil ? "not added" : "added"
    Self.note("startLoading, body \(body), additional field \(field), task \(task == nil ? "unknown" : "known")")
    guard let url = request.url else { return }
    let fields = ["x-lower": "1", "X-UPPER": "1", "ETag": "1", "WWW-Authenticate": "Basic", "Location": "/end"]
    let isRedirect = url.path == "/redirect"
    guard
      let response = HTTPURLResponse(
        url: url, statusCode: isRedirect ? 302 : 200, httpVersion: "HTTP/1.1", headerFields: fields)
    else { return }
    if isRedirect, let next = URL(string: "https://facts.invalid/end") {
      client?.urlProtocol(self, wasRedirectedTo: URLRequest(url: next), redirectResponse: response)
      Self.note("wasRedirectedTo has returned")
    } else {
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data("tea".utf8))
      client?.urlProtocolDidFinishLoading(self)
    }
  }

  override func stopLoading() { Self.note("stopLoading of \(request.url?.path ?? "")") }
}

/// A delegate that notes where a task is made, resumed and redirected.
private final class FactDelegate: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
  #if canImport(ObjectiveC)
    // Set before the task is resumed, and kept until the session ends.
    private let observations = Log<NSKeyValueObservation>()

    func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {
      FactProtocol.note("didCreateTask \(type(of: task))")
      // Its state changes in `resume()`, before anything is sent to a queue.
      observations.add(task.observe(\.state) { task, _ in FactProtocol.note("state \(task.state.rawValue)") })
    }
  #endif

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    FactProtocol.note("willPerformHTTPRedirection")
    completionHandler(request)
  }
}
