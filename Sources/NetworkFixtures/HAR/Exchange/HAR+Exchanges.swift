public import Foundation
import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HAR {
  /// Creates a recording of exchanges, in their order.
  ///
  /// - Parameters:
  ///   - exchanges: The exchanges.
  ///   - creator: The application that writes the recording.
  public init(_ exchanges: some Sequence<RecordedExchange>, creator: Application = .networkTesting) {
    self.init(log: Log(creator: creator, entries: exchanges.map { Entry($0) }))
  }
}

extension HAR.Entry {
  /// Creates an entry of an exchange.
  ///
  /// - Parameter exchange: The exchange; the fields of its request come in the order of their names.
  public init(_ exchange: RecordedExchange) {
    self.init(
      startedDateTime: exchange.started,
      request: HAR.Request(exchange.request),
      response: HAR.Response(exchange.response),
      timings: HAR.Timings(wait: exchange.duration.milliseconds)
    )
    if let url = exchange.response.url, url != exchange.request.url {
      // HAR has no field for where a redirected answer came from.
      extras["_responseURL"] = .string(url.absoluteString)
    }
  }

  /// Makes the exchange that the entry records.
  ///
  /// - Parameter readingFile: Reads the body that lies beside the recording, by the name in the field `_file`.
  /// - Returns: The exchange; of a repeated request field, the values joined.
  /// - Throws: A ``HARError`` where the URL is none or a body cannot be decoded; what reading a file throws.
  public func exchange(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> RecordedExchange {
    let request = try request.urlRequest(readingFile: readingFile)
    var response = try response.httpResponse(readingFile: readingFile)
    response.url = extras.string("_responseURL").flatMap { URL(string: $0) } ?? request.url
    return RecordedExchange(
      request: request,
      response: response,
      started: startedDateTime,
      duration: .milliseconds(time.isFinite ? min(max(time, 0), 1e12) : 0)
    )
  }
}

extension HAR {
  /// Reads no file: a body beside a recording is an error that names it.
  ///
  /// - Parameter name: The name in the field `_file`.
  /// - Throws: A ``HARError``, always.
  public static func refuseFile(_ name: String) throws -> Data {
    throw HARError(
      unusable: "the body lies beside the recording, in \(name.quoted): hand over a way to read it", in: name)
  }
}

extension Duration {
  /// Milliseconds, to the microsecond.
  fileprivate var milliseconds: Double {
    let (seconds, attoseconds) = components
    let microseconds = Double(seconds) * 1_000_000 + Double(attoseconds) / 1_000_000_000_000
    return microseconds.rounded() / 1_000
  }

  fileprivate static func milliseconds(_ milliseconds: Double) -> Duration {
    .microseconds(Int64((milliseconds * 1_000).rounded()))
  }
}
