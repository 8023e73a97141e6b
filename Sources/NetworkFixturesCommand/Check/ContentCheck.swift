/// Checks of a file: whether it matches its name, its age, and whether it holds secrets.
struct ContentCheck {
  let redaction: Redaction
  /// The time before which recordings are old; nil if age does not matter.
  let oldest: Date?
  let base: URL
  /// The rules for what recordings hold.
  let trafficRules: [TrafficRule]

  /// Returns the problems with a file.
  func findings(in file: URL) -> [Finding] {
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      return [finding(.invalidFile, file, "it cannot be read: \(error.localizedDescription)")]
    }
    do {
      switch file.pathExtension.lowercased() {
      case "har": return recording(try HARFile(data, at: file, name: file.path(from: base)).har, file)
      case "http": return message(try HTTPMessage(data), data, file)
      case "json": return try json(data, file)
      default: return String(data: data, encoding: .utf8).map { text($0, file) } ?? []
      }
    } catch let error as HARError {
      return [finding(.invalidFile, file, "it is not a recording: \(error.reason)", line: error.line)]
    } catch let error as HTTPMessageError {
      return [finding(.invalidFile, file, "it is not an HTTP message: \(error.reason)", line: error.place.line)]
    } catch let error as JSONSyntaxError {
      return [finding(.invalidFile, file, "it is not JSON: \(error.reason).", line: error.line)]
    } catch {
      return [finding(.invalidFile, file, "\(error)")]
    }
  }

  private func recording(_ har: HAR, _ file: URL) -> [Finding] {
    let redacted = redaction.redacted(har)
    var findings: [Finding] = []
    for (index, (before, after)) in zip(har.log.entries, redacted.log.entries).enumerated() where before != after {
      let names = Placeholders.added(by: HAR(log: HAR.Log(entries: [after])), to: HAR(log: HAR.Log(entries: [before])))
      let request = "\(after.request.method) \(after.request.url.shortened(to: 120))"
      findings.append(finding(.secret, file, "entry \(index + 1), \(request), has \(names): run redact."))
    }
    findings += redaction.suspects(in: redacted).map { finding(.possibleSecret, file, $0.description) }
    let odd = har.log.entries.enumerated().compactMap { number, entry in
      entry.oddSize.map { "entry \(number + 1), \(entry.title): \($0)" }
    }
    if let first = odd.first {
      let rest = odd.count > 1 ? " \(odd.count - 1) more of its entries have another size too." : ""
      findings.append(finding(.bodySize, file, first + rest))
    }
    if !trafficRules.isEmpty {
      findings += RecordedTraffic(har).breaches(of: trafficRules).map { finding(.traffic, file, $0) }
    }
    if let oldest, let latest = har.log.entries.map(\.startedDateTime).max(), latest < oldest {
      let day = ISO8601DateFormatter.string(from: latest, timeZone: .gmt, formatOptions: [.withFullDate])
      findings.append(finding(.oldRecording, file, "its latest exchange is from \(day). Re-record it."))
    }
    return findings
  }

  private func message(_ message: HTTPMessage, _ data: Data, _ file: URL) -> [Finding] {
    let redacted = redaction.redacted(message)
    guard redacted != message else { return [] }
    let before = String(decoding: data, as: UTF8.self)
    let after = String(decoding: redacted.encoded(), as: UTF8.self)
    return [finding(.secret, file, "it has \(Placeholders.added(by: after, to: before)): run redact.")]
  }

  private func json(_ data: Data, _ file: URL) throws -> [Finding] {
    let json = try JSONValue(parsing: data)
    let secrets = text(String(decoding: data, as: UTF8.self), file)
    return secrets + redaction.suspects(in: json, "it").map { finding(.possibleSecret, file, $0.description) }
  }

  private func text(_ text: String, _ file: URL) -> [Finding] {
    let redacted = redaction.redacted(text)
    guard redacted != text else { return [] }
    let lines = (
      text.split(separator: "\n", omittingEmptySubsequences: false),
      redacted.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let line = zip(lines.0, lines.1).enumerated().first { $0.element.0 != $0.element.1 }.map { $0.offset + 1 }
    return [finding(.secret, file, "it has \(Placeholders.added(by: redacted, to: text)): run redact.", line: line)]
  }

  private func finding(_ rule: Finding.Rule, _ file: URL, _ message: String, line: Int? = nil) -> Finding {
    Finding(rule: rule, file: file.path(from: base), line: line, message: message)
  }
}

/// The information in placeholders about their secrets.
private enum Placeholders {
  static func added(by after: HAR, to before: HAR) -> String {
    added(
      by: String(decoding: after.encoded(), as: UTF8.self), to: String(decoding: before.encoded(), as: UTF8.self))
  }

  static func added(by after: String, to before: String) -> String {
    let names = counts(in: after).subtracting(counts(in: before)).map { $0.replacingOccurrences(of: "-", with: " ") }
    return names.isEmpty ? "a secret" : "what looks like a secret (\(Set(names).sorted().inWords))"
  }

  private static func counts(in text: String) -> Set<String> {
    Set(text.matches(of: /REDACTED-([a-z0-9]+(?:-[a-z0-9]+)*?)-[0-9]+/).map { String($0.1) })
  }
}

extension HAR.Entry {
  /// The difference of a body and its size, as the end of a sentence; nil if there is none, or if the body was redacted.
  fileprivate var oddSize: String? {
    let content = response.content
    guard content.size > 0, let text = content.text, !text.isEmpty, !text.contains("REDACTED-"),
      let body = try? response.body(), let written = try? content.body(), body == written, body.count != content.size
    else { return nil }
    let isOfLetters = content.encoding ?? "" == "" && text.unicodeScalars.count == content.size
    let reason =
      isOfLetters ? "its text has as many letters, so bytes may have been written as letters" : "it may be cut"
    return "the body has \(body.count.counted("byte")), but its size is \(content.size): \(reason)."
  }
}
