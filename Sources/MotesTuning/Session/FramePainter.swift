import Encoding
import Motes
import Presets
import Raster

/// Draws a page's frames, with the renderers that the last ones needed.
///
/// The pixels are those of `motes frame` at the same size and moment: drawn as RGB, or as straight RGBA where transparency is kept.
package struct FramePainter {
  /// What a renderer was made for.
  package struct Key: Equatable {
    /// Count of the text's states, or of the saved ones.
    var revision: Int
    var isSaved: Bool
    var width: Int
    var height: Int
    var keepsAlpha: Bool

    /// What is drawn, and how large.
    package init(revision: Int, isSaved: Bool, width: Int, height: Int, keepsAlpha: Bool) {
      (self.revision, self.isSaved, self.width, self.height) = (revision, isSaved, width, height)
      self.keepsAlpha = keepsAlpha
    }
  }

  private struct Entry {
    let key: Key
    let renderer: Renderer
    /// The sums of the renderer's layers up to now, in seconds.
    var layerSeconds: [Double] = []
  }

  /// Renderers that are kept: those of the state at rest, of its half while dragging, and of the saved state beside it.
  private static let maximumEntries = 3
  /// Quality of JPEG from 1 to 100.
  private static let jpegQuality = 88.0
  /// Threads that draw.
  private let threads: Int
  private let clock: @Sendable () -> Double
  /// The one used last stands last.
  private var entries: [Entry] = []

  package init(threads: Int?, clock: @escaping @Sendable () -> Double) {
    self.threads = threads ?? Renderer.coreCount
    self.clock = clock
  }

  /// A frame's pixels and what is told of them.
  package struct Painting {
    package var picture: TuningReply.Picture
    /// Red, green, blue and alpha of all pixels, rows top first; or a JPEG file.
    package var pixels: [UInt8]
  }

  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - key: what is drawn, and how large.
  ///   - frame: what the page asked for.
  ///   - load: reads the preset at the size, where no renderer for it is kept.
  package mutating func paint(
    _ key: Key, _ frame: TuningRequest.Frame, load: () throws -> Preset
  ) throws -> Painting {
    let start = clock()
    var entry = try entry(key, load: load)
    let loaded = clock()
    let renderer = entry.renderer
    let number = min(max(frame.number, 0), renderer.scene.frameRange.upperBound)
    var painting = Painting(
      picture: TuningReply.Picture(
        number: number, width: key.width, height: key.height, hash: nil, milliseconds: 0,
        loadMilliseconds: (loaded - start) * 1e3, particles: 0, layers: []), pixels: [])
    // A file of JPEG holds no transparency.
    painting.picture.jpeg = frame.jpeg == true && !key.keepsAlpha ? true : nil
    try renderer.render(frames: number...number) { rendered in
      if frame.hash == true { painting.picture.hash = rendered.pixels.sha256 }
      painting.picture.particles = rendered.particles
      painting.pixels =
        painting.picture.jpeg == true
        ? try PictureWriter.bytes(of: rendered.pixels, PictureSettings(.jpeg, quality: Self.jpegQuality))
        : rendered.pixels.rgbaBytes
      return true
    }
    painting.picture.milliseconds = (clock() - loaded) * 1e3
    let stages = renderer.profile?.stages.filter { $0.layer != nil } ?? []
    painting.picture.layers = stages.enumerated().map { index, stage in
      let before = index < entry.layerSeconds.count ? entry.layerSeconds[index] : 0
      return TuningReply.LayerTime(name: stage.layer ?? "", milliseconds: (stage.seconds - before) * 1e3)
    }
    entry.layerSeconds = stages.map(\.seconds)
    keep(entry)
    return painting
  }

  /// The kept renderer, or a new one.
  private mutating func entry(_ key: Key, load: () throws -> Preset) throws -> Entry {
    if let index = entries.firstIndex(where: { $0.key == key }) { return entries.remove(at: index) }
    let preset = try load()
    // The memory of states that are gone is given back first.
    entries.removeAll { $0.key.isSaved == key.isSaved && $0.key.revision != key.revision }
    let scene = preset.scene
    // A movie's threads are shared by the frames that are drawn at a time; a single frame is to have all of them.
    let count = min(threads * scene.concurrentFrameCount, Renderer.threadCounts.upperBound)
    return Entry(
      key: key,
      renderer: try Renderer(
        checked: scene, format: key.keepsAlpha ? .rgba : .rgb24, threads: count,
        backdrop: key.keepsAlpha ? .nothing : .layers, clock: clock))
  }

  private mutating func keep(_ entry: Entry) {
    entries.append(entry)
    if entries.count > Self.maximumEntries { entries.removeFirst() }
  }
}
