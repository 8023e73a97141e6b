import Foundation
import NetworkStubs
import Testing

#if os(Linux)
  @Suite("A file that the kernel writes while it is read")
  struct SystemFileTests {
    @Test("a file that the kernel writes while it is read is read to its end, and not only its first page")
    func maps() throws {
      let data = try #require(SystemFile.contents(atPath: "/proc/self/maps"))
      #expect(data.count > 4_096)
      // It ends with a whole line, that of a part of the kernel's.
      #expect(data.last == 0x0A)
      #expect(String(decoding: data, as: UTF8.self).contains("[stack]"))
    }

    @Test("a file that the kernel writes while it is read is nil where there is none")
    func missing() { #expect(SystemFile.contents(atPath: "/proc/self/no-such-file") == nil) }
  }
#endif
