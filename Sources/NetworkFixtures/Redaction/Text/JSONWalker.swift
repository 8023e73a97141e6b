/// A walk over the scalars of JSON text that is known to be whole, with the names that each stands under.
struct JSONWalker {
  enum Kind {
    case key, string, number
  }

  struct Scalar {
    let kind: Kind
    /// Where it stands; a string without its quotation marks.
    let range: Range<Int>
    /// The names that count for it, the nearest first.
    let names: [ValueName]
  }

  private struct Container {
    let isObject: Bool
    /// The names that a value in here stands under in any case.
    let inherited: [ValueName]
    /// The names that the next value stands under.
    var names: [ValueName]
    var key = ""
    /// The text of the member `name`, which is the name of the member `value`.
    var name: ValueName?

    init(isObject: Bool, inherited: [ValueName]) {
      self.isObject = isObject
      self.inherited = inherited
      names = inherited
    }

    mutating func begin(_ key: ValueName) {
      self.key = key.text
      let isNamed = key.text == "value" || key.text == "Value"
      names = (isNamed ? [name, key].compactMap { $0 } : [key]) + inherited
    }
  }

  private let bytes: [UInt8]
  private var index = 0
  private var containers: [Container] = []
  private var expectsKey = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Takes the next scalar.
  ///
  /// - Parameter named: Looks a name up.
  mutating func next(_ named: (String) -> ValueName) -> Scalar? {
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        containers.append(Container(isObject: byte == UInt8(ascii: "{"), inherited: Array(names.prefix(4))))
        expectsKey = byte == UInt8(ascii: "{")
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = containers.popLast()
        index += 1
      case UInt8(ascii: ","):
        expectsKey = containers.last?.isObject ?? false
        index += 1
      case UInt8(ascii: "\""): return string(named)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
      default: index += 1
      }
    }
    return nil
  }

  private mutating func string(_ named: (String) -> ValueName) -> Scalar {
    let start = index + 1
    index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index = min(index + (bytes[index] == UInt8(ascii: "\\") ? 2 : 1), bytes.count)
    }
    let range = start..<index
    index = min(index + 1, bytes.count)
    guard expectsKey, let last = containers.indices.last else {
      let scalar = Scalar(kind: .string, range: range, names: names)
      rememberName(range, named)
      return scalar
    }
    expectsKey = false
    containers[last].begin(named(JSONReader.unescaped(bytes[range])))
    return Scalar(kind: .key, range: range, names: [])
  }

  private mutating func number() -> Scalar {
    let start = index
    while index < bytes.count, bytes[index].isLetterOrDigit || "+-.".utf8.contains(bytes[index]) { index += 1 }
    return Scalar(kind: .number, range: start..<index, names: names)
  }

  private var names: [ValueName] { containers.last?.names ?? [] }

  // `{ "name": "Authorization", "value": "…" }` is as much a name and its value as a member of its own.
  private mutating func rememberName(_ range: Range<Int>, _ named: (String) -> ValueName) {
    guard let last = containers.indices.last, ["name", "key", "Name", "Key"].contains(containers[last].key),
      range.count <= 64
    else { return }
    containers[last].name = named(String(decoding: bytes[range], as: UTF8.self))
  }
}
