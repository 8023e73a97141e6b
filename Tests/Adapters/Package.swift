// swift-tools-version: 6.2

import PackageDescription

// The adapters of the article "With your client", with the clients that they are for. It is a package of its own, so that the
// toolkit has no dependencies.
let package = Package(
  name: "Adapters",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [
    .package(name: "NetworkTesting", path: "../.."),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.0.0"),
    .package(url: "https://github.com/apple/swift-openapi-runtime", from: "1.8.0"),
    .package(url: "https://github.com/Alamofire/Alamofire", from: "5.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
  ],
  targets: [
    .testTarget(
      name: "AdaptersTests",
      dependencies: [
        .product(name: "NetworkSimulation", package: "NetworkTesting"),
        .product(name: "NetworkLoopback", package: "NetworkTesting"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "OpenAPIRuntime", package: "swift-openapi-runtime"),
        .product(name: "Alamofire", package: "Alamofire"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
