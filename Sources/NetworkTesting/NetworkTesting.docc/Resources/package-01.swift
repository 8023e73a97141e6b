// swift-tools-version: 6.2
import PackageDescription

// What tests import, a product of NetworkTesting each.
let toolkit = [
  "NetworkTesting", "NetworkRecording", "NetworkSimulation",
]

let package = Package(
  name: "App",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(path: "../NetworkTesting")],
  targets: [
    .target(
      name: "App",
      dependencies: [
        .product(name: "NetworkEndpoints", package: "NetworkTesting")
      ]),
    .testTarget(
      name: "AppTests",
      dependencies: ["App"]
        + toolkit.map {
          .product(name: $0, package: "NetworkTesting")
        }),
  ]
)
