// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "NetworkTesting",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "NetworkEndpoints", targets: ["NetworkEndpoints"]),
    .library(name: "NetworkFixtures", targets: ["NetworkFixtures"]),
    .library(name: "NetworkTesting", targets: ["NetworkTesting"]),
  ],
  targets: [
    .target(name: "NetworkEndpoints"),
    .target(name: "NetworkFixtures", dependencies: ["NetworkEndpoints"]),
    .target(name: "NetworkTesting", dependencies: ["NetworkEndpoints", "NetworkFixtures"]),
    .executableTarget(
      name: "network-testing-benchmarks",
      dependencies: ["NetworkTesting"],
      path: "Sources/NetworkTestingBenchmarks"
    ),

    .target(name: "TestSupport", dependencies: ["NetworkEndpoints"], path: "Tests/TestSupport"),
    .testTarget(name: "NetworkEndpointsTests", dependencies: ["NetworkEndpoints", "NetworkTesting", "TestSupport"]),
    .executableTarget(name: "RecordingProgram", dependencies: ["NetworkFixtures"], path: "Tests/RecordingProgram"),
    .testTarget(
      name: "NetworkFixturesTests",
      dependencies: ["NetworkFixtures", "NetworkTesting", "TestSupport", "RecordingProgram"]
    ),
    .testTarget(name: "NetworkTestingTests", dependencies: ["NetworkTesting", "TestSupport"]),
    .testTarget(name: "PublicInterfaceTests", dependencies: ["NetworkTesting"]),
    .testTarget(name: "QuickStart", dependencies: ["NetworkTesting", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
