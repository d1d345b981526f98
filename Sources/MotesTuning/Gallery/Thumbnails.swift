@preconcurrency import Dispatch
import Encoding
import Foundation
import Motes
import Presets
import Synchronization

/// Moving thumbnails of the shipped presets as animated WebP: made when a page first asks, one at a time, and kept in memory.
final class Thumbnails: Sendable {
  private struct State {
    /// Files by the presets' names; those that were asked for last stand last in `order`.
    var files: [String: Data] = [:]
    var order: [String] = []
    var byteCount = 0
    /// How many wait to be made.
    var waiting = 0
  }

  /// Most bytes of files that are kept.
  private static let maximumBytes = 24 * 1024 * 1024
  /// Most thumbnails that wait to be made.
  private static let maximumWaiting = 200
  /// What a thumbnail shows.
  private static let clip = PresetClip(side: 224, rate: 12, seconds: 2, quality: 82, threads: 1)

  private let settings: PresetSettings
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "motes.thumbnails", qos: .background)

  init(settings: PresetSettings) {
    var settings = settings
    settings.overrides = []
    self.settings = settings
  }

  /// The thumbnail of a shipped preset; nil for a name that none has, or where it cannot be made.
  func file(_ name: String) async -> Data? {
    if let known = kept(name) { return known }
    guard PresetLibrary(folders: settings.folders).path(of: name) != nil else { return nil }
    let isTooMuch = state.withLock { state in
      state.waiting += 1
      return state.waiting > Self.maximumWaiting
    }
    defer { state.withLock { $0.waiting -= 1 } }
    if isTooMuch { return nil }
    return await withCheckedContinuation { continuation in
      queue.async {
        if let known = self.kept(name) { return continuation.resume(returning: known) }
        let made = try? self.make(name)
        if let made { self.keep(made, name) }
        continuation.resume(returning: made)
      }
    }
  }

  private func kept(_ name: String) -> Data? {
    state.withLock { state in
      guard let file = state.files[name] else { return nil }
      state.order.removeAll { $0 == name }
      state.order.append(name)
      return file
    }
  }

  private func keep(_ file: Data, _ name: String) {
    state.withLock { state in
      state.files[name] = file
      state.order.append(name)
      state.byteCount += file.count
      while state.byteCount > Self.maximumBytes, let oldest = state.order.first {
        state.order.removeFirst()
        state.byteCount -= state.files.removeValue(forKey: oldest)?.count ?? 0
      }
    }
  }

  /// Encoders write files, so that it goes through one that is removed at once.
  private func make(_ name: String) throws -> Data {
    let path = NSTemporaryDirectory() + "/motes-thumbnail-\(UUID().uuidString).webp"
    defer { unlink(path) }
    _ = try Self.clip.write(try Self.clip.preset(name, settings), to: path)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }
}
