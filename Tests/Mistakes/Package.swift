// swift-tools-version: 6.2

import PackageDescription

// Tests that are wrong in one way each, as those who begin write them. `.ci/mistakes` runs them, and compares what they say.
let package = Package(
  name: "Mistakes",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "NetworkTesting", path: "../..")],
  targets: [
    .testTarget(
      name: "ShopTests",
      dependencies: ["NetworkTesting", "NetworkRecording", "NetworkLoopback"].map {
        .product(name: $0, package: "NetworkTesting")
      },
      path: "Tests")
  ],
  swiftLanguageModes: [.v6]
)
