/// A part of a request that a matcher can require to have an exact value, by which an index finds the matcher.
enum ExactPart: Hashable {
  case origin, host, scheme, port
  /// The first or last bytes of the host.
  case hostStart(Int), hostEnd(Int)
  /// Segments of the whole path, or at its end, except for those whose bits are set.
  case path(count: Int, wildcards: UInt64), pathEnd(count: Int, wildcards: UInt64)
  case query(String), header(String), cookie(String), form(String)
  case part(String), filename(String), partType(String)
  case text, bytes, operation
  case json([JSONPath.Step]), variable([JSONPath.Step])

  var isOfTarget: Bool {
    switch self {
    case .origin, .host, .scheme, .port, .hostStart, .hostEnd, .path, .pathEnd, .query: true
    case .header, .cookie, .form, .part, .filename, .partType, .text, .bytes, .operation, .json, .variable: false
    }
  }

  func values(in request: RequestReader) -> [Int] {
    let url = request.url
    switch self {
    case .origin: return Origin(url).map { [$0.hashValue] } ?? []
    case .host: return url.host.map { [$0.hashValue] } ?? []
    case .scheme: return url.scheme.map { [$0.hashValue] } ?? []
    case .port: return url.effectivePort.map { [$0.hashValue] } ?? []
    case .hostStart(let count): return url.host.map { [$0.utf8.prefix(count).hash] } ?? []
    case .hostEnd(let count): return url.host.map { [$0.utf8.suffix(count).hash] } ?? []
    case .path(let count, let wildcards):
      return url.segments.count == count ? [Self.hash(url.segments[...], wildcards)] : []
    case .pathEnd(let count, let wildcards):
      return url.segments.count >= count ? [Self.hash(url.segments.suffix(count), wildcards)] : []
    case .query(let name): return Self.values(of: name, in: url.query)
    case .cookie(let name):
      return request.cookies.compactMap { $0.name == name ? Optional($0.value ?? "").hashValue : nil }
    case .form(let name): return request.isForm ? Self.values(of: name, in: request.form) : []
    case .header(let name):
      return request.request.urlRequest.value(forHTTPHeaderField: name).map { [Self.header(name, $0)] } ?? []
    case .part(let name): return Self.parts(name, in: request).map(\.text.hashValue)
    case .filename(let name): return Self.parts(name, in: request).compactMap(\.filename?.hashValue)
    case .partType(let name): return Self.parts(name, in: request).compactMap { $0.headers["Content-Type"]?.hashValue }
    case .text: return [request.text.hashValue]
    case .bytes: return [request.body, request.request.body].map(\.hash)
    case .operation: return request.graphQL.compactMap { $0.operation?.hashValue }
    case .json(let steps):
      guard case .value(let body) = request.json else { return [] }
      return JSONPath.values(at: steps, in: body).map(\.hashValue)
    case .variable(let steps):
      return request.graphQL.flatMap { JSONPath.values(at: steps, in: $0.variables).map(\.hashValue) }
    }
  }

  private static func values(of name: String, in pairs: [QueryPair]) -> [Int] {
    pairs.compactMap { $0.name == name ? $0.value.hashValue : nil }
  }

  private static func parts(_ name: String, in request: RequestReader) -> [MultipartBody.Part] {
    request.multipart.parts.filter { $0.name == name }
  }

  static func hash(_ segments: ArraySlice<String>, _ wildcards: UInt64) -> Int {
    var hasher = Hasher()
    hasher.combine(segments.count)
    hasher.combine(wildcards)
    for (place, segment) in segments.enumerated() where !PathTemplate.isParameter(place, wildcards) {
      hasher.combine(segment)
    }
    return hasher.finalize()
  }

  /// Returns the hash of a header field; the scheme of credentials has no case.
  static func header(_ name: String, _ value: String) -> Int {
    guard name.hasSuffix("authorization"), let end = value.firstIndex(of: " ") else { return value.hashValue }
    return (value[..<end].lowercased() + value[end...]).hashValue
  }
}

