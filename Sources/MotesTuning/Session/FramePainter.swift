import Encoding
import Motes
import Presets
import Raster

/// Draws a page's frames, and keeps the renderers of recent ones.
///
/// The pixels are those of `motes frame` at the same size and moment: RGB, or straight RGBA if transparency is kept.
package struct FramePainter {
  /// What a renderer draws, and how large.
  package struct Key: Equatable {
    /// The revision of the page's text, or of the saved text.
    var revision: Int
    /// Whether the saved text is drawn.
    var isSaved: Bool
    var width: Int
    var height: Int
    var keepsAlpha: Bool

    package init(revision: Int, isSaved: Bool, width: Int, height: Int, keepsAlpha: Bool) {
      (self.revision, self.isSaved, self.width, self.height) = (revision, isSaved, width, height)
      self.keepsAlpha = keepsAlpha
    }
  }

  private struct Entry {
    let key: Key
    let renderer: Renderer
    /// The total seconds of each of the renderer's layers up to the last frame.
    var layerSeconds: [Double] = []
  }

  /// The most renderers that are kept: one for the text, one for it at half size while dragging, and one for the saved text.
  private static let maximumEntries = 3
  /// Quality of JPEG from 1 to 100.
  private static let jpegQuality = 88.0
  /// Threads that draw.
  private let threads: Int
  private let clock: @Sendable () -> Double
  /// The kept renderers, the most recently used last.
  private var entries: [Entry] = []

  package init(threads: Int?, clock: @escaping @Sendable () -> Double) {
    self.threads = threads ?? Renderer.coreCount
    self.clock = clock
  }

  /// A frame's pixels and their description.
  package struct Painting {
    package var picture: TuningReply.Picture
    /// Red, green, blue and alpha of all pixels, rows top first; or a JPEG file.
    package var pixels: [UInt8]
  }

  /// Draws a frame.
  ///
  /// - Parameters:
  ///   - key: what is drawn, and how large.
  ///   - frame: the page's request.
  ///   - load: reads the preset at the size of `key`; called if no renderer is kept for it.
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
    // JPEG has no transparency.
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

  /// Takes the kept renderer out of `entries`, or makes a new one.
  private mutating func entry(_ key: Key, load: () throws -> Preset) throws -> Entry {
    if let index = entries.firstIndex(where: { $0.key == key }) { return entries.remove(at: index) }
    let preset = try load()
    // Renderers of older revisions are released first, to free their memory.
    entries.removeAll { $0.key.isSaved == key.isSaved && $0.key.revision != key.revision }
    let scene = preset.scene
    // A renderer divides its threads among the frames that it draws at a time. Here it draws only one, which gets `threads` threads if the
    // number is multiplied.
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
