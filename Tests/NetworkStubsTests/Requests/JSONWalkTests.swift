import Foundation
import NetworkEndpoints
import NetworkStubs
import Testing

struct JSONWalkTests {
  private static let value: JSONValue = ["b": [1, ["c": 2], 3], "a": nil, "odd key": ["c": 4]]

  @Test("children come in the order of their keys or places, each with its step")
  func children() {
    #expect(Self.value.children.map(\.step.text) == [".a", ".b", "['odd key']"])
    #expect(Self.value["b"]?.children.map(\.step.text) == ["[0]", "[1]", "[2]"])
    #expect(Self.value["b"]?.children.map(\.value) == [1, ["c": 2], 3])
    #expect(JSONValue.string("a").children.isEmpty)
  }

  @Test("other children stay at their places, and an object without one loses its key")
  func changed() {
    let doubled = Self.value.mapChildren { step, value in step == .key("a") ? .none : .some([value]) }
    #expect(doubled == ["b": [[1, ["c": 2], 3]], "odd key": [["c": 4]]])
    #expect(
      JSONValue.array([1, 2, 3]).mapChildren { step, value in step == .index(1) ? .none : .some(value) } == [1, 3])
    #expect(JSONValue.bool(true).mapChildren { _, _ in nil } == true)
  }

  @Test(
    "what is at a path is left out, and the elements after it keep their places",
    arguments: [
      ("$.a", ["b": [1, ["c": 2], 3], "odd key": ["c": 4]]),
      ("$.b[1].c", ["b": [1, [:], 3], "a": nil, "odd key": ["c": 4]]),
      ("$.b[-1]", ["b": [1, ["c": 2], nil], "a": nil, "odd key": ["c": 4]]),
      ("$.b[*]", ["b": [nil, nil, nil], "a": nil, "odd key": ["c": 4]]),
      ("$[*].c", ["b": [1, ["c": 2], 3], "a": nil, "odd key": [:]]),
      ("$.*", [:]), ("$.b[3]", nil), ("$.b.c", nil), ("$.a.b", nil), ("$", nil),
    ] as [(String, JSONValue?)])
  func removed(path: String, rest: JSONValue?) throws {
    let steps = try #require(JSONPath(path).steps)
    #expect(Self.value.removing(at: steps) == rest)
  }

  @Test("children of two values stand side by side, those of one alone without another")
  func pairs() throws {
    let members = try #require(JSONValue.object(["b": 1, "a": 2]).pairs(with: ["b": 3, "c": 4]))
    #expect(members.map(\.step.text) == [".a", ".b", ".c"])
    #expect(members.map(\.value) == [2, 1, nil])
    #expect(members.map(\.other) == [nil, 3, 4])
    let elements = try #require(JSONValue.array([1, 2]).pairs(with: [3]))
    #expect(elements.map(\.step.text) == ["[0]", "[1]"])
    #expect(elements.map(\.other) == [3, nil])
    #expect(JSONValue.array([]).pairs(with: [:]) == nil)
    #expect(JSONValue.null.pairs(with: nil) == nil)
  }
}
