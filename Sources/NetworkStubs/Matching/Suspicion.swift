/// The likely fault where a request differs from a stub, by which a failure text chooses its advice.
///
/// Code that takes the request as it is would make the mistake legal, so none is pasted.
package enum Suspicion: Hashable, Sendable {
  /// The request, as its own text shows: a value is encoded twice, or a body is cut off.
  case request
  /// The request, which has what the stub forbids.
  case forbidden
  /// The order of a list, which the app or the stub may be wrong about.
  case order
  /// The white space of JSON in a text, or the order of its keys, which rarely matter.
  case layout
  /// One of two spellings of a name: nothing in them tells which.
  case spelling(ofRequest: String, ofStub: String)
  /// One of two values of different types that look alike, such as `7` and `"7"`, as code.
  case type(ofRequest: String, ofStub: String)
  /// The request, if a slash in a value has made two segments of it.
  case slash(in: String)
  /// The stub, which asks for one value where each run may have another: code takes any.
  case madePerRun

  /// Whether code should not take the request as it is.
  var isMistake: Bool { self != .madePerRun }

  /// Whether the request is wrong, and not the stub.
  var isOfRequest: Bool { self == .request || self == .forbidden }
}

extension Finding {
  /// How a sentence says what differs.
  enum Phrase {
    /// "the path differs: expected …".
    case difference
    /// The detail alone, which is a sentence.
    case sentence
    /// The label and the detail.
    case predicate
  }

  /// Whether code that takes the request as it is would paste a mistake.
  var isLikelyMistake: Bool { suspicion?.isMistake == true }

  /// The finding as the end of a sentence.
  var clause: String {
    let label = label.shortened(to: 60)
    switch phrase {
    case .sentence: return sentence
    case .predicate: return "\(label) \(sentence)"
    case .difference:
      guard attribute == .predicate else { return "\(subject.shortened(to: 60)) differs: \(sentence)" }
      return ["not", "any of"].contains(label) ? sentence : "\(label.quoted) \(sentence)"
    }
  }

  /// The detail as the end of a sentence.
  var sentence: String {
    let text = detail.shortened(to: 200)
    return text.last == "?" || text.last == "." ? text : text + "."
  }

  /// The compared part, as the subject of a sentence. A header field's name is one.
  private var subject: String { attribute == .header && !label.contains(" ") ? label : "the \(label)" }
}
