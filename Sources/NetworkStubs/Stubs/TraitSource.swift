/// The places of a trait's arguments in its source file.
///
/// A macro such as `@Test` copies its arguments, so `#_sourceLocation` in them is the line of the function below. The file is
/// more precise, if it still exists; without it, that line is used.
package struct TraitSource: Hashable, Sendable {
  let filePath: String
  /// The compiler's location of the trait: at the declaration that it belongs to, or its actual place.
  package let location: CodePlace
  /// The trait's name, such as `network`.
  package let name: String
  /// The number of its arguments, which distinguishes traits of the same name.
  let count: Int

  package init(filePath: String, location: CodePlace, name: String, count: Int) {
    self.filePath = filePath
    self.location = location
    self.name = name
    self.count = count
  }

  /// The place of the trait; the first look reads the whole file, so ask only when a problem is told.
  package var traitLocation: CodePlace { moved(to: places.first) }

  func argumentLocation(_ index: Int) -> CodePlace { moved(to: places.dropFirst(index + 1).first) }

  /// The places that were found, since the cases of a test share a trait; none where its file does not tell.
  private static let found = Guarded<[Self: [(line: Int, column: Int)]]>([:])

  /// The places of the trait and of its arguments, in this order.
  private var places: [(line: Int, column: Int)] {
    if let known = Self.found.withLock({ $0[self] }) { return known }
    let places = placesInFile ?? []
    Self.found.withLock { $0[self] = places }
    return places
  }

  private var placesInFile: [(line: Int, column: Int)]? {
    guard let text = try? String(contentsOfFile: filePath, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // A trait with a name of its own is where the compiler says.
    if lines.indices.contains(location.line - 1), lines[location.line - 1].contains(".\(name)(") {
      return places(in: lines[(location.line - 1)...].prefix(200))
    }
    let before = lines.prefix(location.line - 1)
    // The attribute is the last to start above the declaration.
    let start = before.lastIndex { line in
      let line = line.drop { $0 == " " || $0 == "\t" }
      return line.hasPrefix("@Test") || line.hasPrefix("@Suite")
    }
    return start.flatMap { places(in: before[$0...]) }
  }

  private func places(in lines: ArraySlice<Substring>) -> [(line: Int, column: Int)]? {
    let attribute = lines.joined(separator: "\n")
    let calls = SwiftSource(attribute).calls(of: name).map { call in
      (start: call.start, stubs: call.arguments.filter { $0.label == nil }.map(\.start))
    }
    return calls.first { $0.stubs.count == count }.map { call in
      ([call.start] + call.stubs).map { offset in
        let above = attribute.utf8.prefix(offset).split(separator: 0x0A, omittingEmptySubsequences: false)
        return (line: lines.startIndex + above.count, column: (above.last?.count ?? 0) + 1)
      }
    }
  }

  private func moved(to place: (line: Int, column: Int)?) -> CodePlace {
    guard let place else { return location }
    var moved = location
    moved.line = place.line
    moved.column = place.column
    return moved
  }
}
