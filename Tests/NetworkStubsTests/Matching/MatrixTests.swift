import TestSupport
import Testing

@testable import NetworkStubs

/// Every attribute with every operator: whether it matches, and every word of what is said of it.
struct MatrixTests {
  /// What is sent; an attribute has a value that is asked for, another one, or is not there.
  enum Sample: String, CaseIterable {
    case suitable, other, absent

    var value: String? {
      switch self {
      case .suitable: "swift-6.test"
      case .other: "kotlin-2.test"
      case .absent: nil
      }
    }
  }

  static let operators: [TextPattern] = [
    "swift-6.test", .containing("ift-"), .prefix("swift"), .suffix("6.test"), .regex("^swift-[0-9]"), .regex("swift-["),
    .anything, .missing,
  ]

  static func isMatch(_ pattern: TextPattern, _ sample: Sample) -> Bool {
    switch sample {
    case .absent: pattern.isMissing
    case .suitable: !pattern.isMissing && pattern.problem == nil
    case .other: pattern.isAnything
    }
  }

  @Test("an operator means the same for every attribute", arguments: MatrixAttribute.all, operators)
  func verdict(attribute: MatrixAttribute, pattern: TextPattern) {
    for sample in Sample.allCases {
      let (matcher, request) = (attribute.matcher(pattern), attribute.request(sample.value))
      #expect(matcher.takes(request) == Self.isMatch(pattern, sample), "\(sample)")
      let isNegationMatch = pattern.problem == nil && !Self.isMatch(pattern, sample)
      #expect((!matcher).takes(request) == isNegationMatch, "\(sample)")
    }
  }

  @Test("what is said of an attribute is as it was approved", arguments: MatrixAttribute.all)
  func messages(attribute: MatrixAttribute) throws {
    let paragraphs = Self.operators.map { pattern in
      let matcher = attribute.matcher(pattern)
      let lines = Sample.allCases.map { sample in
        let request = attribute.request(sample.value)
        return "  \(sample): ".padding(toLength: 12, withPad: " ", startingAt: 0)
          + matcher.conditionLines(request).joined(separator: "\n            ")
      }
      return (["\(matcher)"] + lines).joined(separator: "\n")
    }
    try expectGolden(paragraphs.joined(separator: "\n\n"), "Matching/\(attribute.name).txt")
  }
}
