import NetworkEndpoints

/// The secrets that are known by their shape, whatever they stand under.
enum SecretShapes {
  struct Finding {
    let range: Range<Int>
    let name: String
    /// Where what is hidden with the secret begins.
    let start: Int

    init(range: Range<Int>, name: String, start: Int? = nil) {
      self.range = range
      self.name = name
      self.start = start ?? range.lowerBound
    }
  }

  /// Finds secrets.
  ///
  /// - Parameters:
  ///   - text: Text of any kind.
  ///   - includingKeys: Whether long random strings count, which ids and digests are as well.
  ///   - includingUsers: Whether all before the host of a URL counts, and not its password alone.
  static func findings(
    in text: ArraySlice<UInt8>, includingKeys: Bool = true, includingUsers: Bool = false
  ) -> [Finding] {
    starts.withUnsafeBufferPointer { starts in
      ByteKinds.table.withUnsafeBufferPointer { kinds in
        findings(in: text, includingKeys, includingUsers, starts, kinds)
      }
    }
  }

  private static func findings(
    in text: ArraySlice<UInt8>, _ includingKeys: Bool, _ includingUsers: Bool, _ starts: UnsafeBufferPointer<Start>,
    _ kinds: UnsafeBufferPointer<ByteKinds>
  ) -> [Finding] {
    let (end, letterOrDigit, key) = (text.endIndex, ByteKinds.letterOrDigit.rawValue, ByteKinds.key.rawValue)
    var (found, index, last) = ([Finding](), text.startIndex, UInt8(0))
    while index < end {
      let byte = text[index]
      let start = starts[Int(byte)].rawValue
      if start == 2 || start == 1 && kinds[Int(last)].rawValue & letterOrDigit == 0,
        let finding = finding(in: text, at: index, includingUsers)
      {
        found.append(finding)
        index = finding.range.upperBound
        last = text[index - 1]
        continue
      }
      if includingKeys, kinds[Int(byte)].rawValue & key != 0, kinds[Int(last)].rawValue & key == 0 {
        // No shape ends inside such a run, so that it can be judged whole, and its own shapes after it.
        // The digits of an escape are no part of what follows it.
        var runEnd = index + 1
        while runEnd < end, kinds[Int(text[runEnd])].rawValue & key != 0 { runEnd += 1 }
        let run = text[min(index + (last == UInt8(ascii: "%") ? 2 : 0), runEnd)..<runEnd]
        if isKey(run, after: text[..<run.startIndex]) { found.append(Finding(range: run.indices, name: "key")) }
      }
      last = byte
      index += 1
    }
    return found
  }

  /// Where a shape may begin with a byte.
  private enum Start: UInt8 {
    case nowhere, afterNoLetterOrDigit, anywhere
  }

