/// A string literal that is an argument of a call in a Swift file: where it stands, and its value.
struct SourceLiteral {
  /// The literal with its delimiters, as bytes of the file.
  let range: Range<Int>
  let value: String
  /// The white space in front of its last line; nil for a literal of one line.
  let indentation: String?

  /// A reason why a literal cannot be replaced.
  enum Failure: Error, Equatable { case notFound, interpolation }

  /// Finds the literal after a label.
  ///
  /// - Parameters:
  ///   - label: The label, without its colon.
  ///   - source: The file.
  ///   - offset: The opening parenthesis of the call.
  /// - Throws: A `Failure` if the argument is not a literal, or has an interpolation.
  init(after label: String, in source: [UInt8], callAt offset: Int) throws(Failure) {
    // Only from the call on: what comes before it is not needed.
    let call = SwiftSource(Array(source.dropFirst(offset)))
    guard source.dropFirst(offset).first == UInt8(ascii: "("),
      let argument = call.arguments(after: 0).arguments.first(where: { $0.label == label }),
      let literal = call.literals.first(where: { $0.range.lowerBound == argument.value }), literal.isClosed
    else { throw .notFound }
    guard let value = literal.text else { throw .interpolation }
    range = literal.range.lowerBound + offset..<literal.range.upperBound + offset
    self.value = value
    indentation = literal.indentation
  }

  /// Returns a text as a literal of several lines.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - indentation: The white space before each line.
  static func literal(of text: String, indentation: String) -> String {
    var marks = ""
    while text.contains("\\" + marks) || text.contains("\"\"\"" + marks) { marks += "#" }
    let lines = text.components(separatedBy: "\n").map { $0.isEmpty ? $0 : indentation + $0 }
    return (["\(marks)\"\"\""] + lines + ["\(indentation)\"\"\"\(marks)"]).joined(separator: "\n")
  }
}
