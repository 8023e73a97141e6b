extension Benchmark {
  /// Measures subject and floor in turns, so that whatever else the machine does slows both.
  func run() async throws -> Measurement {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), !isOnPool else {
      return try await measure()
    }
    return try await withTaskExecutorPreference(OneThread.shared) { try await measure() }
  }

  private func measure() async throws -> Measurement {
    _ = try await (sample(of: subject), sample(of: floor))
    var subjects: [Double] = []
    var floors: [Double] = []
    let clock = ContinuousClock()
    let end = clock.now + .seconds(Bound.isDebug ? 8 : 30)
    for number in 0..<samples where number < 3 || clock.now < end {
      try await subjects.append(sample(of: subject))
      if let floorTime { floors.append(floorTime.nanoseconds) } else { try await floors.append(sample(of: floor)) }
    }
    return Measurement(name: name, subject: subjects.median, floor: floors.median, bound: bound.current)
  }

  /// The time of one repetition, in nanoseconds.
  private func sample(of work: Work) async throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try await work(repetitions)
    return (clock.now - start).nanoseconds / Double(repetitions)
  }
}

extension [Double] {
  fileprivate var median: Double {
    isEmpty ? 0 : sorted()[count / 2]
  }
}

extension Duration {
  fileprivate var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
