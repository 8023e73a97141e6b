import NetworkEndpoints
let endpoint = Endpoint<EndpointKinds.Public, String>(path: "items")
print(try endpoint.makeRequest(host: "api.example.com").url?.absoluteString ?? "no URL")
