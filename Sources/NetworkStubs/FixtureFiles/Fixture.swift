/// A named file in a fixture folder.
///
/// ```swift
/// let hits = try Fixture("search.json").decode([Item].self)
/// let page = try Fixture("pages/maintenance.html").text
/// ```
///
/// The file is looked up in the nearest folder called `Fixtures` above the calling file, or in another ``FixtureFolder``.
/// Creating a fixture does not access the disk, so a trait can take it as an argument; reading it throws a ``FixtureError`` if
/// there is a problem. Each read returns the current content of the file.
public struct Fixture: Hashable, Sendable {
  /// The path of the file inside its folder, its parts separated by `/`.
  public let name: String
  /// The folder that the file is in.
  public let folder: FixtureFolder

  /// Creates a reference to a file in the nearest `Fixtures` folder above the calling file.
  ///
  /// - Parameters:
  ///   - name: The path of the file inside the folder, for example `users/ada.json`.
  ///   - filePath: The file from which the search starts, by default the calling one.
  public init(_ name: String, filePath: String = #filePath) { self.init(name, in: .nearest(to: filePath)) }

  /// Creates a reference to a file in a folder.
  ///
  /// - Parameters:
  ///   - name: The path of the file inside the folder, for example `users/ada.json`.
  ///   - folder: The folder of the file, for example `.bundle(.module)`.
  public init(_ name: String, in folder: FixtureFolder) {
    self.name = name
    self.folder = folder
  }

  /// The location of the file.
  ///
  /// - Throws: A ``FixtureError`` if there is no such file, or the name leaves the folder.
  public var url: URL { get throws { URL(fileURLWithPath: try folder.file(named: name).path) } }

  /// The bytes of the file.
  ///
  /// - Throws: A ``FixtureError`` if there is no such file, the name leaves the folder, or it cannot be read.
  public var data: Data {
    get throws {
      let file = try folder.file(named: name)
      do {
        // The resolved path is the one that was checked: a link that was changed since leads nowhere new.
        return try Data(contentsOf: URL(fileURLWithPath: file.resolvedPath))
      } catch {
        throw FixtureError.unreadable(name, in: file.folder, because: error)
      }
    }
  }

  /// The text of the file, which is UTF-8.
  ///
  /// - Throws: The same ``FixtureError`` as ``data``, and one if the bytes are not UTF-8.
  public var text: String {
    get throws {
      let data = try data
      let text = String(decoding: data, as: UTF8.self)
      // Decoding repairs invalid UTF-8, so only text that was UTF-8 gives the same bytes back.
      guard Data(text.utf8) == data else { throw FixtureError.notText(name, data: data) }
      return text
    }
  }
}

extension Fixture: CustomStringConvertible {
  /// The code that creates this fixture.
  public var description: String { "Fixture(\(name.quoted)\(folder.argument))" }
}

extension Fixture {
  /// Decodes the JSON in the file.
  ///
  /// - Parameters:
  ///   - type: The type of the content; often inferred.
  ///   - decoder: The decoder, with the strategies that the file needs.
  /// - Returns: The decoded value.
  /// - Throws: A ``FixtureError`` as for ``data``; with the coding path and the line if the file does not decode.
  public func decode<T: Decodable>(_ type: T.Type = T.self, using decoder: JSONDecoder = JSONDecoder()) throws -> T {
    let data = try data
    do {
      return try decoder.decode(type, from: data)
    } catch {
      throw FixtureError.undecodable(name, as: type, data: data, because: error)
    }
  }

  /// The media type for the extension of the name, in the form of a `Content-Type` field.
  ///
  /// Text is `charset=utf-8`; JSON has no such parameter ([RFC 8259, section 11][rfc]). A name with an unknown extension is
  /// `application/octet-stream`.
  ///
  /// [rfc]: https://www.rfc-editor.org/rfc/rfc8259#section-11
  package var contentType: String {
    let file = name.split(separator: "/").last ?? ""
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let suffix = parts.last, let type = mediaTypes[suffix.lowercased()] else {
      return "application/octet-stream"
    }
    return type.hasPrefix("text/") ? type + "; charset=utf-8" : type
  }
}

package let mediaTypes = [
  "avif": "image/avif", "css": "text/css", "csv": "text/csv", "form": "application/x-www-form-urlencoded",
  "gif": "image/gif", "gz": "application/gzip", "har": "application/json", "htm": "text/html", "html": "text/html",
  "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
  "jsonl": "application/x-ndjson", "md": "text/markdown", "mjs": "text/javascript", "ndjson": "application/x-ndjson",
  "pdf": "application/pdf", "png": "image/png", "sse": "text/event-stream", "svg": "image/svg+xml", "txt": "text/plain",
  "webp": "image/webp",
  "xml": "application/xml", "zip": "application/zip",
]
