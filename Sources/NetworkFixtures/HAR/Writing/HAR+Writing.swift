public import Foundation

extension HAR {
  /// Writes the recording as a `.har` file has it, with a line break at the end.
  ///
  /// Fields come in the order of the specification, then those it does not know in their own; dates are UTC with
  /// milliseconds. The same value gives the same bytes.
  ///
  /// - Returns: UTF-8.
  public func encoded() -> Data {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("log")
      log.write(to: &writer)
      writer.members(extras)
    }
    writer.append("\n")
    return Data(writer.bytes)
  }
}

extension HAR.Log {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("version", version)
      writer.name("creator")
      creator.write(to: &writer)
      if let browser {
        writer.name("browser")
        browser.write(to: &writer)
      }
      if let pages {
        writer.name("pages")
        writer.list(pages) { $1.write(to: &$0) }
      }
      writer.name("entries")
      writer.list(entries) { $1.write(to: &$0) }
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.Application {
  func write(to writer: inout JSONWriter) {
    writer.object(inline: true) { writer in
      writer.member("name", name)
      writer.member("version", version)
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.Page {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("startedDateTime", HARDate.format(startedDateTime))
      writer.member("id", id)
      writer.member("title", title)
      writer.name("pageTimings")
      writer.object(inline: true) { writer in
        writer.member("onContentLoad", pageTimings.onContentLoad)
        writer.member("onLoad", pageTimings.onLoad)
        writer.member("comment", pageTimings.comment)
        writer.members(pageTimings.extras)
      }
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}
