#if !canImport(Darwin)
  import Foundation

  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif

  extension Socket {
    #if canImport(Glibc)
      static let streamType = Int32(SOCK_STREAM.rawValue)
    #else
      static let streamType = Int32(SOCK_STREAM)
    #endif

    /// The flags that make a write to a closed connection an error, and not a signal.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    /// Makes calls return at once, and keeps child processes from inheriting the socket.
    func prepare() {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// Whether the peer's process has closed its socket, and not only ended its side; nil if the system does not tell.
    ///
    /// A socket that no process has is in the system's table without an inode, or no longer there.
    var isPeerGone: Bool? {
      if AppleDifference.silentPeers.isOn { return nil }
      let ends = (peer: ":" + hexadecimal(peerPort), own: ":" + hexadecimal(port))
      var isListed = false
      for name in SystemFile.connections {
        // Line by line, since Foundation takes the first page of such a file for all of it.
        guard let table = fopen(name, "re") else { continue }
        defer { fclose(table) }
        isListed = true
        var buffer = [CChar](repeating: 0, count: 512)
        while fgets(&buffer, Int32(buffer.count), table) != nil {
          let columns = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            .split(separator: " ")
          guard columns.count > 9, columns[1].hasSuffix(ends.peer), columns[2].hasSuffix(ends.own) else { continue }
          return columns[9] == "0"
        }
      }
      return isListed ? true : nil
    }

    private func hexadecimal(_ port: Int) -> String {
      let text = String(port, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, 4 - text.count)) + text
    }

    /// The number of bytes that the peer's system has not received yet.
    var unsentByteCount: Int {
      var count: Int32 = 0
      return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
    }
  }

  func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

  func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
#endif
