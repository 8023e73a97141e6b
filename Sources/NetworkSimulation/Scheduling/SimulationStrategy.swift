/// The rule by which the runs of a simulated test choose the next work.
///
/// A seed fixes all choices of a run, whatever the strategy.
public struct SimulationStrategy: Hashable, Sendable {
  enum Storage: Hashable { case mixed, random, preemptions(Int), priorities(Int), answerOrder }
  let storage: Storage

  /// Each run follows one of the others, chosen by its seed: the best to start with.
  public static let mixed = Self(storage: .mixed)

  /// All ready work is equally likely to run next.
  public static let random = Self(storage: .random)

  /// A task runs until it has to wait, and is interrupted at this many places at most.
  ///
  /// Most races need one or two interruptions, in the right places. Bounding their number makes each of them more likely than a
  /// random choice at every step ([Musuvathi and Qadeer, 2007](https://doi.org/10.1145/1250734.1250785)).
  ///
  /// - Parameter count: The most interruptions in a run.
  public static func preemptions(atMost count: Int) -> Self { Self(storage: .preemptions(max(0, count))) }

  /// The task that ranks highest runs as long as it can, by ranks that the seed deals, and this many of them are lost at most.
  ///
  /// So a task can stay behind while others take many turns, which is unlikely if each turn is a new choice
  /// ([Burckhardt and others, 2010](https://doi.org/10.1145/1736020.1736040)).
  ///
  /// - Parameter count: The most times that the running task becomes the last.
  public static func priorities(changes count: Int) -> Self { Self(storage: .priorities(max(0, count))) }

  /// Code runs in the order in which it became ready; only network answers and simultaneous wake-ups change places.
  public static let answerOrder = Self(storage: .answerOrder)
}

extension SimulationStrategy: CustomStringConvertible {
  /// The code that creates it.
  public var description: String {
    switch storage {
    case .mixed: ".mixed"
    case .random: ".random"
    case .preemptions(let count): ".preemptions(atMost: \(count))"
    case .priorities(let count): ".priorities(changes: \(count))"
    case .answerOrder: ".answerOrder"
    }
  }
}

extension SimulationStrategy {
  /// Returns the strategy of a run with a generator: this one, or the mixture's choice for that run.
  func resolved(by generator: inout SeededGenerator) -> Self {
    guard storage == .mixed else { return self }
    let choices: [Self] = [
      .random, .random, .preemptions(atMost: 1), .preemptions(atMost: 3), .priorities(changes: 1),
      .priorities(changes: 3),
      .answerOrder,
    ]
    return choices[generator.index(below: choices.count)]
  }
}
