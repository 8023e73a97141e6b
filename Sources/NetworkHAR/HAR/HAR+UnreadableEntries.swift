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
    do {
      self = try HAR(data, file: file)
    } catch {
      guard UnreadableEntry(error) != nil, let stubbed = Self.stubbed(data, file: file, &unreadable)
      else { throw error }
      self = try HAR(stubbed, file: file)
    }
  }

  /// Returns a recording with stubs for the entries that cannot be read; nil if there are too many of them.
  private static func stubbed(_ data: Data, file: String?, _ unreadable: inout [UnreadableEntry]) -> Data? {
    let json = JSONText(data)
    guard let log = json.value(of: "log", in: 0), let entries = json.value(of: "entries", in: log) else { return nil }
    var result = Data()
    var end = 0
    for element in json.children(of: entries) {
      do { _ = try HARReader(json).object(element, .entry) } catch {
        let error = HARError(error.code, error.reason, at: error.offset, in: json, file: file)
        guard let entry = UnreadableEntry(error), unreadable.count < 1_000 else { return nil }
        unreadable.append(entry)
        let stub =
          #"{"request":{"method":"UNREADABLE","url":"about:blank"},"response":{"status":0},"#
          + "\"\(unreadableField)\":\(json.source(of: element))}"
        let start = json.start(of: element)
        result += data.dropFirst(end).prefix(start - end) + Data(stub.utf8)
        end = json.end(of: element)
      }
    }
    return result + data.dropFirst(end)
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
