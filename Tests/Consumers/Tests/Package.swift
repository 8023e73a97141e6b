// swift-tools-version: 6.2

import PackageDescription

/// The libraries that link no test framework.
let core: [Target.Dependency] = ["NetworkEndpoints", "NetworkStubs", "NetworkServer", "NetworkHAR"].map {
  .product(name: $0, package: "NetworkTesting")
}

// Its tests, in a package of their own. Beside them, for one build: an app, and a program that is its own UI test.
let package = Package(
  name: "OldPackageTests",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [
    .package(name: "Old", path: ".."),
    .package(name: "NetworkTesting", path: "../../.."),
  ],
  targets: [
    .testTarget(
      name: "OldTests",
      dependencies: [
        .product(name: "Old", package: "Old"),
        .product(name: "NetworkTesting", package: "NetworkTesting"),
      ],
      path: "OldTests"),
    .executableTarget(
      name: "App", dependencies: [.product(name: "NetworkEndpoints", package: "NetworkTesting")], path: "App"),
    .executableTarget(name: "Program", dependencies: core, path: "Program"),
  ]
)
