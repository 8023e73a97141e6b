public import Foundation
import NetworkEndpoints

/// What is wrong with a recording: the place in the file, and what should be there.
public struct HARError: Error, Hashable, Sendable {
  /// What kind of thing is wrong.
  public let code: Code
  /// The file's name, where it is known.
  public let file: String?
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int
  /// The place as a JSON path, such as `$.log.entries[3].request`.
  public let path: String
  /// What should be there.
  public let reason: String

  let excerpt: String

  init(_ code: Code, _ reason: String, at offset: Int, in bytes: [UInt8], file: String?) {
    let place = JSONPlace(at: offset, in: bytes)
    self.code = code
    self.file = file
    line = place.line
    column = place.column
    path = JSONTrail.path(to: offset, in: bytes)
    self.reason = reason
    // Errors end up in logs that many can read.
    excerpt = Redaction.standard.redacted(place.excerpt)
  }
}

extension HARError {
  init(_ failure: JSONReader.Failure, in bytes: [UInt8], file: String?) {
    let code: Code =
      switch failure.kind {
      case .notText: .notText
      case .invalidJSON: .invalidJSON
      case .wrongType: .wrongType
      case .invalidValue: .invalidValue
      case .missingField: .missingField
      case .tooDeep: .tooDeep
      }
    self.init(code, failure.reason, at: failure.offset, in: bytes, file: file)
  }
}

extension HARError: CustomStringConvertible, LocalizedError {
  /// What happened, what was there, and what to do.
  public var description: String {
    if code == .unusable { return "An entry cannot be used: \(reason)\n\nThe value: \(excerpt)\n\n\(code.remedy)" }
    let subject = file.map { "The recording \($0.quoted)" } ?? "The recording"
    let place = file.map { "\($0):\(line):\(column)" } ?? "Line \(line), column \(column)"
    return """
      \(subject) cannot be read: \(code.headline).

      \(place), at \(path): \(reason)
      \(excerpt.isEmpty ? "There is nothing there." : "The text there: \(excerpt)")

      \(code.remedy)
      """
  }

  /// The description.
  public var errorDescription: String? { description }
}

extension HARError {
  /// The kind of an error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String
    let headline: String
    let remedy: String

    /// The bytes are not UTF-8.
    public static let notText = Self(
      description: "notText",
      headline: "it is not UTF-8",
      remedy: "Save the file as UTF-8, or export it again; binary bodies are base64 in a recording."
    )

    /// The text is not JSON: it is damaged, or ends too early.
    public static let invalidJSON = Self(
      description: "invalidJSON",
      headline: "it is not JSON",
      remedy: "The file is damaged or cut off. Restore it, or record it again; it was left as it is."
    )

    /// A value is of a type that the field cannot have.
    public static let wrongType = Self(
      description: "wrongType",
      headline: "a field is of another type",
      remedy: "Correct the value: http://www.softwareishard.com/blog/har-12-spec/ lists the fields."
    )

    /// A value is of the right type and cannot be, such as a date that is none.
    public static let invalidValue = Self(
      description: "invalidValue",
      headline: "a value cannot be",
      remedy: "Correct the value, or record the file again."
    )

    /// A field is missing that nothing can stand for.
    public static let missingField = Self(
      description: "missingField",
      headline: "a field is missing",
      remedy: "Check that the file is an HTTP Archive: { \"log\": { \"entries\": [ … ] } }."
    )

    /// Containers are nested deeper than in any real file.
    public static let tooDeep = Self(
      description: "tooDeep",
      headline: "it is nested too deeply",
      remedy: "No tool writes such a file. Record it again."
    )

    /// A body cannot be decoded, or a URL cannot be one.
    public static let unusable = Self(
      description: "unusable",
      headline: "an entry cannot be used",
      remedy: "Correct the entry, or record it again."
    )
  }
}
