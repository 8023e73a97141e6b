extension Duration {
  /// The duration as failure texts say it: "10 seconds", "1 second", "0.25 seconds".
  var inWords: String {
    let (seconds, attoseconds) = components
    var text = attoseconds < 0 || seconds < 0 ? "-" : ""
    text += String(seconds.magnitude)
    var fraction = String(attoseconds.magnitude)
    fraction = String(repeating: "0", count: max(0, 18 - fraction.count)) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    if !fraction.isEmpty { text += "." + fraction }
    return text == "1" ? "1 second" : text + " seconds"
  }
}
