import Foundation

/// What the process uses.
enum Memory {
  /// Bytes of memory, where the system tells; 0 elsewhere.
  static var resident: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
  }

  /// Open descriptors, where the system tells; 0 elsewhere.
  static var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }

  /// Threads, where the system tells; 0 elsewhere.
  static var threads: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0 }
}
