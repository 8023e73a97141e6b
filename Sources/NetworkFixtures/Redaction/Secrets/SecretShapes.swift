import NetworkEndpoints

/// The secrets that are known by their shape, whatever they stand under.
enum SecretShapes {
  struct Finding {
    let range: Range<Int>
    let name: String
  }

  /// Finds secrets.
  ///
  /// - Parameters:
  ///   - text: Text of any kind.
  ///   - includingKeys: Whether long random strings count, which ids and digests are as well.
  static func findings(in text: ArraySlice<UInt8>, includingKeys: Bool = true) -> [Finding] {
    var (found, index, last) = ([Finding](), text.startIndex, UInt8(0))
    while index < text.endIndex {
      let byte = text[index]
      if let finding = finding(in: text, at: index, after: last) {
        found.append(finding)
        index = finding.range.upperBound
      } else if includingKeys, byte.isKeyByte, !last.isKeyByte {
        // No shape ends inside such a run, so that it can be judged whole, and its own shapes after it.
        // The digits of an escape are no part of what follows it.
        let run = text[index...].prefix(while: \.isKeyByte).dropFirst(last == UInt8(ascii: "%") ? 2 : 0)
        if isKey(run, after: text[..<run.startIndex]) { found.append(Finding(range: run.indices, name: "key")) }
        index += 1
      } else {
        index += 1
      }
      last = text[index - 1]
    }
    return found
  }

  private static func finding(in text: ArraySlice<UInt8>, at index: Int, after last: UInt8) -> Finding? {
    switch text[index] {
    case UInt8(ascii: ":"): return userInformation(in: text, at: index)
    case UInt8(ascii: "-"): return privateKey(in: text, at: index)
    case _ where last.isLetterOrDigit: return nil
    case UInt8(ascii: "e"): return webToken(in: text, at: index) ?? serviceKey(in: text, at: index)
    case UInt8(ascii: "B"), UInt8(ascii: "b"): return credentials(in: text, at: index)
    case UInt8(ascii: "h"): return webhook(in: text, at: index) ?? serviceKey(in: text, at: index)
    case let byte where byte.isDigit: return botToken(in: text, at: index) ?? serviceKey(in: text, at: index)
    default: return serviceKey(in: text, at: index)
    }
  }

  private static func isKey(_ run: ArraySlice<UInt8>, after before: ArraySlice<UInt8>) -> Bool {
    guard run.count >= 32, KeyLikeness(run).isKey, !Base64Text.holdsText(run) else { return false }
    // Data in a URL and digests of resources are published, not secret.
    return !before.suffix(8).elementsEqual(";base64,".utf8) && !run.starts(with: "sha".utf8)
  }

  /// The password, or the token alone, in `scheme://user:password@host`.
  private static func userInformation(in text: ArraySlice<UInt8>, at colon: Int) -> Finding? {
    guard text[colon...].starts(with: "://".utf8) else { return nil }
    let authority = text[(colon + 3)...].prefix(512).prefix { !authorityEnds.contains($0) && $0 < 0x80 }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    let user = authority[..<at]
    if let divider = user.firstIndex(of: UInt8(ascii: ":")) {
      return divider + 1 < at ? Finding(range: (divider + 1)..<at, name: "password") : nil
    }
    return KeyLikeness(user).isKeyLike ? Finding(range: user.startIndex..<at, name: "user") : nil
  }

  private static let authorityEnds = ASCIISet("/?# \t\r\n\"'<>`{}")
  private static let token68Marks = ASCIISet("-._~+/=")
  private static let keyMarks = ASCIISet("-_.")

  private static func privateKey(in text: ArraySlice<UInt8>, at index: Int) -> Finding? {
    guard text[index...].starts(with: "-----BEGIN ".utf8) else { return nil }
    let head = text[(index + 11)...].prefix(64).prefix { $0 != UInt8(ascii: "-") }
    guard String(decoding: head, as: UTF8.self).hasSuffix("PRIVATE KEY") else { return nil }
    guard let end = text[head.endIndex...].firstRange(of: Array("-----END ".utf8)[...]),
      let close = text[end.upperBound...].prefix(80).firstRange(of: Array("-----".utf8)[...])
    else { return Finding(range: index..<text.endIndex, name: "private-key") }
    return Finding(range: index..<close.upperBound, name: "private-key")
  }

