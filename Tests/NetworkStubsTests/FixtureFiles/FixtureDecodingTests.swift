import Foundation
import NetworkStubs
import TestSupport
import Testing

@Suite("Decoding a fixture")
struct FixtureDecodingTests {
  private struct Item: Decodable {
    struct Rating: Decodable { let average: Double }
    struct Seller: Decodable { let rating: Rating? }
    let title: String
    let seller: Seller
    let listedAt: Date?
  }

  @Test("decoding a fixture takes the type from the context or from the call")
  func types() throws {
    struct Titled: Decodable { let title: String }
    let latest: Titled = try Fixture("items/latest.json").decode()
    #expect(latest.title == "Brass telescope, three draws")
    #expect(try Fixture("search.json").decode([Titled].self).count == 24)
  }

  @Test("decoding a fixture uses the decoder it is given")
  func decoder() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let item = try Fixture("items/latest.json").decode(Item.self, using: decoder)
    #expect(item.listedAt == Date(timeIntervalSince1970: 1_749_653_659))
  }

  @Test("decoding a fixture fails with the coding path, the line and what is there", arguments: Case.all)
  func failure(_ example: Case) throws {
    let folder = try TemporaryFolder(["items.json": example.text])
    let error = try problem { try Fixture("items.json", in: FixtureFolder(at: folder.url)).decode([Item].self) }
    #expect(error.code == .undecodable)
    #expect(error.underlyingError is DecodingError)
    try expectGolden(error.text(in: folder), "Fixtures/undecodable-\(example.name).txt")
  }

  @Test("decoding a fixture into keys that the decoder renames says the nearest place in the text")
  func renamed() throws {
    let folder = try TemporaryFolder(["items.json": "{\"a_b\":\n {\"title_text\": 1}}"])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    struct Text: Decodable { let titleText: String }
    let error = try problem {
      try Fixture("items.json", in: FixtureFolder(at: folder.url)).decode([String: Text].self, using: decoder)
    }
    #expect(error.description.contains("items.json:2:2, at $.a_b.titleText: expected String.\nThe text there: {"))
  }

  @Test("decoding a fixture whose keys are in snake case says which decoder reads them")
  func snakeCase() throws {
    struct User: Decodable { let firstName: String }
    let folder = try TemporaryFolder(["user.json": #"{"first_name": "Ada"}"#])
    let error = try problem { try Fixture("user.json", in: FixtureFolder(at: folder.url)).decode(User.self) }
    #expect(error.description.contains("pass a decoder whose keyDecodingStrategy is .convertFromSnakeCase"), "\(error)")
  }

  @Test("decoding a fixture reports an error that the type itself throws")
  func ownError() throws {
    struct Refused: Error {}
    struct Picky: Decodable { init(from decoder: any Decoder) throws { throw Refused() } }
    let error = try problem { try Fixture("search.json").decode(Picky.self) }
    #expect(error.underlyingError is Refused)
    #expect(error.description.contains("Refused()"))
  }

  /// A damaged list of items.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var testDescription: String { name }

    static let all = [
      Self(
        name: "wrong-type",
        text: """
          [
            { "title": "Ä, [{\\"", "seller": { "rating": null } },
            { "title": "B", "seller": { "rating": { "average": "4.8", "count": 2 } } }
          ]
          """
      ),
      Self(name: "missing-key", text: "[\n  {\"titel\": \"A\", \"seller\": {}}\n]"),
      Self(name: "null", text: "[{\"title\":\n null, \"seller\": {}}]"),
      Self(name: "not-a-list", text: "\n\n{ \"result\": [] }"),
      Self(name: "no-json", text: "[\n  { \"title\": \"A\", \"seller\": {} }\n  { \"title\": \"B\" }\n]"),
      Self(name: "empty-file", text: ""),
    ]
  }
}
