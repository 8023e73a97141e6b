/// Files that answer requests for their paths.
struct ServedFixtures: Sendable {
  private var folders: [FixtureFolder] = []
  /// The answers in files that were named one by one, by their path on the server.
  private var files: [String: Fixture] = [:]
  /// The number of files.
  private(set) var count = 0

  var isEmpty: Bool { folders.isEmpty && files.isEmpty }

  /// Adds a folder or an answer.
  ///
  /// - Returns: False for another file, which may be a recording.
  /// - Throws: An error about the file.
  mutating func add(_ path: String, in program: Program) throws -> Bool {
    let url = program.url(of: path)
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    if exists, isFolder.boolValue {
      folders.append(FixtureFolder(at: url))
      count += try FixtureFiles(url).names.count
      return true
    }
    guard path.lowercased().hasSuffix(".http") else { return false }
    _ = try HTTPMessage(program.read(path), file: path).httpResponse()
    let fixture = Fixture(url.lastPathComponent, in: FixtureFolder(at: url.deletingLastPathComponent()))
    files[url.deletingPathExtension().lastPathComponent] = fixture
    count += 1
    return true
  }

  /// Returns the answer to a request for a path; nil if there is no file for it.
  ///
  /// - Throws: An error about a message that cannot be read.
  func response(to request: URLRequest) throws -> HTTPResponse? {
    guard ["GET", "HEAD"].contains(request.httpMethod ?? "GET") else { return nil }
    let path = ReceivedRequest(request).path.split(separator: "/").joined(separator: "/")
    if let fixture = files[path] { return try fixture.answer() }
    let endings = ["", ".http", ".json", ".html", ".txt", "/index.html"]
    let names = path.isEmpty ? ["index.html"] : endings.map { path + $0 }
    for folder in folders {
      for name in names where !name.hasSuffix(".http") || name != path {
        if let answer = try Fixture(name, in: folder).answer() { return answer }
      }
    }
    return nil
  }
}

extension Fixture {
  /// Returns the file as an answer; nil if there is no such file, or its name leads out of the folder.
  fileprivate func answer() throws -> HTTPResponse? {
    guard let data = try? data else { return nil }
    if name.lowercased().hasSuffix(".http") { return try HTTPMessage(data, file: name).httpResponse() }
    return HTTPResponse(status: 200, headers: ["Content-Type": contentType], body: data)
  }
}
