import Foundation

/// Names and values as queries and forms have them, `a=1&b=2`.
enum QueryText {
  /// The items of a URL's query, decoded, in their order.
  static func pairs(inURL url: String) -> [(name: String, value: String)] {
    let beforeFragment = url.prefix { $0 != "#" }
    guard let mark = beforeFragment.firstIndex(of: "?") else { return [] }
    return beforeFragment[beforeFragment.index(after: mark)...].split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(decoded)
      return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }
  }

  /// The body of a form: <https://url.spec.whatwg.org/#urlencoded-serializing>.
  static func form(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { encoded($0.name) + "=" + encoded($0.value) }.joined(separator: "&")
  }

  private static func decoded(_ text: Substring) -> String {
    let spaced = text.contains("+") ? text.replacingOccurrences(of: "+", with: " ") : String(text)
    return spaced.contains("%") ? spaced.removingPercentEncoding ?? spaced : spaced
  }

  private static func encoded(_ text: String) -> String {
    let kept = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789*-._ ")
    return (text.addingPercentEncoding(withAllowedCharacters: kept) ?? text).replacingOccurrences(of: " ", with: "+")
  }
}
