// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "NetworkTesting",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "NetworkEndpoints", targets: ["NetworkEndpoints"]),
    .library(name: "NetworkFixtures", targets: ["NetworkFixtures"]),
    .library(name: "NetworkStubs", targets: ["NetworkStubs"]),
    .library(name: "NetworkEvents", targets: ["NetworkEvents"]),
    .library(name: "NetworkWebSockets", targets: ["NetworkWebSockets"]),
    .library(name: "NetworkServer", targets: ["NetworkServer"]),
    .library(name: "NetworkHAR", targets: ["NetworkHAR"]),
    .library(name: "NetworkTesting", targets: ["NetworkTesting"]),
    .library(name: "NetworkRecording", targets: ["NetworkRecording"]),
    .library(name: "NetworkObservers", targets: ["NetworkObservers"]),
    .library(name: "NetworkSuspension", targets: ["NetworkSuspension"]),
    .library(name: "NetworkSimulation", targets: ["NetworkSimulation"]),
    .library(name: "NetworkLoopback", targets: ["NetworkLoopback"]),
    .library(name: "NetworkFaults", targets: ["NetworkFaults"]),
    .library(name: "NetworkRules", targets: ["NetworkRules"]),
    .library(name: "NetworkTraffic", targets: ["NetworkTraffic"]),
    .executable(name: "network-fixtures", targets: ["network-fixtures"]),
    .plugin(name: "NetworkFixturesPlugin", targets: ["NetworkFixturesPlugin"]),
  ],
  targets: [
    // None of these links a test framework.
    .target(name: "NetworkEndpoints"),
    .target(name: "NetworkFixtures", dependencies: ["NetworkEndpoints"]),
    .target(name: "NetworkStubs", dependencies: ["NetworkEndpoints", "NetworkFixtures"]),
    .target(name: "NetworkEvents", dependencies: ["NetworkEndpoints"]),
    .target(name: "NetworkWebSockets", dependencies: ["NetworkEndpoints"]),
    .target(
      name: "NetworkServer",
      dependencies: ["NetworkEndpoints", "NetworkFixtures", "NetworkStubs", "NetworkWebSockets"]),
    .target(name: "NetworkHAR", dependencies: ["NetworkEndpoints", "NetworkFixtures", "NetworkStubs"]),
    .target(name: "NetworkFaults", dependencies: ["NetworkEndpoints", "NetworkFixtures", "NetworkStubs"]),
    .target(name: "NetworkRules", dependencies: ["NetworkEndpoints", "NetworkFixtures", "NetworkStubs"]),
    .executableTarget(
      name: "network-fixtures",
      dependencies: [
        "NetworkEndpoints", "NetworkFixtures", "NetworkHAR", "NetworkRules", "NetworkServer", "NetworkStubs",
      ],
      path: "Sources/NetworkFixturesCommand"
    ),

    .target(name: "NetworkTesting", dependencies: ["NetworkEndpoints", "NetworkFixtures", "NetworkStubs"]),
    .target(name: "NetworkRecording", dependencies: ["NetworkHAR", "NetworkTesting"]),
    .target(name: "NetworkObservers", dependencies: ["NetworkTesting"]),
    .target(name: "NetworkSuspension", dependencies: ["NetworkTesting"]),
    .target(name: "NetworkSimulation", dependencies: ["NetworkFaults", "NetworkTesting"]),
    .target(name: "NetworkLoopback", dependencies: ["NetworkServer", "NetworkTesting"]),
    .target(name: "NetworkTraffic", dependencies: ["NetworkRules", "NetworkTesting"]),
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
        "NetworkEndpoints", "NetworkEvents", "NetworkFaults", "NetworkHAR", "NetworkSimulation", "NetworkSuspension",
        "NetworkTesting", "NetworkWebSockets", "TestSupport",
      ]),
    .executableTarget(name: "RecordingProgram", dependencies: ["NetworkHAR"], path: "Tests/RecordingProgram"),
    .testTarget(
      name: "NetworkFixturesTests",
      dependencies: [
        "NetworkFixtures", "NetworkHAR", "NetworkRecording", "NetworkTesting", "TestSupport", "RecordingProgram",
      ]
    ),
    .testTarget(
      name: "NetworkFixturesCommandTests",
      dependencies: [
        "network-fixtures", "NetworkFaults", "NetworkFixtures", "NetworkHAR", "NetworkLoopback", "NetworkRecording",
        "NetworkSimulation", "NetworkTesting", "TestSupport",
      ]
    ),
    .testTarget(
      name: "NetworkStubsTests",
      dependencies: ["NetworkEndpoints", "NetworkFaults", "NetworkFixtures", "NetworkStubs", "TestSupport"]),
    .testTarget(
      name: "NetworkTestingTests",
      dependencies: [
        "NetworkEvents", "NetworkFaults", "NetworkHAR", "NetworkObservers", "NetworkRecording", "NetworkSimulation",
        "NetworkStubs", "NetworkSuspension", "NetworkTesting", "TestSupport",
      ]),
    .testTarget(
      name: "NetworkLoopbackTests",
      dependencies: [
        "NetworkEvents", "NetworkFaults", "NetworkLoopback", "NetworkRecording", "NetworkServer", "NetworkSimulation",
        "NetworkSuspension", "TestSupport",
      ]),
    .testTarget(
      name: "NetworkTrafficTests",
      dependencies: [
        "NetworkHAR", "NetworkLoopback", "NetworkRecording", "NetworkRules", "NetworkSimulation", "NetworkStubs",
        "NetworkSuspension", "NetworkTesting", "NetworkTraffic", "TestSupport",
      ]),
    .target(name: "OtherClient", path: "Tests/OtherClient"),
    // An app and its UI tests, which link no test framework of this package.
    .executableTarget(name: "LaunchedApp", dependencies: ["NetworkEndpoints"], path: "Tests/LaunchedApp"),
    .testTarget(name: "LaunchedAppTests", dependencies: ["LaunchedApp", "NetworkServer"]),
    .testTarget(
      name: "PublicInterfaceTests",
      dependencies: [
        "NetworkEvents", "NetworkFaults", "NetworkLoopback", "NetworkObservers", "NetworkRecording", "NetworkRules",
        "NetworkSimulation", "NetworkSuspension", "NetworkTesting", "NetworkTraffic", "NetworkWebSockets",
        "OtherClient", "TestSupport",
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
