import Foundation
import NetworkStubs
import TestSupport
import Testing

@Suite("The listing of a fixture folder")
struct FixtureListingTests {
  @Test("the listing of a fixture folder has the files of all its folders, sorted")
  func sorted() throws {
    let folder = try TemporaryFolder(["b.txt": "", "a/z.txt": "", "a/b/c.txt": "", "A.txt": "", "星.txt": ""])
    let names = try FixtureFolder(at: folder.url).fileNames()
    #expect(names == ["A.txt", "a/b/c.txt", "a/z.txt", "b.txt", "星.txt"])
  }

  @Test("the listing of a fixture folder leaves out what is hidden, and what no fixture can read")
  func unreadable() throws {
    let folder = try TemporaryFolder(["F/a.txt": "", "F/.store": "", "F/.git/config": "", "F/b/.keep": ""])
    try folder.write("", to: "out.txt")
    try folder.link("F/good.txt", to: "a.txt")
    try folder.link("F/bad.txt", to: "../out.txt")
    try folder.link("F/loop", to: ".")
    #expect(try FixtureFolder(at: folder.url.appendingPathComponent("F")).fileNames() == ["a.txt", "good.txt"])
  }

  @Test("the listing of a fixture folder goes through a linked folder's files under the linked name")
  func linkedRoot() throws {
    let folder = try TemporaryFolder(["F/a/b.txt": ""])
    try folder.link("G", to: "F")
    #expect(try FixtureFolder(at: folder.url.appendingPathComponent("G")).fileNames() == ["a/b.txt"])
  }

  @Test("the listing of a fixture folder ends at its limit")
  func limit() throws {
    let folder = try TemporaryFolder()
    for number in 0..<30 { try folder.write("", to: "\(number).txt") }
    #expect(try FixtureFolder(at: folder.url).fileNames(limit: 10).count == 10)
    #expect(try FixtureFolder(at: folder.url).fileNames(limit: 0).isEmpty)
    #expect(try FixtureFolder(at: folder.url).fileNames(limit: .max).count == 30)
  }
}