/// One exact value, or two, that a request must have for a matcher to take it.
package struct ExactKey {
  var parts: [ExactPart]
  /// The hash of the value; equal hashes do not prove equality.
  var value: Int

  init(_ part: ExactPart, _ value: Int) { (parts, self.value) = ([part], value) }

  init(_ first: Self, _ second: Self) {
    (parts, value) = (first.parts + second.parts, Self.mixed(first.value, second.value))
  }

  /// Returns the values of one or two parts in a request, each once; nil if there are too many combinations.
  static func values(of parts: [ExactPart], in request: RequestReader) -> [Int]? {
    let first = distinct(parts[0].values(in: request))
    guard parts.count == 2, !first.isEmpty else { return first }
    let second = distinct(parts[1].values(in: request))
    guard first.count * second.count <= 1_000 else { return nil }
    return distinct(first.flatMap { one in second.map { mixed(one, $0) } })
  }

  private static func distinct(_ values: [Int]) -> [Int] { values.count > 1 ? Array(Set(values)) : values }

  private static func mixed(_ first: Int, _ second: Int) -> Int { (first &* 31) ^ second }
}

extension RequestMatcher {
  /// Returns the exact values of every request it takes, with a path of texts and parameters only if asked for the whole.
  func exactKeys(isWhole: Bool = false) -> [ExactKey] {
    url.exactKeys(isWhole: isWhole) + conditions.flatMap(\.exactKeys)
  }
}

extension URLPattern {
  fileprivate func exactKeys(isWhole: Bool) -> [ExactKey] {
    var keys = ExactKey.of(query, ExactPart.query)
    if let hostPattern {
      keys += [(ExactPart.hostStart, hostPattern.literalStart), (ExactPart.hostEnd, hostPattern.literalEnd)]
        .filter { !$0.1.isEmpty }.map { ExactKey($0.0($0.1.utf8.count), $0.1.utf8.hash) }
    } else if let origin {
      keys.append(ExactKey(.origin, origin.hashValue))
    }
    guard case .pattern(let pattern) = path, isWhole || pattern.template == nil else { return keys }
    let afterGlob = pattern.segments.lastIndex(of: .anySegments).map { $0 + 1 }
    let segments = pattern.segments[(afterGlob ?? 0)...]
    guard segments.count <= UInt64.bitWidth else { return keys }
    var wildcards: UInt64 = 0
    let texts = segments.enumerated().map { place, segment in
      if case .literal(let text) = segment { return text }
      wildcards |= 1 << UInt64(place)
      return ""
    }
    if wildcards.nonzeroBitCount < texts.count {
      let (count, hash) = (texts.count, ExactPart.hash(texts[...], wildcards))
      let part =
        afterGlob == nil
        ? ExactPart.path(count: count, wildcards: wildcards) : .pathEnd(count: count, wildcards: wildcards)
      keys.append(ExactKey(part, hash))
    }
    return keys
  }
}

extension ExactKey {
  static func of(_ pairs: [PairMatching.Expected], _ part: (String) -> ExactPart) -> [ExactKey] {
    pairs.compactMap { pair in
      guard let value = pair.value else { return ExactKey(part(pair.name), String?.none.hashValue) }
      return value.exactText.map { ExactKey(part(pair.name), Optional($0).hashValue) }
    }
  }

  /// The keys of the values that JSON must have to contain some JSON.
  static func of(
    _ value: JSONValue, at steps: [JSONPath.Step] = [], _ part: ([JSONPath.Step]) -> ExactPart
  ) -> [ExactKey] {
    switch value {
    case .object(let members): members.flatMap { of($0.value, at: steps + [.key($0.key)], part) }
    case .array(let elements) where !elements.isEmpty:
      elements.enumerated().flatMap { of($0.element, at: steps + [.index($0.offset)], part) }
    default: [ExactKey(part(steps), value.hashValue)]
    }
  }
}

extension Sequence<UInt8> {
  /// A hash of all bytes; that of `Data` itself is one of the first few.
  var hash: Int {
    var hasher = Hasher()
    if withContiguousStorageIfAvailable({ hasher.combine(bytes: UnsafeRawBufferPointer($0)) }) == nil {
      for byte in self { hasher.combine(byte) }
    }
    return hasher.finalize()
  }
}
