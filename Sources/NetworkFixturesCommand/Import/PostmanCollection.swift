/// The saved examples of a [Postman collection](https://schema.postman.com), as mappings.
struct PostmanCollection {
  let mappings: [WireMockMapping]

  /// Reads a collection; nil for other JSON.
  ///
  /// - Throws: A ``UsageError`` if it has no examples.
  init?(_ value: JSONValue) throws {
    let value = value["collection"] ?? value
    guard value["info"]?["schema"]?.text?.contains("postman") == true, let items = value["item"]?.list else {
      return nil
    }
    mappings = items.flatMap(Self.mappings)
    guard !mappings.isEmpty else { throw UsageError("The Postman collection has no saved examples.") }
  }

  private static func mappings(of item: JSONValue) -> [WireMockMapping] {
    (item["item"]?.list ?? []).flatMap(mappings)
      + (item["response"]?.list ?? []).map { example in
        let sent = example["originalRequest"] ?? item["request"] ?? .null
        return WireMockMapping(
          request: request(sent), response: response(example),
          rest: JSONObject([(key: "name", value: .string(example["name"]?.text ?? item["name"]?.text ?? "example"))]))
      }
  }

  private static func request(_ sent: JSONValue) -> JSONObject {
    var request = JSONObject([(key: "method", value: sent["method"] ?? "GET")])
    let url = sent["url"]
    let address = url?["raw"]?.text ?? url?.text ?? "/"
    // `{{host}}/items/:id`: what stands in braces, or after a colon, is open.
    let path =
      url?["path"]?.list?.map { $0.text ?? "" }
      ?? address.split(separator: "?")[0].components(separatedBy: "/").dropFirst(address.contains("://") ? 3 : 1).map {
        $0
      }
    request["urlPathTemplate"] = .string(
      "/"
        + path.map { part in
          part.hasPrefix(":") ? "{\(part.dropFirst())}" : part.replacing("{{", with: "{").replacing("}}", with: "}")
        }.joined(separator: "/"))
    let items = (url?["query"]?.list ?? []).filter { $0["disabled"]?.bool != true }
    let query = items.compactMap { item in
      item["key"]?.text.map { (key: $0, value: ["equalTo": item["value"] ?? ""] as JSONValue) }
    }
    if !query.isEmpty { request["queryParameters"] = .object(JSONObject(query)) }
    if sent["body"]?["mode"] == "raw", let body = sent["body"]?["raw"]?.text, !body.isEmpty {
      let isJSON = (try? JSONValue(parsing: Data(body.utf8))) != nil
      request["bodyPatterns"] = .array([[isJSON ? "equalToJson" : "equalTo": .string(body)]])
    }
    return request
  }

  private static func response(_ example: JSONValue) -> JSONObject {
    var response = JSONObject([(key: "status", value: example["code"] ?? 200)])
    let fields = (example["header"]?.list ?? []).compactMap { field in
      field["key"]?.text.map { (key: $0, value: field["value"] ?? "") }
    }
    if !fields.isEmpty { response["headers"] = .object(JSONObject(fields)) }
    let body = example["body"]?.text ?? ""
    if let json = try? JSONValue(parsing: Data(body.utf8)) {
      response["jsonBody"] = json
    } else if !body.isEmpty {
      response["body"] = .string(body)
    }
    return response
  }
}