  /// [RFC 7519](https://www.rfc-editor.org/rfc/rfc7519): three parts where it is signed, five where it is encrypted.
  private static func webToken(in text: ArraySlice<UInt8>, at index: Int) -> Finding? {
    guard text[index...].starts(with: "eyJ".utf8) else { return nil }
    var (parts, rest) = ([ArraySlice<UInt8>](), text[index...])
    while parts.count < 5 {
      let part = rest.prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      parts.append(part)
      guard part.endIndex < text.endIndex, text[part.endIndex] == UInt8(ascii: ".") else { break }
      rest = text[(part.endIndex + 1)...]
    }
    guard parts.count >= 3, parts[0].count >= 12, parts[1].count + parts[2].count >= 16,
      Base64Text.decode(parts[0])?.starts(with: "{\"".utf8) == true
    else { return nil }
    let isEncrypted = parts.count == 5 && parts[4].count >= 16
    return Finding(range: index..<parts[isEncrypted ? 4 : 2].endIndex, name: "jwt")
  }

  /// `Bearer …` and `Basic …` in any text.
  private static func credentials(in text: ArraySlice<UInt8>, at index: Int) -> Finding? {
    let scheme = text[index...].prefix(6).map { $0 | 0x20 }
    let isBearer = scheme.elementsEqual("bearer".utf8)
    guard isBearer || scheme.starts(with: "basic".utf8) else { return nil }
    let start = index + (isBearer ? 6 : 5)
    guard start < text.endIndex, text[start] == 0x20 else { return nil }
    let token = text[(start + 1)...].prefix { $0.isLetterOrDigit || token68Marks.contains($0) }
    if Placeholder.isPlaceholder(token) { return nil }
    let isToken =
      isBearer
      ? token.count >= 8 && (token.contains(where: \.isDigit) || token.count >= 24)
      : token.count >= 8
        && Base64Text.decode(token.prefix { $0 != UInt8(ascii: "=") })?.contains(UInt8(ascii: ":")) == true
        && Base64Text.holdsText(token.prefix { $0 != UInt8(ascii: "=") })
    return isToken ? Finding(range: token.startIndex..<token.endIndex, name: isBearer ? "bearer" : "basic") : nil
  }

  private static func webhook(in text: ArraySlice<UInt8>, at index: Int) -> Finding? {
    for host in ["hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.zapier.com/hooks/catch/"] {
      guard text[index...].starts(with: host.utf8) else { continue }
      let path = text[(index + host.utf8.count)...].prefix { $0.isLetterOrDigit || "-_/".utf8.contains($0) }
      if path.count >= 8 { return Finding(range: path.startIndex..<path.endIndex, name: "webhook") }
    }
    return nil
  }

  /// `123456789:` and 35 characters, as chat bots have them.
  private static func botToken(in text: ArraySlice<UInt8>, at index: Int) -> Finding? {
    let number = text[index...].prefix(11).prefix(while: \.isDigit)
    guard (8...10).contains(number.count), number.endIndex < text.endIndex, text[number.endIndex] == UInt8(ascii: ":")
    else { return nil }
    let rest = text[(number.endIndex + 1)...].prefix(40).prefix { $0.isLetterOrDigit || "-_".utf8.contains($0) }
    return rest.count == 35 ? Finding(range: index..<rest.endIndex, name: "bot-token") : nil
  }

  private static func serviceKey(in text: ArraySlice<UInt8>, at index: Int) -> Finding? {
    for prefix in ServiceKeys.prefixes(startingWith: text[index]) where text[index...].starts(with: prefix.text) {
      let body = text[(index + prefix.text.count)...].prefix { $0.isLetterOrDigit || keyMarks.contains($0) }
      let trimmed = body.lastIndex { $0.isLetterOrDigit }.map { body[...$0] } ?? body.prefix(0)
      guard trimmed.count >= prefix.least, trimmed.contains(where: \.isDigit) else { continue }
      let letters = trimmed.filter { $0.isLetterOrDigit && !$0.isDigit }.count
      // Words joined by dashes begin like a key now and then; a key has digits among its letters.
      guard letters >= 2, trimmed.filter(\.isDigit).count * 16 >= trimmed.count else { continue }
      return Finding(range: index..<trimmed.endIndex, name: "api-key")
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isKeyByte: Bool {
    isLetterOrDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") || self == UInt8(ascii: "+")
  }
}
