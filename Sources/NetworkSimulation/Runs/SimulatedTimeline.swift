/// The lines that show what happened in a run: when, in which task, and what the network did.
struct SimulatedTimeline {
  private struct Line {
    let time: String
    var task = ""
    var isOutOfLine = false
    var text = ""
    var isOfNetwork = false
  }

  /// How many lines are shown, the last of many.
  private static let kept = 40

  private let record: SimulationRecord
  private var taskNames: [Int: String] = [:]

  init(_ record: SimulationRecord) {
    self.record = record
  }

  /// What the network did, a line each.
  var network: [String] {
    Self.shown(
      record.events.compactMap { event in
        record.line(event.what).map { Line(time: "\(event.time)", text: $0) }
      })
  }

  /// Tasks and the network side by side: a line for each time that a task ran until another one did.
  mutating func lines() -> [String] {
    nameTasks()
    var lines: [Line] = []
    var last = 0
    for event in record.events {
      let time = "\(event.time)"
      let isSameTime = lines.last?.time == time
      if case .step(let task, let functions, let isOutOfLine) = event.what {
        let name = taskNames[task] ?? ""
        let place = FunctionName.author(of: functions).flatMap { name.hasPrefix($0) ? nil : "in \($0)" } ?? ""
        if task == last, isSameTime, !isOutOfLine {
          // It goes on; what the network did before stays there.
          if !place.isEmpty, !(lines.last?.isOfNetwork ?? false) { lines[lines.count - 1].text = place }
        } else {
          lines.append(Line(time: time, task: name, isOutOfLine: isOutOfLine, text: place))
        }
        last = task
      } else if let text = record.line(event.what) {
        // Beside the step that did it.
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

  /// A task has the name that its author gave it, or that of the function in which it began, with a number where several did.
  private mutating func nameTasks() {
    var found: [(number: Int, name: String)] = []
    var roots: [Int: String] = [:]
    for case .step(let task, let functions, _) in record.events.map(\.what) where roots[task] == nil {
      roots[task] = FunctionName.author(of: functions.reversed())
    }
    for (index, task) in record.tasks.enumerated() {
      let number = index + 1
      let name = task.name ?? roots[number] ?? FunctionName.author(of: task.callers) ?? "a task"
      found.append((number, index == 0 ? "the test" : name))
    }
    let counts = Dictionary(grouping: found, by: \.name)
    for (name, tasks) in counts {
      for (place, task) in tasks.enumerated() {
        taskNames[task.number] = tasks.count == 1 ? name : "\(name) \(place + 1)"
      }
    }
  }

  private static func shown(_ lines: [Line]) -> [String] {
    let left = lines.count - kept
    let lines = lines.suffix(kept)
    let hasTasks = lines.contains { !$0.task.isEmpty }
    let (timeWidth, taskWidth) = (lines.map(\.time.count).max() ?? 0, min(48, lines.map(\.task.count).max() ?? 0))
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
