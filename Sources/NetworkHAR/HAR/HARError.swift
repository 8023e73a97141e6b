/// An error about a recording: the place in the file, and the expected content.
public struct HARError: Error, Hashable, Sendable {
  /// The kind of error.
  public let code: Code
  /// The file's name, if it is known.
  public let file: String?
  /// The line, from 1.
  public var line: Int { place.line }
  /// The column, from 1.
  public var column: Int { place.column }
  /// The place as a JSON path, such as `$.log.entries[3].request`.
  public let path: String
  /// The expected content.
  public let reason: String

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

  /// Creates an error about a value that was already read, so that its place is the value itself.
  init(unusable reason: String, in value: String) {
    self.init(.unusable, reason + ".", place: TextPlace(at: 0, in: value.utf8), path: "$", file: nil)
  }

  private init(_ code: Code, _ reason: String, place: TextPlace, path: String, file: String?) {
    (self.code, self.reason, self.path, self.file) = (code, reason, path, file)
    self.place = place.redacted
  }
}

extension HARError: ReadableError {
  /// The cause, the state and the remedy.
  public var description: String {
    if code == .unusable {
      return "An entry cannot be used: \(reason)\n\nThe value: \(place.excerpt)\n\n\(code.remedy)"
    }
    return """
      The recording\(file.map { " \($0.quoted)" } ?? "") cannot be read: \(code.headline).

      \(place.description(in: file)), at \(path): \(reason)
      \(place.found)

      \(code.remedy)
      """
  }
}

extension HARError {
  /// The kind of an error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Storage { case notText, invalidJSON, wrongType, invalidValue, missingField, tooDeep, unusable }
    private let storage: Storage

    /// The name of the code.
    public var description: String { "\(storage)" }

    /// The bytes are not UTF-8.
    public static let notText = Self(storage: .notText)
    /// The text is not JSON, for example because it is cut off.
    public static let invalidJSON = Self(storage: .invalidJSON)
    /// A value has a type that the field cannot have.
    public static let wrongType = Self(storage: .wrongType)
    /// A value has the right type but is not valid, such as a date in the 13th month.
    public static let invalidValue = Self(storage: .invalidValue)
    /// A required field is missing.
    public static let missingField = Self(storage: .missingField)
    /// Containers are nested deeper than in any real file.
    public static let tooDeep = Self(storage: .tooDeep)
    /// A body cannot be decoded, or a URL is not valid.
    public static let unusable = Self(storage: .unusable)

    fileprivate var headline: String {
      switch storage {
      case .notText: "it is not UTF-8"
      case .invalidJSON: "it is not JSON"
      case .wrongType: "a field has another type"
      case .invalidValue: "a value is not valid"
      case .missingField: "a field is missing"
      case .tooDeep: "it is nested too deeply"
      case .unusable: "an entry cannot be used"
      }
    }

    fileprivate var remedy: String {
      switch storage {
      case .notText: "Save the file as UTF-8, or export it again; binary bodies are base64 in a recording."
      case .invalidJSON: "The file is damaged or cut off. Restore it, or re-record it; it was left as it is."
      case .wrongType: "Correct the value: http://www.softwareishard.com/blog/har-12-spec/ lists the fields."
      case .invalidValue: "Correct the value, or re-record the file."
      case .missingField: #"Check that the file is an HTTP Archive: { "log": { "entries": [ … ] } }."#
      case .tooDeep: "No tool writes such a file. Re-record it."
      case .unusable: "Correct the entry, or re-record it."
      }
    }
  }
}
