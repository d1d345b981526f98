@preconcurrency import Dispatch
import Encoding
import Foundation
import Motes
import Presets
import Synchronization

/// Animated thumbnails of the shipped presets, as WebP. They are made when a page first asks, one at a time, and kept in memory.
final class Thumbnails: Sendable {
  private struct State {
    /// Files by the presets' names.
    var files: [String: Data] = [:]
    /// The names in `files`, the most recently requested last.
    var order: [String] = []
    /// The bytes of all `files` together.
    var byteCount = 0
  }

  /// The most bytes of files that are kept.
  private static let maximumBytes = 24 * 1024 * 1024
  /// Size, rate, length and quality of the thumbnails.
  private static let clip = PresetClip(maximumSide: 224, frameRate: 12, maximumSeconds: 2, quality: 82, threads: 1)

  /// How shipped presets are found and read; without the command's overrides.
  private let settings: PresetSettings
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "motes.thumbnails", qos: .background)

  init(settings: PresetSettings) {
    var settings = settings
    settings.overrides = []
    self.settings = settings
  }

  /// The thumbnail of a shipped preset, which may have to be made first; nil if there is no such preset, or it cannot be made.
  func file(_ name: String) -> Data? {
    if let kept = keptFile(name) { return kept }
    guard PresetLibrary(folders: settings.folders).path(of: name) != nil else { return nil }
    return queue.sync {
      if let kept = keptFile(name) { return kept }
      let made = try? make(name)
      if let made { keep(made, name) }
      return made
    }
  }

  /// The thumbnail in memory, which now counts as the most recently requested one; nil if there is none.
  private func keptFile(_ name: String) -> Data? {
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

  /// Makes a thumbnail. Encoders write files, so a temporary file is written, read and removed.
  private func make(_ name: String) throws -> Data {
    let path = NSTemporaryDirectory() + "/motes-thumbnail-\(UUID().uuidString).webp"
    defer { unlink(path) }
    _ = try Self.clip.write(try Self.clip.preset(name, settings), to: path)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }
}
