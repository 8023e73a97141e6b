import Foundation
import NetworkFixtures

/// A file without its secrets.
struct RedactedFile {
  let path: String
  /// Whether there was something to take out.
  let isChanged: Bool
  private let data: Data
  /// The bodies beside a recording, by their names; and the names they had.
  private let bodies: [String: Data]
  private let oldBodies: [String]

  /// Reads a file and takes its secrets out.
  ///
  /// - Throws: What is wrong with the file.
  init(_ path: String, _ redaction: Redaction, in program: Program) throws {
    self.path = path
    let data = try program.read(path)
    let url = program.url(of: path)
    switch url.pathExtension.lowercased() {
    case "har":
      let file = try HARFile(data, at: url, name: path)
      let redacted = redaction.redacted(file.har)
      isChanged = redacted != file.har
      let files = file.files(of: redacted, stem: url.deletingPathExtension().lastPathComponent)
      // What needs no change keeps its layout.
      self.data = isChanged ? files.recording : data
      bodies = isChanged ? files.bodies : [:]
      oldBodies = isChanged ? file.bodyFiles : []
    case "http":
      let message = try HTTPMessage(data, file: path)
      let redacted = redaction.redacted(message)
      isChanged = redacted != message
      self.data = isChanged ? redacted.encoded() : data
      (bodies, oldBodies) = ([:], [])
    default:
      guard let text = String(data: data, encoding: .utf8) else {
        throw UsageError("\(path.quoted) is neither a recording, nor a message, nor text in UTF-8.")
      }
      let redacted = redaction.redacted(text)
      isChanged = redacted != text
      self.data = Data(redacted.utf8)
      (bodies, oldBodies) = ([:], [])
    }
  }

  /// Writes the file, and the bodies beside it; those that had secrets are deleted where the file itself is replaced.
  func write(to output: String, in program: Program) throws {
    let folder = output.lastIndex(of: "/").map { output[...$0] } ?? ""
    func place(_ name: String) -> String { folder + name }
    guard output != "-" || bodies.isEmpty else {
      throw UsageError("\(path.quoted) has bodies beside it, which standard output has no place for: name a file.")
    }
    for (name, body) in bodies.sorted(by: { $0.key < $1.key }) { try program.write(body, to: place(name)) }
    try program.write(data, to: output)
    guard output == path else { return }
    for name in oldBodies where bodies[name] == nil {
      try? FileManager.default.removeItem(at: program.url(of: place(name)))
    }
  }
}
