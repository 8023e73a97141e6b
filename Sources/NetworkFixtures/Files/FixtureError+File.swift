extension FixtureError {
  static func missing(_ name: String, in folder: String, listing: FixtureFolder.Listing, isLink: Bool) -> Self {
    let near = NearNames.of(name, among: listing.names)
    var there = ["Searched: \(folder) (\(listing.size))"]
    if isLink { there.append("There is a symbolic link with this name, but its target is missing.") }
    if !near.isEmpty {
      there.append("Similar names: \(near.quotedList)")
    } else if !listing.names.isEmpty {
      there.append("No name is similar; the folder has \(listing.names.quotedList)")
    }
    return Self(
      .missing,
      name: name,
      folder: folder,
      nearNames: near,
      report: Report(
        happened: "There is no fixture \(name.quoted).", there: there,
        remedy: near.isEmpty ? "Add the file, or correct the name." : "Correct the name, or add the file.")
    )
  }

  package static func isFolder(_ name: String, in folder: String, listing: FixtureFolder.Listing) -> Self {
    let inside = listing.names.filter { $0.hasPrefix(name + "/") }
    return Self(
      .notAFile,
      name: name,
      folder: folder,
      nearNames: Array(inside.prefix(NearNames.limit)),
      report: Report(
        happened: "The fixture \(name.quoted) is a folder.",
        there: ["In: \(folder)", inside.isEmpty ? "It has no files." : "It has \(inside.quotedList)"],
        remedy: "Name a file in it.")
    )
  }

  package static func isSpecial(_ name: String, in folder: String) -> Self {
    Self(
      .notAFile,
      name: name,
      folder: folder,
      report: Report(
        happened: "The fixture \(name.quoted) is a pipe, a socket or a device, and reading it might never end.",
        there: ["In: \(folder)"], remedy: "Put a regular file in its place.")
    )
  }

  package static func unreadable(_ name: String, in folder: String, because error: any Error) -> Self {
    Self(
      .unreadable,
      name: name,
      folder: folder,
      underlyingError: error,
      report: Report(
        happened: "The fixture \(name.quoted) cannot be read: \(error.localizedDescription)", there: ["In: \(folder)"],
        remedy: "Check that the user who runs the tests may read the file.")
    )
  }

  static func notText(_ name: String, data: Data) -> Self {
    let offset = data.firstOffsetThatIsNotUTF8 ?? data.count
    let byte = data.dropFirst(offset).first.map { "byte 0x" + String($0, radix: 16, uppercase: true) } ?? "the end"
    return Self(
      .notText,
      name: name,
      report: Report(
        happened: "The fixture \(name.quoted) is not UTF-8 text: \(byte) at offset \(offset).",
        remedy: "Read its bytes with data, or save the file as UTF-8.")
    )
  }
}

extension FixtureFolder.Listing {
  fileprivate var size: String { isComplete ? names.count.counted("file") : "only \(names.count) files of more" }
}

extension FixtureError {
  static func noFolder(above searched: [String], misspelt: String?, for name: String?) -> Self {
    var there = ["Looked beside the calling file and in every folder above it:"]
    there += searched.prefix(shownFolders).map { "  \($0)" }
    if searched.count > shownFolders { there.append("  and \(searched.count - shownFolders) above") }
    if let misspelt { there.append("There is \(misspelt): the name has a capital F.") }
    return noFolder(
      #"There is no folder called "Fixtures""#, for: name, there: there,
      remedy: #"Make the folder "Fixtures" beside Package.swift, or beside the test, and put the files into it."#)
  }

  static func noFolder(at path: String, for name: String?) -> Self {
    noFolder(
      "There is no folder at \(path)", for: name, remedy: "Make the folder, or correct the URL in FixtureFolder(at: …)."
    )
  }

  static func noFolder(named path: String, for name: String?) -> Self {
    noFolder(
      "There is no folder at \(path), which \(FixtureSearch.variable) names", for: name,
      remedy: "Correct the variable, or unset it to search above the calling file.")
  }

  static func noFolder(inBundle resources: String, for name: String?) -> Self {
    noFolder(
      #"There is no folder called "Fixtures" in the bundle"#, for: name, there: ["Bundle's resources: \(resources)"],
      remedy: #"Declare it in the manifest, with .copy, because .process flattens it: resources: [.copy("Fixtures")]"#)
  }

  static func sourceNotHere(_ folder: String, for name: String?) -> Self {
    Self(
      .sourceNotHere,
      name: name,
      report: Report(
        happened: "The source file is not on this machine: there is nothing above it to search" + ending(for: name),
        there: ["Compiled in: \(folder)"],
        remedy: #"""
          If tests run away from their sources, as on a device, put the files into the test bundle:
            resources: [.copy("Fixtures")]                      in the manifest
            Fixture("users/ada.json", in: .bundle(.module))     in the test
            @Test(.recording("checkout", in: .bundle(.module)))
          If they run where the files are, in another folder, name it: NETWORK_TESTING_FIXTURES=… swift test, or
          TEST_RUNNER_NETWORK_TESTING_FIXTURES=… xcodebuild test.
          """#
      )
    )
  }

  private static func noFolder(
    _ happened: String, for name: String?, there: [String] = [], remedy: String
  ) -> Self {
    Self(.noFolder, name: name, report: Report(happened: happened + ending(for: name), there: there, remedy: remedy))
  }

  private static func ending(for name: String?) -> String { name.map { " for the fixture \($0.quoted)." } ?? "." }
}

private let shownFolders = 12
