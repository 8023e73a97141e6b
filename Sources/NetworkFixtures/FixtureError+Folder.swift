extension FixtureError {
  static func noFolder(above searched: [String], misspelt: String?, for name: String?) -> Self {
    var there = ["Looked beside the calling file and in every folder above it:"]
    there += searched.prefix(shownFolders).map { "  \($0)" }
    if searched.count > shownFolders { there.append("  and \(searched.count - shownFolders) above") }
    if let misspelt { there.append("There is \(misspelt): the name has a capital F.") }
    return noFolder(
      #"There is no folder called "Fixtures""#,
      for: name,
      there: there,
      remedy: #"Make the folder "Fixtures" beside Package.swift, or beside the test, and put the files into it."#
    )
  }

  static func noFolder(at path: String, for name: String?) -> Self {
    noFolder(
      "There is no folder at \(path)",
      for: name,
      remedy: "Make the folder, or correct the URL in FixtureFolder(at: …)."
    )
  }

  static func noFolder(inBundle resources: String, for name: String?) -> Self {
    noFolder(
      #"There is no folder called "Fixtures" in the bundle"#,
      for: name,
      there: ["Bundle's resources: \(resources)"],
      remedy: #"Declare it in the manifest, with .copy, for .process flattens it: resources: [.copy("Fixtures")]"#
    )
  }

  static func sourceNotHere(_ folder: String, for name: String?) -> Self {
    Self(
      .sourceNotHere,
      name: name,
      report: Report(
        happened: "The source file is not on this machine: there is nothing above it to search" + ending(for: name),
        there: ["Compiled in: \(folder)"],
        remedy: #"""
          Where tests run away from their sources, as on a device, take the files along in the test bundle:
            resources: [.copy("Fixtures")]                      in the manifest
            Fixture("users/ada.json", in: .bundle(.module))     in the test
          """#
      )
    )
  }

  private static func noFolder(
    _ happened: String,
    for name: String?,
    there: [String] = [],
    remedy: String
  ) -> Self {
    Self(
      .noFolder,
      name: name,
      report: Report(happened: happened + ending(for: name), there: there, remedy: remedy)
    )
  }

  private static func ending(for name: String?) -> String {
    name.map { " for the fixture \($0.quoted)." } ?? "."
  }
}

private let shownFolders = 12
