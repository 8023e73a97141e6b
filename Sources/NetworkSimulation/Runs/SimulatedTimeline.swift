/// The timeline of a run: the time, the task, and the events of the network.
struct SimulatedTimeline {
  private struct Line {
    let time: String
    var task = ""
    var isOutOfLine = false
    var text = ""
    var isOfNetwork = false
  }

  /// The most lines, the last of many.
  private static let kept = 40

  private let record: SimulationRecord
  private var taskNames: [Int: String] = [:]
  /// The tasks as which those appear that the toolkit starts for them.
  private var lanes: [Int: Int] = [:]

  init(_ record: SimulationRecord) {
    self.record = record
  }

  /// The events of the network, one line each.
  var network: [String] {
    Self.shown(
      record.events.compactMap { event in
        record.line(event.what).map { Line(time: "\(event.time)", text: $0) }
      })
  }

  /// Returns tasks and the network side by side: one line for each time that a task ran until another one did.
  mutating func lines() -> [String] {
    nameTasks()
    let places = SourceLines.places(of: record.events.suffix(4 * Self.kept).compactMap { testCode(in: $0.what) })
    var lines: [Line] = []
    var last = 0
    for event in record.events {
      let time = "\(event.time)"
      let isSameTime = lines.last?.time == time
      if case .step(let number, let functions, let isOutOfLine) = event.what {
        let task = lanes[number] ?? number
        let name = taskNames[task] ?? ""
        var place = FunctionName.author(of: functions).flatMap { name.hasPrefix($0) ? nil : "in \($0)" } ?? ""
        if let line = testCode(in: event.what).flatMap({ places[$0] }) {
          place = "at \(line)" + (place.isEmpty ? "" : ", \(place)")
        }
        if task == last, isSameTime, !isOutOfLine {
          // It continues; earlier events of the network stay there.
          if !place.isEmpty, !(lines.last?.isOfNetwork ?? false) { lines[lines.count - 1].text = place }
        } else {
          lines.append(Line(time: time, task: name, isOutOfLine: isOutOfLine, text: place))
        }
        last = task
      } else if case .pause(let task, let pause) = event.what {
        let name = task.flatMap { taskNames[lanes[$0] ?? $0] } ?? ""
        lines.append(Line(time: time, task: name, text: "⚡ held back for \(pause.inWords)", isOfNetwork: true))
      } else if let text = record.line(event.what) {
        // Beside the step that caused it.
        if isSameTime, !(lines.last?.isOfNetwork ?? true) {
          lines[lines.count - 1].text = text
          lines[lines.count - 1].isOfNetwork = true
        } else {
          lines.append(Line(time: time, text: text, isOfNetwork: true))
        }
      }
    }
    return Self.shown(lines)
  }

  /// The address of the test's own code in a step of its task.
  private func testCode(in event: SimulationRecord.What) -> UInt? {
    guard case .step(1, let functions, _) = event else { return nil }
    return functions.last { FunctionName.at($0)?.isOfUser ?? false }
  }

  /// Names each task after its author's name for it or the function in which it began, with a number if several share it.
  ///
  /// One without either is the toolkit's, and appears as the task for which it was started.
  private mutating func nameTasks() {
    var found: [(number: Int, name: String)] = []
    var roots: [Int: String] = [:]
    for case .step(let task, let functions, _) in record.events.map(\.what) where roots[task] == nil {
      roots[task] = FunctionName.author(of: functions.reversed())
    }
    for (index, task) in record.tasks.enumerated() {
      let number = index + 1
      let name = index == 0 ? "the test" : task.name ?? roots[number] ?? FunctionName.author(of: task.callers)
      if let name {
        found.append((number, name))
      } else if let parent = task.parent, parent < number {
        lanes[number] = lanes[parent] ?? parent
      } else {
        found.append((number, "a task"))
      }
    }
    let counts = Dictionary(grouping: found, by: \.name)
    for (name, tasks) in counts {
      for (place, task) in tasks.enumerated() {
        taskNames[task.number] = tasks.count == 1 ? name : "\(name) \(place + 1)"
      }
    }
  }

  /// Returns the lines with one in place of those that repeat themselves, such as a poll's, except for the first and the last.
  private static func folded(_ lines: [Line]) -> [Line] {
    // But for their times and numbers.
    let texts = lines.map { "\($0.task)\n\($0.isOutOfLine)\n\($0.text.replacing(#/#\d+/#, with: "#"))" }
    var (found, index): ([Line], Int) = ([], 0)
    while index < lines.count {
      var length = 1
      var end = index + 1
      for period in 1...6 {
        var next = index + period
        while next < lines.count, texts[next] == texts[next - period] { next += 1 }
        let whole = index + (next - index) / period * period
        if whole - index >= 2 * period, whole > end {
          length = period
          end = whole
        }
      }
      let times = (end - index) / length - 2
      if times * length > 2 {
        found += lines[index..<index + length]
        found.append(Line(time: "…", text: "the same \(times) times more"))
        found += lines[(end - length)..<end]
      } else {
        found += lines[index..<end]
      }
      index = end
    }
    return found
  }

  private static func shown(_ lines: [Line]) -> [String] {
    let folded = folded(lines)
    let left = folded.count - kept
    let lines = folded.suffix(kept)
    let hasTasks = lines.contains { !$0.task.isEmpty }
    let timeWidth = lines.map(\.time.count).max() ?? 0
    let taskWidth = min(48, lines.map(\.task.count).max() ?? 0)
    let texts = lines.map { line in
      var text = line.time.padding(to: timeWidth) + "  "
      if hasTasks {
        text += (line.isOutOfLine ? "* " : "  ") + line.task.shortened(to: 48).padding(to: taskWidth) + "  "
      }
      text += line.text
      return text.last == " " ? String(text.reversed().drop { $0 == " " }.reversed()) : text
    }
    return (left > 0 ? ["… \(left) lines before"] : []) + texts
  }
}
