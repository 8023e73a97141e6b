/// Header fields in the order they were added, with repeated names kept and names compared without case.
///
/// See [RFC 9110, section 5](https://www.rfc-editor.org/rfc/rfc9110#section-5).
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "text/html", "Accept": "application/json"]
/// headers["accept"]                  // "text/html, application/json"
/// headers["Accept"] = "text/plain"   // replaces both
/// ```
public struct HTTPHeaders: Hashable, Sendable {
  /// One header field: a name and a value.
  public struct Field: Sendable {
    /// The field's name, in its original case.
    public var name: String
    /// The field's value.
    public var value: String

    /// Creates a field from its name and value.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  private var fields: [Field] = []

  /// Creates an empty list of fields.
  public init() {}

  /// Creates a list from fields, in order.
  ///
  /// - Parameter fields: The fields; repeated names are kept.
  public init(_ fields: some Sequence<Field>) { self.fields = Array(fields) }

  /// Creates a list from a dictionary, in the order of the names, so the result is the same each time.
  ///
  /// - Parameter dictionary: Names and values, such as `URLRequest.allHTTPHeaderFields`.
  public init(_ dictionary: [String: String]) { fields = dictionary.map(Field.init).sorted { $0.name < $1.name } }

  /// The values of all fields with a name, joined with a comma; setting it replaces them all.
  ///
  /// The fields of `Set-Cookie` cannot be joined; read them with ``values(for:)``.
  public subscript(name: String) -> String? {
    get {
      var found: String?
      // By their indices: a debug build copies what it iterates over.
      var index = 0
      while index < fields.count {
        if fields[index].hasName(name) { found = found.map { "\($0), \(fields[index].value)" } ?? fields[index].value }
        index += 1
      }
      return found
    }
    set {
      let index = fields.firstIndex { $0.hasName(name) }
      if let newValue, let index {
        fields[index].value = newValue
        fields = fields.enumerated().filter { $0.offset <= index || !$0.element.hasName(name) }.map(\.element)
      } else if let newValue {
        append(newValue, for: name)
      } else {
        fields.removeAll { $0.hasName(name) }
      }
    }
  }

  /// Returns the values of all fields with a name, in order.
  ///
  /// - Parameter name: The name, in any case.
  public func values(for name: String) -> [String] {
    var values: [String] = []
    for field in fields where field.hasName(name) { values.append(field.value) }
    return values
  }

  /// Returns the parts of a list such as the value of `Vary`, in lower case.
  package static func tokens(_ text: String) -> [String] {
    text.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Returns whether the fields are the same, in the same order and with names in the same case.
  package func isExactly(_ other: Self) -> Bool {
    guard fields.count == other.fields.count else { return false }
    // By their indices, as in a debug build pairs take long.
    var index = 0
    while index < fields.count {
      guard fields[index].name == other.fields[index].name, fields[index].value == other.fields[index].value
      else { return false }
      index += 1
    }
    return true
  }

  /// Adds a field after the others, even if there is already one with this name.
  ///
  /// - Parameters:
  ///   - value: The field's value.
  ///   - name: The field's name.
  public mutating func append(_ value: String, for name: String) { fields.append(Field(name: name, value: value)) }
}

extension HTTPHeaders: RandomAccessCollection {
  /// The position of the first field.
  public var startIndex: Int { fields.startIndex }
  /// The position after the last field.
  public var endIndex: Int { fields.endIndex }
  /// The field at a position.
  public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Creates a list from a literal, in order and with repeated names.
  public init(dictionaryLiteral elements: (String, String)...) { fields = elements.map(Field.init) }
}

extension HTTPHeaders: CustomStringConvertible {
  /// One line for each field, as in a message.
  public var description: String { fields.map { "\($0.name): \($0.value)".printable }.joined(separator: "\n") }
}

extension HTTPHeaders.Field: Hashable {
  /// Returns whether two fields have the same value, and the same name without regard to case.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.value == rhs.value && lhs.hasName(rhs.name) }

  /// Hashes the value, and the name without its case.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name.lowercased())
    hasher.combine(value)
  }

  func hasName(_ other: String) -> Bool {
    let lhs = name.utf8
    let rhs = other.utf8
    // Most names of the same length are the same, in the usual case.
    return lhs.count == rhs.count
      && (name == other || zip(lhs, rhs).allSatisfy { $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII })
  }

  /// Throws if the field cannot be sent: a line break in a value would start another header field.
  func check() throws(InvalidEndpointError) {
    if name.isEmpty || !name.utf8.allSatisfy(ASCIISet.token.contains) {
      throw InvalidEndpointError(
        .invalidHeader, reason: "the header name \(name.quoted) is not valid; use letters, digits and hyphens")
    }
    // The value may be a secret, so the text does not show it.
    if !Self.canSend(value: value) {
      throw InvalidEndpointError(
        .invalidHeader, reason: "the value of the header \(name) contains a line break or a NUL; remove it")
    }
  }

  static func canSend(value: String) -> Bool { !value.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 } }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }
}
