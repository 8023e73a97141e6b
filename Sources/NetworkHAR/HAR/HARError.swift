/// An error about a recording: the place in the file, and the expected content.
public struct HARError: Error, Hashable, Sendable {
  /// The kind of error.
  public let code: Code
  /// The file's name, if it is known.
  package let file: String?
  /// The line, from 1.
  package var line: Int { place.line }
  /// The column, from 1.
  package var column: Int { place.column }
  /// The place as a JSON path, such as `$.log.entries[3].request`.
  package let path: String
  /// The expected content.
  package let reason: String

  private let place: TextPlace

  init(_ code: Code, _ reason: String, at offset: Int, in text: JSONText, file: String?) {
    self.init(code, reason, place: text.place(at: offset), path: text.path(to: offset), file: file)
  }

  init(_ problem: JSONProblem, in text: JSONText, file: String?) {
    let code: Code =
      switch problem.kind {
      case .notUTF8: .notText
      case .notJSON: .invalidJSON
      case .tooDeep: .tooDeep
      }
    self.init(code, problem.reason + ".", at: problem.offset, in: text, file: file)
  }

  init(_ format: OtherFormat, in text: JSONText, file: String?) {
    self.init(.otherFormat, format.reason, at: 0, in: text, file: file)
  }

  /// Creates an error about a value that was already read, so that its place is the value itself.
  init(unusable reason: String, in value: String) {
    self.init(.unusable, reason + ".", place: TextPlace(at: 0, in: value.utf8), path: "$", file: nil)
  }

  private init(_ code: Code, _ reason: String, place: TextPlace, path: String, file: String?) {
    self.code = code
    self.reason = reason
    self.path = path
    self.file = file
    self.place = place.withoutSecrets
  }
}

extension HARError: ReadableError {
  /// The cause, the state and the remedy.
  public var description: String {
    if code == .unusable {
      return ErrorLayout(
        "An entry cannot be used: \(reason)", there: ["The value: \(place.excerpt)"], remedy: code.remedy
      ).description
    }
    return ErrorLayout(
      "The recording\(file.map { " \($0.quoted)" } ?? "") cannot be read: \(code.headline).",
      there: ["\(place.description(in: file)), at \(path): \(reason)", place.found], remedy: code.remedy
    ).description
  }
}

extension HARError {
  /// The kind of an error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String
    fileprivate let headline: String
    fileprivate let remedy: String

    /// The bytes are not UTF-8.
    public static let notText = Self(
      description: "notText", headline: "it is not UTF-8",
      remedy: "Save the file as UTF-8, or export it again; binary bodies are base64 in a recording.")
    /// The text is not JSON, for example because it is cut off.
    public static let invalidJSON = Self(
      description: "invalidJSON", headline: "it is not JSON",
      remedy: "The file is damaged or cut off. Restore it, or re-record it. It was not changed.")
    /// A value has a type that the field cannot have.
    public static let wrongType = Self(
      description: "wrongType", headline: "a field has the wrong type",
      remedy: "Correct the value: http://www.softwareishard.com/blog/har-12-spec/ lists the fields.")
    /// A value has the right type but is not valid, such as a date in the 13th month.
    public static let invalidValue = Self(
      description: "invalidValue", headline: "a value is not valid",
      remedy: "Correct the value, or re-record the file.")
    /// A required field is missing.
    public static let missingField = Self(
      description: "missingField", headline: "a field is missing",
      remedy: #"Check that the file is an HTTP Archive: { "log": { "entries": [ … ] } }."#)
    /// The file is a recording of another format, such as YAML.
    public static let otherFormat = Self(
      description: "otherFormat", headline: "it is not an HTTP Archive",
      remedy: "Export or convert it as HAR 1.2, which most tools write.")
    /// Containers are nested deeper than in any real file.
    public static let tooDeep = Self(
      description: "tooDeep", headline: "it is nested too deeply",
      remedy: "No tool writes such a file. Re-record it.")
    /// A body cannot be decoded, or a URL is not valid.
    public static let unusable = Self(
      description: "unusable", headline: "an entry cannot be used",
      remedy: "Correct the entry, or re-record it.")
  }
}
