import Foundation
import Testing

/// Where the arguments of a trait stand in its source file.
///
/// A macro such as `@Test` copies its arguments, so `#_sourceLocation` in them is the line of the function below. The file
/// says more, where it is still there; without it, that line has to do.
struct TraitSource: Hashable, Sendable {
  /// The file of the trait.
  let filePath: String
  /// Where the compiler says that the trait is: at the declaration that it belongs to, or where it really is.
  let location: SourceLocation
  /// The trait's name, such as `network`.
  let name: String
  /// How many arguments it has, by which one is told from another of the same name.
  let count: Int

  /// The place of the trait itself.
  var traitLocation: SourceLocation { moved(to: places?.first) }

  /// The place of one of its arguments.
  ///
  /// - Parameter index: Its number, from 0.
  func argumentLocation(_ index: Int) -> SourceLocation { moved(to: places?.dropFirst(index + 1).first) }

  /// The lines and columns of the trait and of its arguments.
  private var places: [(line: Int, column: Int)]? {
    guard let text = try? String(contentsOfFile: filePath, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let before = lines.prefix(location.line - 1)
    // The attribute is the last to start above the declaration.
    let start = before.lastIndex { line in
      let line = line.drop { $0 == " " || $0 == "\t" }
      return line.hasPrefix("@Test") || line.hasPrefix("@Suite")
    }
    guard let start else { return nil }
    let attribute = before[start...].joined(separator: "\n")
    let call = ArgumentScanner(attribute).calls(of: name).first { $0.arguments.count == count }
    return call.map { call in
      ([call.start] + call.arguments).map { offset in
        let above = attribute.utf8.prefix(offset).split(separator: 0x0A, omittingEmptySubsequences: false)
        return (line: start + above.count, column: (above.last?.count ?? 0) + 1)
      }
    }
  }

  private func moved(to place: (line: Int, column: Int)?) -> SourceLocation {
    guard let place else { return location }
    var moved = location
    moved.line = place.line
    moved.column = place.column
    return moved
  }
}

/// Finds calls in Swift source, and where their arguments start: just enough to point at a line.
struct ArgumentScanner {
  /// A call: where its dot is, and where each argument without a label starts, in bytes.
  struct Call: Equatable {
    let start: Int
    var arguments: [Int] = []
  }

  private let bytes: [UInt8]

  init(_ source: String) {
    bytes = Array(source.utf8)
  }

  /// The calls `.name(…)`, in their order.
  func calls(of name: String) -> [Call] {
    let pattern = Array(".\(name)(".utf8)
    var calls: [Call] = []
    var position = 0
    while position < bytes.count {
      if let end = endOfText(at: position) {
        position = end
      } else if bytes[position...].starts(with: pattern) {
        calls.append(call(start: position, open: position + pattern.count))
        position += pattern.count
      } else {
        position += 1
      }
    }
    return calls
  }

  private func call(start: Int, open: Int) -> Call {
    var call = Call(start: start)
    var depth = 0
    var isAtStart = true
    var position = open
    while position < bytes.count {
      let isComment = bytes[position] == UInt8(ascii: "/")
      if isAtStart, !isComment || endOfText(at: position) == nil, !Self.isSpace(bytes[position]), !isClosing(position) {
        if !isLabel(at: position) { call.arguments.append(position) }
        isAtStart = false
      }
      if let end = endOfText(at: position) {
        position = end
        continue
      }
      switch bytes[position] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return call }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: isAtStart = true
      default: break
      }
      position += 1
    }
    return call
  }

  private func isClosing(_ position: Int) -> Bool { bytes[position] == UInt8(ascii: ")") }

  /// Whether a label such as `sourceLocation:` starts here.
  private func isLabel(at position: Int) -> Bool {
    let name = bytes[position...].prefix { $0 == UInt8(ascii: "_") || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) }
    return !name.isEmpty && bytes[name.endIndex...].first == UInt8(ascii: ":")
  }

  /// The end of a string or a comment that starts here; nil if none does.
  private func endOfText(at position: Int) -> Int? {
    let rest = bytes[position...]
    if rest.starts(with: "//".utf8) { return rest.firstIndex(of: 0x0A) ?? bytes.count }
    if rest.starts(with: "/*".utf8) { return end(of: "*/", after: position + 2) }
    let hashes = rest.prefix { $0 == UInt8(ascii: "#") }.count
    let quoted = bytes[(position + hashes)...]
    let fence = String(repeating: "#", count: hashes)
    if quoted.starts(with: "\"\"\"".utf8) { return end(of: "\"\"\"" + fence, after: position + hashes + 3) }
    guard quoted.first == UInt8(ascii: "\"") else { return nil }
    return end(of: "\"" + fence, after: position + hashes + 1, escape: hashes == 0)
  }

  private func end(of mark: String, after start: Int, escape: Bool = false) -> Int {
    var position = start
    while position < bytes.count {
      if escape, bytes[position] == UInt8(ascii: "\\") {
        position += 2
      } else if bytes[position...].starts(with: mark.utf8) {
        return position + mark.utf8.count
      } else {
        position += 1
      }
    }
    return bytes.count
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
}
