// swift-tools-version: 6.1

import PackageDescription

// A package as an app's author would have it. Yours names the repository's address in place of the path.
let package = Package(
  name: "QuickStart",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "NetworkTesting", path: "../..")],
  targets: [
    .target(name: "Shop", dependencies: [.product(name: "NetworkEndpoints", package: "NetworkTesting")]),
    .testTarget(
      name: "ShopTests", dependencies: ["Shop", .product(name: "NetworkTesting", package: "NetworkTesting")]),

    // The last steps of the documentation's tutorial, as links.
    .target(
      name: "App", dependencies: [.product(name: "NetworkEndpoints", package: "NetworkTesting")], path: "Tutorial/App"),
    .testTarget(
      name: "AppTests", dependencies: ["App", .product(name: "NetworkTesting", package: "NetworkTesting")],
      path: "Tutorial/AppTests"),
  ],
  swiftLanguageModes: [.v6]
)
