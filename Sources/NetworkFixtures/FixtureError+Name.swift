extension FixtureError {
  static func refused(_ name: String, for flaw: FixtureName.Flaw, near: String?) -> Self {
    let happened =
      flaw.leavesFolder
      ? "The fixture name \(name.quoted) leaves its folder: it \(flaw.reason)."
      : "The fixture name \(name.quoted) is refused: it \(flaw.reason)."
    let remedy =
      flaw.leavesFolder && near == nil
      ? "Move the file into the fixture folder, or name its folder: Fixture(…, in: FixtureFolder(at: …))."
      : #"Name the file by its path inside the fixture folder, divided by "/": "users/ada.json"."#
    return Self(
      flaw.leavesFolder ? .leavesFolder : .invalidName,
      name: name,
      nearNames: near.map { [$0] } ?? [],
      report: Report(happened: happened, there: near.map { ["Did you mean \($0.quoted)?"] } ?? [], remedy: remedy)
    )
  }

  static func linkedOut(_ name: String, of folder: String, to target: String) -> Self {
    Self(
      .leavesFolder,
      name: name,
      folder: folder,
      report: Report(
        happened: "The fixture \(name.quoted) leaves its folder: a symbolic link leads out.",
        there: ["Folder: \(folder)", "Link to: \(target)"],
        remedy: "Copy the file into the folder. A link may lead to another file in it."
      )
    )
  }
}
