import Foundation
import NetworkStubs

/// A search for a secret in bytes and in everything that can be decoded in them, written apart from the redaction.
package struct SecretSearch {
  private let secrets: [[UInt8]]
  /// The least depth at which bytes were seen: the deeper, the less is looked into.
  private var seen: [[UInt8]: Int] = [:]
  package private(set) var found: [String] = []

  package init(_ secret: String) {
    let decoded = secret.removingPercentEncoding ?? secret
    secrets = [Array(secret.utf8), Array(decoded.utf8)]
  }

  /// Looks into bytes, and says in which encoding of an encoding the secret is.
  package mutating func look(into bytes: [UInt8], path: String = "raw", depth: Int = 0) {
    guard bytes.count >= 4, seen[bytes].map({ depth < $0 }) ?? true else { return }
    seen[bytes] = depth
    for secret in secrets where contains(bytes, secret) {
      let start = String(decoding: bytes.prefix(90), as: UTF8.self)
      found.append("\(path): \(start)")
      return
    }
    guard depth < 5 else { return }
    if let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed]) {
      lookInside(value, path: path + ".json", depth: depth)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if text.contains("%"), let decoded = Self.percentDecoded(bytes) {
      look(into: decoded, path: path + ".percent", depth: depth + 1)
      look(into: decoded.map { $0 == 0x2B ? 0x20 : $0 }, path: path + ".form", depth: depth + 1)
    }
    if let compression = Compression(of: bytes[...]), let plain = compression.decompressed(bytes[...]) {
      look(into: plain, path: path + ".compressed", depth: depth + 1)
    }
    if bytes.contains(0) {
      // Every other byte of ASCII in UTF-16 is zero, and a search without regard to where they stand misses none.
      look(into: bytes.filter { $0 != 0 }, path: path + ".utf16", depth: depth + 1)
      for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
        guard let text = String(data: Data(bytes), encoding: encoding) else { continue }
        look(into: Array(text.utf8), path: path + ".utf16", depth: depth + 1)
      }
    }
    if text.contains("\\u") {
      look(into: Self.unescaped(text, /\\u(?<digits>[0-9a-fA-F]{4})/), path: path + ".backslashes", depth: depth + 1)
    }
    for hex in text.matches(of: /(?:[0-9a-fA-F]{2}){4,}/) {
      look(into: Self.hexDecoded(hex.output), path: path + ".hex", depth: depth + 1)
      look(into: Self.hexDecoded(hex.output.dropFirst()), path: path + ".hex", depth: depth + 1)
    }
    if text.contains("&#") {
      look(into: Self.unescaped(text, /&#x(?<digits>[0-9a-fA-F]+);/), path: path + ".entities", depth: depth + 1)
      look(into: Self.unescaped(text, /&#(?<digits>[0-9]+);/, radix: 10), path: path + ".entities", depth: depth + 1)
    }
    if text.contains("&") {
      let plain = text.replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
        .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&amp;", with: "&")
      look(into: Array(plain.utf8), path: path + ".html", depth: depth + 1)
    }
    guard depth < 4 else { return }
    let isRun: (UInt8) -> Bool = { byte in
      (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || "+/-_".utf8.contains(byte)
    }
    for run in bytes.split(whereSeparator: { !isRun($0) }) where run.count >= 8 && run.count < 20_000 {
      for start in 0..<4 {
        guard let decoded = Self.base64Decoded(run.dropFirst(start)) else { continue }
        look(into: decoded, path: path + ".base64", depth: depth + 1)
      }
    }
  }

  private mutating func lookInside(_ value: Any, path: String, depth: Int) {
    switch value {
    case let text as String: look(into: Array(text.utf8), path: path, depth: depth + 1)
    case let list as [Any]: for value in list { lookInside(value, path: path, depth: depth) }
    case let members as [String: Any]:
      for (key, value) in members {
        look(into: Array(key.utf8), path: path, depth: depth + 1)
        lookInside(value, path: path + "." + key, depth: depth)
      }
    default: break
    }
  }

  private func contains(_ bytes: [UInt8], _ secret: [UInt8]) -> Bool {
    Data(bytes).range(of: Data(secret)) != nil
  }

  private static func hexDecoded(_ digits: Substring) -> [UInt8] {
    var (result, rest) = ([UInt8](), digits)
    while let byte = UInt8(rest.prefix(2), radix: 16), rest.count >= 2 {
      result.append(byte)
      rest = rest.dropFirst(2)
    }
    return result
  }

  private static func unescaped(
    _ text: String, _ escape: Regex<(Substring, digits: Substring)>, radix: Int = 16
  ) -> [UInt8] {
    var (units, rest) = ([UInt16](), text[...])
    while let match = rest.firstMatch(of: escape) {
      units += rest[..<match.range.lowerBound].utf16
      if let value = UInt32(match.digits, radix: radix) {
        units += Unicode.Scalar(value).map { Array(String($0).utf16) } ?? [UInt16(truncatingIfNeeded: value)]
      }
      rest = rest[match.range.upperBound...]
    }
    return Array(String(decoding: units + rest.utf16, as: UTF16.self).utf8)
  }

  private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8]? {
    var (result, index, isChanged) = ([UInt8](), 0, false)
    while index < bytes.count {
      let digits = bytes[index...].dropFirst().prefix(2)
      if bytes[index] == 0x25, digits.count == 2, let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
        result.append(byte)
        index += 3
        isChanged = true
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return isChanged ? result : nil
  }

  private static func base64Decoded(_ run: ArraySlice<UInt8>) -> [UInt8]? {
    var text = run.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
    if text.count % 4 == 1 { text.removeLast() }
    text += Array(repeating: 0x3D, count: (4 - text.count % 4) % 4)
    return Data(base64Encoded: Data(text)).map { Array($0) }
  }
}
