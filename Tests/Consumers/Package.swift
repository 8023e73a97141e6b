// swift-tools-version: 5.5

import PackageDescription

// A package for systems that are older than those of NetworkTesting, as in the article Migrating.
let package = Package(
  name: "Old",
  platforms: [.macOS(.v10_15), .iOS(.v13)],
  products: [.library(name: "Old", targets: ["Old"])],
  targets: [.target(name: "Old")]
)
