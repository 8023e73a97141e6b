/// The secrets that are recognised by their shape, under any name.
package enum SecretShapes {
  package struct Match {
    package let range: Range<Int>
    package let name: String
    /// The start of the text to hide with the secret; nil if that is all.
    var start: Int?
    /// The service that the key belongs to.
    var kind: String?
    /// Whether it names a resource, the same one in every run, and is too random to be guessed: then its digest distinguishes
    /// resources and reveals nothing.
    package var tellsApart = false
  }

  /// Finds secrets.
  ///
  /// - Parameters:
  ///   - text: Text of any kind.
  ///   - includingUsers: Whether everything before the host of a URL counts, and not only the password.
  ///   - slashesDivide: Whether a slash in a path ends a key that could hold one.
  package static func findings(
    in text: ArraySlice<UInt8>, includingUsers: Bool = false, slashesDivide: Bool = true
  ) -> [Match] {
    text.withUnsafeBufferPointer { bytes in
      starts.withUnsafeBufferPointer { starts in
        KeyIndex.standard.buckets.withUnsafeBufferPointer { buckets in
          findings(in: text, bytes, includingUsers, slashesDivide, starts, buckets)
        }
      }
    }
  }

  static func isKey(_ text: ArraySlice<UInt8>) -> Bool {
    text.count >= 12 && findings(in: text).contains { $0.kind != nil && $0.range == text.indices }
  }

  private static func findings(
    in text: ArraySlice<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>, _ includingUsers: Bool, _ slashesDivide: Bool,
    _ starts: UnsafeBufferPointer<UInt8>, _ buckets: UnsafeBufferPointer<UInt8>
  ) -> [Match] {
    let first = text.startIndex
    let end = bytes.count
    var found = [Match]()
    var index = 0
    var isInWord = false
    while index < end {
      let byte = bytes[index]
      let bucket = index + 1 < end ? buckets[Int(byte) << 8 | Int(bytes[index + 1])] : 0
      let start = starts[Int(byte)]
      if bucket | start != 0 {
        var finding: Match?
        if start & 4 != 0 || start & 2 != 0 && !isInWord {
          if let end = binaryEnd(in: text, at: first + index) {
            index = end - first
            isInWord = false
            continue
          }
          finding = self.finding(in: text, at: first + index, includingUsers)
        }
        if finding == nil, bucket != 0, !isInWord || KeyIndex.standard.isInside(bucket) {
          finding = KeyIndex.standard.match(in: text, at: first + index, bucket: bucket, slashesDivide)
        }
        if let finding {
          found.append(finding)
          index = finding.range.upperBound - first
          isInWord = true
          continue
        }
      }
      isInWord = start & 1 != 0
      index += 1
    }
    return found
  }

  /// The role of each byte: 1 for a part of a word, 2 for the start of a shape after no word, 4 for one anywhere.
  private static let starts: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    let isAfterNoWord = "eBb".utf8.contains(byte) || fileStarts.contains { $0[0] == byte }
    return (byte.isLetterOrDigit ? 1 : 0) | (isAfterNoWord ? 2 : 0) | (":-,".utf8.contains(byte) ? 4 : 0)
  }

  private static func finding(in text: ArraySlice<UInt8>, at index: Int, _ includingUsers: Bool) -> Match? {
    switch text[index] {
    case UInt8(ascii: ":"): userInformation(in: text, at: index, includingUsers) ?? botToken(in: text, at: index)
    case UInt8(ascii: "-"): privateKey(in: text, at: index) ?? mailKey(in: text, at: index)
    case UInt8(ascii: "e"): webToken(in: text, at: index)
    case UInt8(ascii: "B"), UInt8(ascii: "b"): credentials(in: text, at: index)
    default: nil
    }
  }

  /// Returns the end of binary data in base64 that begins at a place: the data of a URL, an image, a certificate.
  ///
  /// It contains no keys, but bytes that look like one by chance.
  private static func binaryEnd(in text: ArraySlice<UInt8>, at index: Int) -> Int? {
    if text[index] == UInt8(ascii: ",") {
      guard index - text.startIndex >= 8, text.has(dataMark, at: index - 7) else { return nil }
      return text.end(of: .base64, from: index + 1)
    }
    // The second byte nearly always shows that no file begins here.
    guard index + 1 < text.endIndex, secondOfFile[Int(text[index + 1])] else { return nil }
    var number = 0
    while number < fileStarts.count,
      fileStarts[number][1] != text[index + 1] || !text.has(fileStarts[number], at: index)
    { number += 1 }
    guard number < fileStarts.count else { return nil }
    let end = text.end(of: .base64, from: index)
    return end - index >= 64 ? end : nil
  }

  /// Returns whether a text is a file in base64, or contains the data of a URL.
  package static func holdsBinary(_ text: ArraySlice<UInt8>) -> Bool {
    text.firstRange(of: dataMark[...]) != nil || binaryEnd(in: text, at: text.startIndex) != nil
  }

  private static let dataMark = Array(";base64,".utf8)

  /// The beginnings of PNG, JPEG, GIF, RIFF, PDF, ZIP, WOFF, SVG and DER in base64.
  private static let fileStarts = [
    "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi0", "UEsDB", "d09GM", "PHN2Zy", "PD94bW", "MII",
  ].map { Array($0.utf8) }

  /// Whether a byte is the second of one of them.
  private static let secondOfFile = (UInt8.min...UInt8.max).map { byte in fileStarts.contains { $0[1] == byte } }

  /// Returns the password, or only the token, in `scheme://user:password@host`.
  private static func userInformation(in text: ArraySlice<UInt8>, at colon: Int, _ includingUsers: Bool) -> Match? {
    guard text.has(authorityStart, at: colon) else { return nil }
    let authority = text[(colon + 3)..<text.first(of: .authorityEnd, from: colon + 3, limit: 512)]
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    let user = authority[..<at]
    if let divider = user.firstIndex(of: UInt8(ascii: ":")) {
      guard divider + 1 < at else { return nil }
      return Match(range: (divider + 1)..<at, name: "password", start: includingUsers ? user.startIndex : divider + 1)
    }
    return includingUsers || KeyLikeness(user).isKeyLike ? Match(range: user.startIndex..<at, name: "user") : nil
  }

  private static let authorityStart = Array("://".utf8)
  private static let privateKeyStart = Array("-----BEGIN ".utf8)
  private static let webTokenStart = Array("eyJ".utf8)

  private static func privateKey(in text: ArraySlice<UInt8>, at index: Int) -> Match? {
    guard text.has(privateKeyStart, at: index) else { return nil }
    let head = text[(index + 11)...].prefix(64).prefix { $0 != UInt8(ascii: "-") }
    guard String(decoding: head, as: UTF8.self).contains("PRIVATE KEY") else { return nil }
    guard let end = text[head.endIndex...].firstRange(of: Array("-----END ".utf8)[...]),
      let close = text[end.upperBound...].prefix(80).firstRange(of: Array("-----".utf8)[...])
    else { return Match(range: index..<text.endIndex, name: "private-key") }
    return Match(range: index..<close.upperBound, name: "private-key")
  }

  /// A JSON Web Token ([RFC 7519](https://www.rfc-editor.org/rfc/rfc7519)): three parts if it is signed, five if encrypted.
  private static func webToken(in text: ArraySlice<UInt8>, at index: Int) -> Match? {
    guard text.has(webTokenStart, at: index) else { return nil }
    var parts = [ArraySlice<UInt8>]()
    var rest = text[index...]
    while parts.count < 5 {
      // The alphabet of base64 for URLs has neither plus nor slash.
      let part = rest.prefix(text.end(of: .webToken, from: rest.startIndex) - rest.startIndex)
      parts.append(part)
      guard part.endIndex < text.endIndex, text[part.endIndex] == UInt8(ascii: ".") else { break }
      rest = text[(part.endIndex + 1)...]
    }
    guard parts.count >= 3, parts[0].count >= 12, parts[1].count + parts[2].count >= 16,
      Base64Text.decode(parts[0])?.starts(with: "{\"".utf8) == true
    else { return nil }
    let isEncrypted = parts.count == 5 && parts[4].count >= 16
    return Match(range: index..<parts[isEncrypted ? 4 : 2].endIndex, name: "jwt")
  }

  /// `Bearer …` and `Basic …` in any text.
  private static func credentials(in text: ArraySlice<UInt8>, at index: Int) -> Match? {
    // `a` of `basic`, `e` of `bearer`: this check alone skips nearly all words.
    guard text.endIndex - index > 6, text[index + 1] | 0x20 == 0x61 || text[index + 1] | 0x20 == 0x65 else {
      return nil
    }
    let scheme = text[index...].prefix(6).map { $0 | 0x20 }
    let isBearer = scheme.elementsEqual("bearer".utf8)
    guard isBearer || scheme.starts(with: "basic".utf8) else { return nil }
    let start = index + (isBearer ? 6 : 5)
    guard start < text.endIndex, text[start] == 0x20 else { return nil }
    let token = text[(start + 1)..<text.end(of: .token68, from: start + 1)]
    if Placeholder.isPlaceholder(token) { return nil }
    let isToken =
      isBearer
      ? token.count >= 8 && (token.contains(where: \.isDigit) || token.count >= 24)
      : token.count >= 8
        && Base64Text.decode(token.prefix { $0 != UInt8(ascii: "=") })?.contains(UInt8(ascii: ":")) == true
        && Base64Text.holdsText(token.prefix { $0 != UInt8(ascii: "=") })
    return isToken ? Match(range: token.startIndex..<token.endIndex, name: isBearer ? "bearer" : "basic") : nil
  }

  /// 32 hexadecimal digits and twice eight more, as for a service of mail.
  private static func mailKey(in text: ArraySlice<UInt8>, at dash: Int) -> Match? {
    let start = dash - 32
    guard start >= text.startIndex, text.endIndex - dash >= 18, text[dash + 9] == text[dash],
      start == text.startIndex || !text[start - 1].isLetterOrDigit,
      dash + 18 == text.endIndex || !text[dash + 18].isLetterOrDigit,
      (start..<(dash + 18)).allSatisfy({ $0 == dash || $0 == dash + 9 || text[$0].hexadecimalValue != nil })
    else { return nil }
    return Match(range: start..<(dash + 18), name: "api-key", kind: "mailgun", tellsApart: true)
  }

  /// `123456789:` and 35 characters, as for chat bots.
  private static func botToken(in text: ArraySlice<UInt8>, at colon: Int) -> Match? {
    let count = text[..<colon].count(atEnd: .digit)
    guard (8...10).contains(count), colon - count == text.startIndex || !text[colon - count - 1].isDigit else {
      return nil
    }
    let end = text.end(of: .webToken, from: colon + 1, limit: 36)
    return end - colon - 1 == 35 ? Match(range: (colon - count)..<end, name: "bot-token") : nil
  }
}
