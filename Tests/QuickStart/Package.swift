// swift-tools-version: 6.2

import PackageDescription

// What the tests import: the toolkit, and what only some tests need.
let toolkit: [Target.Dependency] = [
  "NetworkTesting", "NetworkRecording", "NetworkSimulation",
].map { .product(name: $0, package: "NetworkTesting") }

// A package as an app's author would have it. Yours names the repository's address in place of the path.
let package = Package(
  name: "QuickStart",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "NetworkTesting", path: "../..")],
  targets: [
    .target(name: "Shop", dependencies: [.product(name: "NetworkEndpoints", package: "NetworkTesting")]),
    .testTarget(name: "ShopTests", dependencies: ["Shop"] + toolkit),

    // The last steps of the documentation's tutorial, as links.
    .target(
      name: "App", dependencies: [.product(name: "NetworkEndpoints", package: "NetworkTesting")], path: "Tutorial/App"),
    .testTarget(name: "AppTests", dependencies: ["App"] + toolkit, path: "Tutorial/AppTests"),
  ],
  swiftLanguageModes: [.v6]
)
