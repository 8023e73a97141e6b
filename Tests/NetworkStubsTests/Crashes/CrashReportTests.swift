import Foundation
import TestSupport
import Testing

@testable import NetworkStubs

@Suite("The report of a crash")
struct CrashReportTests {
  private func emit(_ text: StaticString) {
    CrashReport.emit(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @Test("the report of a crash is one piece, which no other thread writes into, and ends where its memory does")
  func onePiece() {
    let text = CrashReport.preview {
      emit("one ")
      emit("two")
    }
    #expect(String(decoding: text, as: UTF8.self) == "one two")
    let long = CrashReport.preview { for _ in 0..<10_000 { emit("ten bytes.") } }
    #expect(long.count == 65_536)
  }

  #if os(Linux)
    @Test("the report of a crash leaves the address of a fault to the handler that was there before", .exitTest)
    func address() async {
      await #expect(processExitsWith: .success) {
        var action = sigaction()
        action.sa_flags = Int32(SA_SIGINFO)
        action.__sigaction_handler.sa_sigaction = { _, info, _ in
          // It follows the three numbers that every signal has.
          let address = info.map { UnsafeRawPointer($0).load(fromByteOffset: 16, as: UInt.self) }
          _exit(address == 0xDEAD_0000 ? EXIT_SUCCESS : EXIT_FAILURE)
        }
        sigaction(SIGSEGV, &action, nil)
        CaseNotes.note("a case")
        let place = UnsafePointer<UInt8>(bitPattern: 0xDEAD_0000)
        _exit(place?.pointee == 0 ? 2 : 3)
      }
    }

    @Test("hands on a signal that is no fault as well", .exitTest)
    func signal() async {
      await #expect(processExitsWith: .success) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in _exit(EXIT_SUCCESS) }
        for number in [SIGABRT, SIGTRAP] { sigaction(number, &action, nil) }
        CaseNotes.note("a case")
        // A thread of a pool blocks this signal, so raise() would return; abort() lets it through.
        abort()
      }
    }
  #endif

  @Test("the report of a crash names the newest cases once each, at most eight of them")
  func newest() {
    for number in (1...40) + [39, 40] { CaseNotes.note("case \(number)") }
    // Off any task, so that no case is its own.
    let text = Protected("")
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      text.withLock { $0 = String(decoding: CrashReport.preview { CaseNotes.report() }, as: UTF8.self) }
      isDone.signal()
    }
    isDone.wait()
    // Other tests may note cases at the same time.
    let names = text.withLock { $0 }.split(separator: "\n").dropFirst().prefix { !$0.hasPrefix("To run one alone") }
    #expect(names.count == 8)
    #expect(Set(names).count == 8)
  }
}
