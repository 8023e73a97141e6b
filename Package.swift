// swift-tools-version: 6.2

import PackageDescription

/// What tests of every module use.
let usedByTests: [Target.Dependency] = ["NetworkEndpoints", "NetworkHAR", "NetworkStubs", "NetworkTesting"]

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
        intent: .custom(verb: "network-fixtures", description: "Keeps fixtures and recordings safe to commit.")),
      path: "Sources/NetworkFixturesPlugin"
    ),

    .target(name: "TestSupport", dependencies: usedByTests, path: "Tests/TestSupport"),
    // A program that records, and an app with its UI tests, which link no test framework of this package.
    .executableTarget(name: "RecordingProgram", dependencies: ["NetworkHAR"], path: "Tests/RecordingProgram"),
    .executableTarget(name: "LaunchedApp", dependencies: ["NetworkEndpoints"], path: "Tests/LaunchedApp"),
    .target(name: "OtherClient", path: "Tests/OtherClient"),

    tests(of: "NetworkEndpoints", with: "NetworkSimulation"),
    tests(of: "NetworkStubs", with: "NetworkLoopback", "NetworkRecording", "NetworkSimulation"),
    tests(of: "NetworkServer", with: "NetworkServer", "NetworkLoopback", "NetworkRecording"),
    tests(of: "NetworkHAR", with: "NetworkRecording", "RecordingProgram"),
    tests(of: "NetworkTesting", with: "NetworkLoopback", "NetworkRecording", "NetworkSimulation"),
    tests(of: "NetworkRecording", with: "NetworkRecording", "NetworkSimulation"),
    tests(of: "NetworkSimulation", with: "NetworkSimulation"),
    tests(of: "NetworkLoopback", with: "NetworkLoopback", "NetworkRecording", "NetworkSimulation"),
    tests(
      of: "NetworkFixturesCommand", with: "network-fixtures", "NetworkLoopback", "NetworkRecording", "NetworkSimulation"
    ),
    tests(of: "PublicInterface", with: "NetworkLoopback", "NetworkRecording", "NetworkSimulation", "OtherClient"),
    .testTarget(name: "LaunchedAppTests", dependencies: ["LaunchedApp", "NetworkServer"]),
  ],
  swiftLanguageModes: [.v6]
)

/// The tests of a module, in folders like those of its sources. They may use modules above it as well.
func tests(of module: String, with others: Target.Dependency...) -> Target {
  .testTarget(name: "\(module)Tests", dependencies: usedByTests + others + ["TestSupport"])
}

// A plugin takes no settings.
for target in package.targets where target.type != .plugin {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
