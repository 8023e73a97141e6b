import Foundation

/// What a benchmark came to.
struct Measurement: Sendable {
  let name: String
  /// The median processor time of the subject, in nanoseconds.
  let subject: Double
  /// The median processor time of the floor, in nanoseconds.
  let floor: Double
  let bound: Double

  var ratio: Double { subject / floor }
  var isWithinBound: Bool { ratio <= bound }

  /// An object of JSON, on a line.
  var json: String {
    let text = name.replacingOccurrences(of: "\"", with: "\\\"")
    let numbers = String(
      format: #""nanoseconds": %.1f, "floor": %.1f, "ratio": %.3f, "bound": %.2f"#, subject, floor, ratio, bound)
    return "{\"name\": \"\(text)\", \(numbers)}"
  }

  /// One line, whose columns stand under those of other measurements.
  func line(nameWidth: Int) -> String {
    let columns = [
      name.padding(toLength: nameWidth, withPad: " ", startingAt: 0),
      String(format: "%10.0f ns", subject),
      String(format: "floor %10.0f ns", floor),
      String(format: "ratio %6.2f", ratio),
      String(format: "bound %6.2f", bound),
    ]
    return columns.joined(separator: "   ") + (isWithinBound ? "" : "   ✗")
  }
}
