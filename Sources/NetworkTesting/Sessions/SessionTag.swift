/// A type that stands for a number, so that each mocked session can have a protocol class of its own.
///
/// The types are generic specialisations made at run time, a binary digit each: a number's type is only as deep as its
/// logarithm, and no number of sessions has to be foreseen.
protocol SessionTag: SendableMetatype {
  /// The number.
  static var number: Int { get }
}

/// The number 1.
enum SessionTagOne: SessionTag {
  static var number: Int { 1 }
}

/// Twice a number.
enum SessionTagEven<Half: SessionTag>: SessionTag {
  static var number: Int { Half.number << 1 }
}

/// Twice a number and one.
enum SessionTagOdd<Half: SessionTag>: SessionTag {
  static var number: Int { Half.number << 1 | 1 }
}

/// Makes the type of a number.
///
/// - Parameter number: The number; below 1 is as 1.
func sessionTag(_ number: Int) -> any SessionTag.Type {
  func even<Half: SessionTag>(_: Half.Type) -> any SessionTag.Type { SessionTagEven<Half>.self }
  func odd<Half: SessionTag>(_: Half.Type) -> any SessionTag.Type { SessionTagOdd<Half>.self }
  guard number > 1 else { return SessionTagOne.self }
  let half = sessionTag(number >> 1)
  return number & 1 == 0 ? even(half) : odd(half)
}
