/// What the endpoints of these tests load.
struct Item: Codable, Hashable, Sendable {
  var id: Int
  var title: String
}
