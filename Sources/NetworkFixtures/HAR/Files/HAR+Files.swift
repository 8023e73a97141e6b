public import Foundation
import NetworkEndpoints

extension HAR {
  /// A recording in files: the recording itself, and the bodies that lie beside it.
  public struct Files: Hashable, Sendable {
    /// The content of the `.har` file.
    public var recording: Data

    /// The bodies, by the names in the recording's fields `_file`, which are relative to the recording's folder.
    ///
    /// A body that several entries have is there once.
    public var bodies: [String: Data]

    /// Creates the files of a recording.
    ///
    /// - Parameters:
    ///   - recording: The content of the `.har` file.
    ///   - bodies: The bodies by their names.
    public init(recording: Data, bodies: [String: Data]) {
      self.recording = recording
      self.bodies = bodies
    }
  }

  /// Which bodies lie beside a recording.
  public struct BodyPlacement: Hashable, Sendable {
    let largestText: Int
    let largestBinary: Int

    /// All bodies are in the recording, so that it is one file.
    public static let inside = Self(largestText: .max, largestBinary: .max)

    /// Large bodies lie beside the recording: text above 64 kB, and what is no text above 4 kB, as nobody reviews that.
    public static let beside = beside(textAbove: 65_536, binaryAbove: 4_096)

    /// Bodies above a size lie beside the recording.
    ///
    /// - Parameters:
    ///   - text: The size in bytes up to which a text stays in the recording.
    ///   - binary: The same for a body that is no UTF-8, which would be base64 there.
    public static func beside(textAbove text: Int, binaryAbove binary: Int) -> Self {
      Self(largestText: text, largestBinary: binary)
    }

    /// The body, if it has to lie beside the recording.
    func bodyBeside(_ text: String?, _ body: () throws -> Data) -> Data? {
      // Base64 is longer than its bytes, so that most texts need no decoding.
      guard let text, text.utf8.count > min(largestText, largestBinary), let body = try? body() else { return nil }
      return isBeside(body) ? body : nil
    }

    private func isBeside(_ body: Data) -> Bool {
      let isText = [UInt8](body).firstOffsetThatIsNotUTF8 == nil
      return body.count > (isText ? largestText : largestBinary)
    }
  }

  /// Writes the recording as files: the recording, and its large bodies beside it.
  ///
  /// The field `_file` of a body names its file, as Playwright does it. Files are named after their content, so that a
  /// body that stays the same keeps its file, and the same recording gives the same files. Redact first: bodies are
  /// written as they are.
  ///
  /// ```swift
  /// let files = Redaction.standard.redacted(har).files(bodyFolder: "checkout.bodies")
  /// try files.recording.write(to: folder.appending(path: "checkout.har"))
  /// ```
  ///
  /// - Parameters:
  ///   - bodyFolder: The folder for the bodies, named from the recording's own folder and in it; best one for each
  ///     recording.
  ///   - placement: Which bodies lie beside the recording.
  public func files(bodyFolder: String, placement: BodyPlacement = .beside) -> Files {
    var bodies = SideFiles(folder: bodyFolder)
    var copy = self
    for index in copy.log.entries.indices {
      copy.log.entries[index].response.content.move(to: &bodies, placement)
      copy.log.entries[index].request.postData?.move(to: &bodies, placement)
    }
    return Files(recording: copy.encoded(), bodies: bodies.files)
  }
}

extension HAR.Content {
  fileprivate mutating func move(to bodies: inout SideFiles, _ placement: HAR.BodyPlacement) {
    guard let body = placement.bodyBeside(text, { try body() }) else { return }
    extras[HAR.bodyFileField] = .string(bodies.add(body, mimeType: mimeType))
    (text, encoding) = (nil, nil)
  }
}

extension HAR.PostData {
  fileprivate mutating func move(to bodies: inout SideFiles, _ placement: HAR.BodyPlacement) {
    guard let body = placement.bodyBeside(text, { try body() }) else { return }
    extras[HAR.bodyFileField] = .string(bodies.add(body, mimeType: mimeType))
    for name in ["_encoding", "encoding"] { extras[name] = nil }
    text = nil
  }
}
