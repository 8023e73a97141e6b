import Foundation
import NetworkSimulation
import NetworkStubs
import TestSupport

@Suite("What the package assumes about Swift, Foundation and the system")
struct AssumptionTests {
  static let all = Assumption.all + Assumption.ofSimulation

  @Test("an assumption holds with this toolchain", arguments: all.map(\.claim))
  func holds(claim: String) throws {
    let assumption = try #require(Self.all.first { $0.claim == claim })
    #expect(assumption.holds(), "Lost: \(assumption.loss). It was seen with \(assumption.seen).")
  }

  @Test("an assumption names a file of a folder Internals, and the page has its row", arguments: all.map(\.claim))
  func isOnPage(claim: String) throws {
    let assumption = try #require(Self.all.first { $0.claim == claim })
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let homes = ["NetworkStubs", "NetworkSimulation"].map {
      root.appending(path: "Sources/\($0)/Internals/\(assumption.file)")
    }
    #expect(homes.contains { FileManager.default.fileExists(atPath: $0.path) })
    let page = root.appending(path: "Sources/NetworkTesting/NetworkTesting.docc/WhatItTouches.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains("\n\(assumption.row)\n"), "Add this row:\n\(assumption.row)")
  }
}
