import Foundation

extension FixtureError {
  static func undecodable(_ name: String, as type: Any.Type, data: Data, because error: any Error) -> Self {
    let problem = DecodingProblem(error, in: data)
    var there = ["\(name):\(problem.place.line):\(problem.place.column), at \(problem.path): \(problem.reason)"]
    there.append(data.isEmpty ? "The file is empty." : "The text there: \(problem.place.excerpt)")
    if !problem.keys.isEmpty { there.append("The keys there: \(problem.keys.joined(separator: ", "))") }
    return Self(
      .undecodable,
      name: name,
      underlyingError: error,
      report: Report(
        happened: "The fixture \(name.quoted) does not decode as \(type).",
        there: there,
        remedy: "Correct the file or the type, or give the decoder that the file needs: decode(using: …)."
      )
    )
  }
}
