// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(path: "../NetworkTesting")],
  targets: [
    .target(name: "App", dependencies: [.product(name: "NetworkEndpoints", package: "NetworkTesting")]),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "App", .product(name: "NetworkTesting", package: "NetworkTesting"),
        .product(name: "NetworkRecording", package: "NetworkTesting"),
        .product(name: "NetworkSimulation", package: "NetworkTesting"),
      ]),
  ]
)
