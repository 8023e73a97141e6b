// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "NetworkTesting",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "NetworkEndpoints", targets: ["NetworkEndpoints"]),
    .library(name: "NetworkStubs", targets: ["NetworkStubs"]),
    .library(name: "NetworkServer", targets: ["NetworkServer"]),
    .library(name: "NetworkHAR", targets: ["NetworkHAR"]),
    .library(name: "NetworkTesting", targets: ["NetworkTesting"]),
    .library(name: "NetworkRecording", targets: ["NetworkRecording"]),
    .library(name: "NetworkSimulation", targets: ["NetworkSimulation"]),
    .library(name: "NetworkLoopback", targets: ["NetworkLoopback"]),
    .executable(name: "network-fixtures", targets: ["network-fixtures"]),
    .plugin(name: "NetworkFixturesPlugin", targets: ["NetworkFixturesPlugin"]),
  ],
  targets: [
    // None of these links a test framework.
    .target(name: "NetworkEndpoints"),
    .target(name: "NetworkStubs", dependencies: ["NetworkEndpoints"]),
    .target(name: "NetworkServer", dependencies: ["NetworkStubs"]),
    .target(name: "NetworkHAR", dependencies: ["NetworkStubs"]),
    .executableTarget(
      name: "network-fixtures",
      dependencies: ["NetworkHAR", "NetworkServer"],
      path: "Sources/NetworkFixturesCommand"
    ),

    .target(name: "NetworkTesting", dependencies: ["NetworkStubs"]),
    .target(name: "NetworkRecording", dependencies: ["NetworkHAR", "NetworkTesting"]),
    .target(name: "NetworkLoopback", dependencies: ["NetworkServer", "NetworkTesting"]),
    .target(name: "NetworkSimulation", dependencies: ["NetworkTesting"]),
    .plugin(
      name: "NetworkFixturesPlugin",
      capability: .command(
        intent: .custom(verb: "network-fixtures", description: "Looks after folders of fixtures and recordings.")),
      path: "Sources/NetworkFixturesPlugin"
    ),

    .target(
      name: "TestSupport", dependencies: ["NetworkEndpoints", "NetworkHAR", "NetworkStubs", "NetworkTesting"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "NetworkEndpointsTests",
      dependencies: [
        "NetworkEndpoints", "NetworkStubs", "NetworkHAR", "NetworkSimulation", "NetworkTesting", "TestSupport",
      ]),
    .executableTarget(name: "RecordingProgram", dependencies: ["NetworkHAR"], path: "Tests/RecordingProgram"),
    .testTarget(
      name: "NetworkFixturesTests",
      dependencies: [
        "NetworkStubs", "NetworkHAR", "NetworkRecording", "NetworkTesting", "TestSupport", "RecordingProgram",
      ]
    ),
    .testTarget(
      name: "NetworkFixturesCommandTests",
      dependencies: [
        "network-fixtures", "NetworkStubs", "NetworkHAR", "NetworkLoopback", "NetworkRecording", "NetworkSimulation",
        "NetworkTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "NetworkStubsTests",
      dependencies: ["NetworkEndpoints", "NetworkStubs", "TestSupport"]),
    .testTarget(
      name: "NetworkTestingTests",
      dependencies: [
        "NetworkEndpoints", "NetworkStubs", "NetworkHAR", "NetworkTesting", "NetworkRecording", "NetworkSimulation",
        "TestSupport",
      ]),
    .testTarget(
      name: "NetworkLoopbackTests",
      dependencies: [
        "NetworkEndpoints", "NetworkStubs", "NetworkLoopback", "NetworkRecording", "NetworkServer", "NetworkSimulation",
        "NetworkTesting", "TestSupport",
      ]),
    .testTarget(
      name: "NetworkTrafficTests",
      dependencies: [
        "NetworkHAR", "NetworkLoopback", "NetworkRecording", "NetworkStubs", "NetworkSimulation", "NetworkTesting",
        "TestSupport",
      ]),
    .target(name: "OtherClient", path: "Tests/OtherClient"),
    // An app and its UI tests, which link no test framework of this package.
    .executableTarget(name: "LaunchedApp", dependencies: ["NetworkEndpoints"], path: "Tests/LaunchedApp"),
    .testTarget(name: "LaunchedAppTests", dependencies: ["LaunchedApp", "NetworkServer"]),
    .testTarget(
      name: "PublicInterfaceTests",
      dependencies: [
        "NetworkEndpoints", "NetworkStubs", "NetworkLoopback", "NetworkTesting", "NetworkRecording",
        "NetworkSimulation", "OtherClient", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// A plugin takes no settings.
for target in package.targets where target.type != .plugin {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
