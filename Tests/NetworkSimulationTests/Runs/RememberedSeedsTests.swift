import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

@Suite("Remembered seeds")
struct RememberedSeedsTests {
  private let fixtures: TemporaryFixtures
  private let filePath: String

  init() throws {
    fixtures = try TemporaryFixtures()
    filePath = fixtures.filePath
  }

  @Test("remembered seeds are read back by the test that failed, once each and in their order")
  func readBack() {
    let (first, second) = (
      RememberedSeeds(of: "A/b()", besides: filePath), RememberedSeeds(of: "A/c d()", besides: filePath)
    )
    #expect(first.seeds.isEmpty)
    #expect(first.add(17).contains("is now in SimulatedSeeds.txt"))
    _ = second.add(3)
    _ = first.add(4)
    #expect(first.add(17) == "Its seed is in SimulatedSeeds.txt, beside the test.")
    #expect(first.seeds == [17, 4])
    #expect(second.seeds == [3])
  }

  @Test("remembered seeds are read from a file that was edited by hand")
  func edited() throws {
    let url = URL(fileURLWithPath: filePath).deletingLastPathComponent()
      .appendingPathComponent(RememberedSeeds.fileName)
    try Data("# mine\r\n\n7 A/b()\nx A/b()\n8\n9  A/b()\n10 A/b()".utf8).write(to: url)
    let seeds = RememberedSeeds(of: "A/b()", besides: filePath)
    #expect(seeds.seeds.first == 7)
    #expect(seeds.seeds.last == 10)
    _ = seeds.add(11)
    #expect(seeds.seeds.last == 11)
  }

  @Test("remembered seeds that cannot be written are reported")
  func unwritable() {
    let seeds = RememberedSeeds(of: "A/b()", besides: "/no/such/folder/Test.swift")
    #expect(seeds.add(1).hasPrefix("Its seed could not be written to /no/such/folder/SimulatedSeeds.txt"))
  }
}
