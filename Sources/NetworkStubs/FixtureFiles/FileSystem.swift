/// The kind of file that a path leads to.
package enum FileKind: Hashable {
  case file
  case folder
  /// A pipe, a socket or a device, whose reading may never end.
  case special

  package init?(atPath path: String) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    if isFolder.boolValue {
      self = .folder
    } else {
      let type = try? FileManager.default.attributesOfItem(atPath: path.resolvingLinks)[.type] as? FileAttributeType
      self = type == .typeRegular ? .file : .special
    }
  }
}

extension String {
  /// The path with every symbolic link in it followed.
  package var resolvingLinks: String { URL(fileURLWithPath: self).resolvingSymlinksInPath().path }

  /// The folder that contains an absolute path without a slash at its end; the root contains itself.
  package var parentFolder: String {
    // Foundation's own method stops the process for a path of one character on Linux.
    guard let slash = lastIndex(of: "/"), slash > startIndex else { return "/" }
    return String(self[..<slash])
  }

  package var isLink: Bool { (try? FileManager.default.destinationOfSymbolicLink(atPath: self)) != nil }

  package func appendingPart(_ part: String) -> String {
    utf8.last == UInt8(ascii: "/") ? self + part : self + "/" + part
  }

  /// Returns whether the path is the folder or below it; both are resolved.
  package func isInside(_ folder: String) -> Bool {
    // By bytes: texts that are equal in Swift can be two folders.
    utf8.elementsEqual(folder.utf8) || utf8.starts(with: folder.appendingPart("").utf8)
  }

  /// The absolute path without `.` and `..`, derived from the text alone.
  package var standardizedPath: String {
    let absolute = hasPrefix("/") ? self : FileManager.default.currentDirectoryPath.appendingPart(self)
    var parts: [Substring] = []
    for part in absolute.split(separator: "/") where part != "." {
      if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
