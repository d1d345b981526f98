import Synchronization

/// The songs that pages may hear, by their addresses. Only files that a session has found to be its preset's sound have one.
package final class SongShelf: Sendable {
  /// The beginning of a song's path after the token; its place on the shelf follows.
  private static let prefix = "song/"

  private let paths = Mutex<[String]>([])

  package init() {}

  /// The address of a song after the token.
  package func address(of song: SongFile) -> String {
    paths.withLock { paths in
      let index = paths.firstIndex(of: song.path) ?? paths.count
      if index == paths.count { paths.append(song.path) }
      return "\(Self.prefix)\(index)"
    }
  }

  /// The song with an address; nil if there is none.
  package func song(at address: String) -> SongFile? {
    guard address.hasPrefix(Self.prefix), let index = Int(address.dropFirst(Self.prefix.count)) else { return nil }
    return paths.withLock { $0.indices.contains(index) ? SongFile(path: $0[index]) : nil }
  }
}
