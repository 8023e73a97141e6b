import Foundation

/// The files beside a recording, named after their content.
struct SideFiles {
  let folder: String
  private(set) var files: [String: Data] = [:]

  init(folder: String) {
    self.folder = folder
  }

  /// Adds a body, and gives the name of its file.
  mutating func add(_ body: Data, mimeType: String) -> String {
    let stem = "\(folder)/\(Self.hash(body))"
    let suffix = Fixture.nameExtension(forMediaType: mimeType)
    var (name, number) = ("\(stem).\(suffix)", 1)
    // Two bodies of one hash are as good as impossible, and must not become one even so.
    while let other = files[name], other != body {
      number += 1
      name = "\(stem)-\(number).\(suffix)"
    }
    files[name] = body
    return name
  }

  /// Sixteen digits that stand for the bytes: [FNV-1a](https://www.rfc-editor.org/rfc/rfc9923).
  private static func hash(_ body: Data) -> String {
    let hash = body.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
