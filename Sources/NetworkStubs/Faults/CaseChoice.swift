/// A choice of cases by their names, for one that failed.
enum CaseChoice {
  static let variable = "NETWORK_TESTING_CASES"

  /// Returns the cases of a list whose names contain the text of the variable `NETWORK_TESTING_CASES`; all where it is not set.
  ///
  /// Swift Testing filters tests by name, and not their cases.
  static func chosen<Case: CustomStringConvertible>(
    _ all: [Case], of list: @autoclosure () -> String, text: String? = wish,
    print: (String) -> Void = { StandardError.print($0) }
  ) -> [Case] {
    guard let text else { return all }
    let chosen = all.filter { $0.description.contains(text) }
    print("note: \(variable)=\(text.quoted) leaves \(chosen.count) of the \(all.count.counted("case")) of \(list()).")
    return chosen
  }

  private static let wish = ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
}
