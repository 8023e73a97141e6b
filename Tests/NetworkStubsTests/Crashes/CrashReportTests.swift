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
    let text = CrashReport.compose {
      emit("one ")
      emit("two")
    }
    #expect(String(decoding: text, as: UTF8.self) == "one two")
    let long = CrashReport.compose { for _ in 0..<10_000 { emit("ten bytes.") } }
    #expect(long.count == 65_536)
  }
}
