import NetworkTesting

#if os(Linux)
  /// The public names of the modules that `import NetworkTesting` does not bring, as the compiler lists them.
  @Suite("The public names of the modules that stay apart", .typeCheck, .symbolGraphs)
  struct OtherModulesTests {
    private static let file = PackageManifest.root.appendingPathComponent("Sources/NetworkTesting/OtherModules.swift")
    private static let update = "UPDATE_GOLDEN=1 swift test --filter OtherModulesTests"
    private static var isNewEnough: Bool {
      #if compiler(>=6.3)
        true
      #else
        false
      #endif
    }
    private static let names = Result {
      try PackageManifest().otherModules.flatMap { module, importing in
        try PublicName.all(in: TypeCheck.symbolGraphs(of: module), importing: importing)
      }
    }

    /// A use of each name that leads home: a file without its first line, and the names by the lines that use them.
    private static func uses() throws -> (lines: [String], names: [Int: PublicName]) {
      var lines: [String] = []
      var users: [Int: PublicName] = [:]
      for name in try names.get().leadingHome {
        for spelling in Spelling.all(of: name) {
          lines += spelling.lines(number: lines.count)
          // The first line is that of the imports, and lines are counted from one.
          users[lines.count] = name
        }
      }
      return (lines, users)
    }

    @Test(
      "each that leads home has a placeholder",
      .enabled("older compilers write some declarations in another way") { isNewEnough })
    func placeholders() throws {
      let names = try Self.names.get()
      try #require(names.count > 150, "The symbol graphs list \(names.count) names.")
      let text = Placeholders(names: names).text
      if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
        try Data(text.utf8).write(to: Self.file, options: .atomic)
        return
      }
      let there = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
      let wanted = text.split(separator: "\n")
      let difference = wanted.difference(from: there).map { change in
        switch change {
        case .insert(_, let line, _): "+ \(line)"
        case .remove(_, let line, _): "- \(line)"
        }
      }
      #expect(
        difference.isEmpty,
        """
        A public name has changed, and OtherModules.swift lacks a placeholder, or has one too many. Write the file again by
        \(Self.update)
        \(difference.joined(separator: "\n"))
        """)
    }

    @Test("types, initialisers, traits, free functions and their values lead home")
    func choice() throws {
      let names = try Self.names.get().leadingHome
      let paths = Set(names.map { $0.path.joined(separator: ".") })
      #expect(
        paths.isSuperset(of: [
          "HAR", "HAR.init(_:file:)", "HAR.BodyPlacement", "HAR.BodyPlacement.inside", "RecordMode.missing",
          "RequestPart.query(except:)", "SimulatedFaults.some", "LoopbackServer.Limits.init()",
          "SecretSearchPlace.recordings", "LoopbackServer.current", "LoopbackServer.host",
          "LoopbackServer.stop(within:)",
        ]))
      #expect(
        Set(names.filter(\.isFreeFunction).map(\.baseName)) == [
          "expectNoSecrets", "expectRequest", "withLoopbackServer", "withRecording",
        ])
      #expect(Set(names.filter(\.isTrait).map(\.baseName)) == ["loopbackServer", "recording", "simulated"])
      let others = [
        "HAR.log", "HAR.Log", "LoopbackServer.Limits.body", "LoopbackWebSocket.next", "RecordMode.description",
      ]
      #expect(others.allSatisfy { other in !paths.contains { $0.hasPrefix(other) } }, "\(paths.sorted())")
    }

    @Test("each of them says which import has it, in every spelling")
    func missingImport() throws {
      let (lines, names) = try Self.uses()
      let messages = try TypeCheck.messages(in: "import NetworkTesting\n" + lines.joined(separator: "\n"))
      let errors = Dictionary(grouping: messages.filter { $0.contains("error:") }) { Int($0.prefix { $0 != ":" }) ?? 0 }
      for (line, name) in names.sorted(by: { $0.key < $1.key }) {
        let said = errors[line] ?? []
        let use = lines[line - 2].trimmingCharacters(in: .whitespaces)
        #expect(
          said.contains { $0.contains("is unavailable: import \(name.module) to use ") },
          "\(use): \(said). If its placeholder is missing, write it by \(Self.update)")
      }
      let misleading = messages.filter { $0.contains("error:") && !$0.contains("is unavailable: import ") }
      #expect(misleading.isEmpty)
    }

    @Test("none is ambiguous beside its import")
    func besideImport() throws {
      let imports = try Set(PackageManifest().otherModules.map(\.importing)).sorted().map { "import \($0); " }.joined()
      let lines = try Self.uses().lines
      let messages = try TypeCheck.messages(in: "import NetworkTesting; \(imports)\n" + lines.joined(separator: "\n"))
      #expect(messages.filter { $0.contains("error:") }.isEmpty)
    }
  }
#endif
