// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that those who use the toolkit build no benchmarks.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "NetworkTesting", path: "../..")],
  targets: [
    .executableTarget(
      name: "network-testing-benchmarks",
      dependencies: [
        .product(name: "NetworkLoopback", package: "NetworkTesting"),
        .product(name: "NetworkRecording", package: "NetworkTesting"),
        .product(name: "NetworkSimulation", package: "NetworkTesting"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
