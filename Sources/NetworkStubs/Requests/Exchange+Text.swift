// What texts say about the outcome of a request.
extension Exchange {
  /// The answer in a few words, such as "with 200 and \"{}\""; nil if there is none.
  var told: String? {
    switch outcome {
    case .answered(let response):
      "with \(response.status)\(response.target)\(response.mediaType) and \(response.shownBody(of: fullBodyCount))"
    case .failed(let error): "with \(ErrorText.of(error).shortened(to: 200))"
    case .pending, .unanswered: nil
    }
  }

  /// A remark on a body of an answer that is kept in part; empty for others.
  package var keptPart: String {
    guard let fullBodyCount, case .answered(let response) = outcome else { return "" }
    return " (\(response.body.count) of its \(fullBodyCount.counted("byte")) are kept)"
  }
}

extension Exchange.Outcome {
  /// Whether it is a stream of server-sent events.
  var isOfEvents: Bool { if case .answered(let response) = self { response.isOfEvents } else { false } }

  /// The status or the error of an answer after which an app may ask again; nil for any other.
  var failure: String? {
    switch self {
    case .answered(let response): response.status == 429 || response.status >= 500 ? "\(response.status)" : nil
    case .failed: "that error"
    case .pending, .unanswered: nil
    }
  }

  /// The reason why there is no answer; nil if there is one.
  package var remark: String? {
    switch self {
    case .answered: nil
    case .pending: "no answer yet"
    case .unanswered: "no stub answers"
    case .failed(let error): ErrorText.of(error).shortened(to: 500)
    }
  }
}

extension HTTPResponse {
  fileprivate var isOfEvents: Bool { headers["Content-Type"]?.lowercased().hasPrefix("text/event-stream") == true }

  /// The media type of a body, as in ", text/html,"; empty without a body.
  fileprivate var mediaType: String {
    guard !body.isEmpty, let type = headers["Content-Type"] else { return "" }
    return ", \(type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).shortened(to: 60)),"
  }

  fileprivate func shownBody(of count: Int?) -> String {
    if body.isEmpty { return "no body" }
    let excerpt = BodyExcerpt(body, of: count).text
    guard isOfEvents else { return excerpt }
    let events = body.text.components(separatedBy: "\n\n").count { !$0.isEmpty }
    return "\(excerpt), \(events.counted("event"))"
  }

  /// The target of a redirect, as in " to /users/2,"; empty for another answer.
  fileprivate var target: String {
    guard (300..<400).contains(status), let location = headers["Location"] else { return "" }
    return " to \(Secrets.masked(location).shortened(to: 100)),"
  }
}