  private static let starts: [Start] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "-"): .anywhere
    case _ where byte.isDigit || "eBbh".utf8.contains(byte) || !ServiceKeys.prefixes(startingWith: byte).isEmpty:
      .afterNoLetterOrDigit
    default: .nowhere
    }
  }

  private static func finding(in text: ArraySlice<UInt8>, at index: Int, _ includingUsers: Bool) -> Finding? {
    switch text[index] {
    case UInt8(ascii: ":"): userInformation(in: text, at: index, includingUsers)
    case UInt8(ascii: "-"): privateKey(in: text, at: index)
    case UInt8(ascii: "e"): webToken(in: text, at: index) ?? serviceKey(in: text, at: index)
    case UInt8(ascii: "B"), UInt8(ascii: "b"): credentials(in: text, at: index)
    case UInt8(ascii: "h"): webhook(in: text, at: index) ?? serviceKey(in: text, at: index)
    case let byte where byte.isDigit: botToken(in: text, at: index) ?? serviceKey(in: text, at: index)
    default: serviceKey(in: text, at: index)
    }
  }

  private static func isKey(_ run: ArraySlice<UInt8>, after before: ArraySlice<UInt8>) -> Bool {
    guard run.count >= 32, KeyLikeness(run).isKey, !Base64Text.holdsText(run) else { return false }
    // Data in a URL and digests of resources are published, not secret.
    return !before.suffix(8).elementsEqual(";base64,".utf8) && !run.starts(with: "sha".utf8)
  }

  /// The password, or the token alone, in `scheme://user:password@host`.
  private static func userInformation(
    in text: ArraySlice<UInt8>, at colon: Int, _ includingUsers: Bool
  ) -> Finding? {
    guard text.has(authorityStart, at: colon) else { return nil }
    let authority = text[(colon + 3)..<text.first(of: .authorityEnd, from: colon + 3, limit: 512)]
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    let user = authority[..<at]
    if let divider = user.firstIndex(of: UInt8(ascii: ":")) {
      guard divider + 1 < at else { return nil }
      return Finding(
        range: (divider + 1)..<at, name: "password", start: includingUsers ? user.startIndex : divider + 1)
    }
    return includingUsers || KeyLikeness(user).isKeyLike ? Finding(range: user.startIndex..<at, name: "user") : nil
  }

  private static let authorityStart = Array("://".utf8)
  private static let privateKeyStart = Array("-----BEGIN ".utf8)
  private static let webTokenStart = Array("eyJ".utf8)

  private static func privateKey(in text: ArraySlice<UInt8>, at index: Int) -> Finding? {
    guard text.has(privateKeyStart, at: index) else { return nil }
    let head = text[(index + 11)...].prefix(64).prefix { $0 != UInt8(ascii: "-") }
    guard String(decoding: head, as: UTF8.self).hasSuffix("PRIVATE KEY") else { return nil }
    guard let end = text[head.endIndex...].firstRange(of: Array("-----END ".utf8)[...]),
      let close = text[end.upperBound...].prefix(80).firstRange(of: Array("-----".utf8)[...])
    else { return Finding(range: index..<text.endIndex, name: "private-key") }
    return Finding(range: index..<close.upperBound, name: "private-key")
  }

  /// [RFC 7519](https://www.rfc-editor.org/rfc/rfc7519): three parts where it is signed, five where it is encrypted.
  private static func webToken(in text: ArraySlice<UInt8>, at index: Int) -> Finding? {
    guard text.has(webTokenStart, at: index) else { return nil }
    var (parts, rest) = ([ArraySlice<UInt8>](), text[index...])
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
    return Finding(range: index..<parts[isEncrypted ? 4 : 2].endIndex, name: "jwt")
  }

  /// `Bearer …` and `Basic …` in any text.
  private static func credentials(in text: ArraySlice<UInt8>, at index: Int) -> Finding? {
    // `a` of `basic`, `e` of `bearer`: nearly all words are passed by this look alone.
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
    return isToken ? Finding(range: token.startIndex..<token.endIndex, name: isBearer ? "bearer" : "basic") : nil
  }

  private static func webhook(in text: ArraySlice<UInt8>, at index: Int) -> Finding? {
    guard index + 1 < text.endIndex, text[index + 1] == UInt8(ascii: "o") else { return nil }
    for host in ["hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.zapier.com/hooks/catch/"] {
      guard text[index...].starts(with: host.utf8) else { continue }
      let path = text[(index + host.utf8.count)...].prefix { $0.isLetterOrDigit || "-_/".utf8.contains($0) }
      if path.count >= 8 { return Finding(range: path.startIndex..<path.endIndex, name: "webhook") }
    }
    return nil
  }

  /// `123456789:` and 35 characters, as chat bots have them.
  private static func botToken(in text: ArraySlice<UInt8>, at index: Int) -> Finding? {
    let number = text[index..<text.end(of: .digit, from: index, limit: 11)]
    guard (8...10).contains(number.count), number.endIndex < text.endIndex, text[number.endIndex] == UInt8(ascii: ":")
    else { return nil }
    let rest = text[(number.endIndex + 1)...].prefix(40).prefix { $0.isLetterOrDigit || "-_".utf8.contains($0) }
    return rest.count == 35 ? Finding(range: index..<rest.endIndex, name: "bot-token") : nil
  }

  private static func serviceKey(in text: ArraySlice<UInt8>, at index: Int) -> Finding? {
    for prefix in ServiceKeys.prefixes(startingWith: text[index])
    where index + 1 < text.endIndex && text[index + 1] == prefix.second && text.has(prefix.text, at: index) {
      let start = index + prefix.text.count
      let body = text[start..<text.end(of: .serviceKey, from: start)]
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

/// What the keys of well-known services begin with, and how many characters follow at least.
enum ServiceKeys {
  struct Prefix {
    let text: [UInt8]
    let second: UInt8
    let least: Int
  }

  static func prefixes(startingWith byte: UInt8) -> [Prefix] {
    table[Int(byte)]
  }

  private static let table: [[Prefix]] = {
    let groups = Dictionary(grouping: all) { $0.text.first ?? 0 }
    return (UInt8.min...UInt8.max).map { groups[$0] ?? [] }
  }()

  private static let all: [Prefix] = [
    // Payments.
    ("sk_live_", 10), ("sk_test_", 10), ("rk_live_", 10), ("rk_test_", 10), ("pk_live_", 10), ("pk_test_", 10),
    ("whsec_", 16), ("sq0atp-", 16), ("sq0csp-", 16), ("rzp_live_", 10), ("rzp_test_", 10), ("shpat_", 24),
    ("shpss_", 24), ("shpca_", 24),
    // Code hosts and registries.
    ("ghp_", 30), ("gho_", 30), ("ghu_", 30), ("ghs_", 30), ("ghr_", 30), ("github_pat_", 30), ("glpat-", 16),
    ("gldt-", 16), ("glrt-", 16), ("npm_", 30), ("pypi-", 30), ("rubygems_", 30), ("dckr_pat_", 20), ("ATATT3", 40),
    ("ATCTT3", 40),
    // Chat and mail.
    ("xoxb-", 16), ("xoxp-", 16), ("xoxa-", 16), ("xoxr-", 16), ("xoxs-", 16), ("xoxe-", 16), ("xapp-", 16),
    ("SG.", 30), ("key-", 28), ("mailchimp-", 30),
    // Clouds.
    ("AKIA", 16), ("ASIA", 16), ("AIza", 30), ("ya29.", 20), ("1//0", 20), ("LTAI", 16), ("dop_v1_", 40),
    ("doo_v1_", 40), ("hvs.", 20), ("hvb.", 20), ("dapi", 32), ("glsa_", 30), ("sbp_", 30), ("vercel_", 20),
    ("AGE-SECRET-KEY-", 40),
    // Models and tools.
    ("sk-", 20), ("gsk_", 20), ("xai-", 20), ("hf_", 20), ("r8_", 30), ("lin_api_", 30), ("figd_", 30), ("secret_", 30),
    ("ntn_", 30), ("PMAK-", 30), ("sgp_", 30), ("EAAC", 60), ("pat-", 30), ("api-", 32),
  ].map { Prefix(text: Array($0.utf8), second: Array($0.utf8)[1], least: $1) }
}

/// Which four bytes patterns begin with, roughly: nearly all places of a text are passed by this look alone.
struct PatternStarts: Sendable {
  private var bits: [UInt64]
  private let shift: UInt32

  /// Makes room for some patterns and as many again.
  init(of patterns: some Collection<[UInt8]> = EmptyCollection<[UInt8]>()) {
    // Sixteen bits for each, so that few places look like a start by chance.
    let size = max(1 << 12, patterns.count * 32)
    let exponent = UInt32(Int.bitWidth - (size - 1).leadingZeroBitCount)
    bits = [UInt64](repeating: 0, count: 1 << (exponent - 6))
    shift = 32 - exponent
    for pattern in patterns { insert(pattern) }
  }

  func isFull(with count: Int) -> Bool { count * 16 > bits.count * 64 && shift > 0 }

  mutating func insert(_ pattern: [UInt8]) {
    let bit = pattern.withUnsafeBufferPointer { self.bit($0, at: 0) }
    bits[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  /// The next place where a pattern may begin.
  func next(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let (last, shift) = (text.count - 4, UInt64(self.shift))
    guard start <= last else { return nil }
    return bits.withUnsafeBufferPointer { bits in
      var index = start
      // The four bytes at the place, the last one highest.
      var key = UInt32(text[index]) << 8 | UInt32(text[index + 1]) << 16 | UInt32(text[index + 2]) << 24
      while index <= last {
        key = key >> 8 | UInt32(text[index + 3]) << 24
        let bit = UInt64(key &* 0x9E37_79B1) &>> shift
        if bits[Int(bit &>> 6)] & (1 &<< (bit & 63)) != 0 { return index }
        index += 1
      }
      return nil
    }
  }

  @inline(__always)
  private func bit(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let key =
      UInt32(text[index]) | UInt32(text[index + 1]) << 8 | UInt32(text[index + 2]) << 16 | UInt32(text[index + 3]) << 24
    return Int((key &* 0x9E37_79B1) >> shift)
  }
}
