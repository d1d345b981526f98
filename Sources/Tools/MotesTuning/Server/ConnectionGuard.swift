import Synchronization

/// Limits the number of connections, so that strangers cannot keep out who knows the token.
///
/// A connection is a stranger's until a request on it has shown the token. If there are too many of them, the oldest makes room for the
/// new one: a page shows the token as soon as it is connected, while connections that only hold a place grow old. Of several addresses the
/// one with most such connections loses one.
final class ConnectionGuard: Sendable {
  /// The most connections of strangers at a time.
  static let maximumStrangers = 128
  /// The most connections at a time that have shown the token.
  static let maximumPages = 128

  private struct State {
    /// Connections that have not shown the token, the oldest first.
    var strangers: [Connection] = []
    /// Connections that have shown the token.
    var pages: [ObjectIdentifier: Connection] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Takes a new connection.
  ///
  /// - Returns: a connection that has to make room for it.
  func admit(_ connection: Connection) -> Connection? {
    state.withLock { state in
      guard !state.isClosed else { return connection }
      state.strangers.append(connection)
      guard state.strangers.count > Self.maximumStrangers else { return nil }
      var counts: [String: Int] = [:]
      for stranger in state.strangers { counts[stranger.peer, default: 0] += 1 }
      let most = counts.values.max()
      return state.strangers.firstIndex { counts[$0.peer] == most }.map { state.strangers.remove(at: $0) }
    }
  }

  /// Notes that a request on a connection has shown the token.
  ///
  /// - Returns: false if there are too many such connections.
  func trust(_ connection: Connection) -> Bool {
    state.withLock { state in
      if state.pages[ObjectIdentifier(connection)] != nil { return true }
      guard state.pages.count < Self.maximumPages else { return false }
      state.strangers.removeAll { $0 === connection }
      state.pages[ObjectIdentifier(connection)] = connection
      return true
    }
  }

  /// Forgets a connection that has ended.
  func remove(_ connection: Connection) {
    state.withLock { state in
      state.pages[ObjectIdentifier(connection)] = nil
      state.strangers.removeAll { $0 === connection }
    }
  }

  /// Ends all connections, and lets no other in.
  func close() {
    let connections = state.withLock { state in
      state.isClosed = true
      return state.strangers + state.pages.values
    }
    for connection in connections { connection.shutDown() }
  }
}
