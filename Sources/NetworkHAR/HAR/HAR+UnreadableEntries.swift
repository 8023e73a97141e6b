extension HAR {
  /// An entry of a file that cannot be read, while the others can.
  package struct UnreadableEntry: Hashable, Sendable, CustomStringConvertible {
    /// Its number, from 1.
    package let number: Int
    let path: String
    let reason: String

    /// The entry, the place in it, and the reason, as a sentence with its full stop.
    package var description: String { "Entry \(number) cannot be read, and is left out: at \(path), \(reason)" }
  }

  /// The field that holds the text of an entry that cannot be read.
  package static let unreadableField = "_unreadable"

  /// Parses a recording of which single entries may not be readable.
  ///
  /// In the place of each such entry is one without a response, whose field `_unreadable` has its text: so numbers stay the same,
  /// and a redaction finds the secrets in it.
  ///
  /// - Parameters:
  ///   - data: The content of a `.har` file.
  ///   - file: The file's name for errors.
  ///   - unreadable: Gets the entries that cannot be read.
  /// - Throws: A ``HARError`` if the recording as a whole cannot be read.
  package init(_ data: Data, file: String? = nil, unreadable: inout [UnreadableEntry]) throws {
    var data = data
    // Each turn replaces one entry.
    while true {
      do {
        self = try HAR(data, file: file)
        return
      } catch {
        guard let entry = UnreadableEntry(error), unreadable.count < 1_000,
          let stub = Self.replacing(entry.number - 1, in: data), unreadable.last?.number != entry.number
        else { throw error }
        unreadable.append(entry)
        data = stub
      }
    }
  }

  private static func replacing(_ index: Int, in data: Data) -> Data? {
    let json = JSONText(data)
    guard let log = json.value(of: "log", in: 0), let entries = json.value(of: "entries", in: log) else { return nil }
    let elements = json.children(of: entries)
    guard elements.indices.contains(index) else { return nil }
    let range = json.start(of: elements[index])..<json.end(of: elements[index])
    let stub =
      #"{"request":{"method":"UNREADABLE","url":"about:blank"},"response":{"status":0},"#
      + "\"\(unreadableField)\":\(json.source(of: elements[index]))}"
    return data.prefix(range.lowerBound) + Data(stub.utf8) + data.dropFirst(range.upperBound)
  }
}

extension HAR.Entry {
  /// Whether it is in the place of an entry that cannot be read.
  var isUnreadable: Bool { extras[HAR.unreadableField] != nil }
}

extension HAR.UnreadableEntry {
  /// Takes the entry that an error is about; nil for an error about the whole file.
  fileprivate init?(_ error: any Error) {
    guard let error = error as? HARError, [.wrongType, .invalidValue, .missingField].contains(error.code),
      let match = error.path.prefixMatch(of: /\$\.log\.entries\[(\d+)\]/), let index = Int(match.output.1)
    else { return nil }
    self.init(number: index + 1, path: error.path, reason: error.reason)
  }
}
