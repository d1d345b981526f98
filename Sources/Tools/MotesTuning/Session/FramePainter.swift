import Cost
import Encoding
import Motes
import Presets
import Raster

/// Draws a page's frames, and keeps the renderers of recent ones.
///
/// The pixels equal those of `motes frame` at the same size and time; alpha is straight, and 255 unless transparency is kept.
package struct FramePainter {
  /// What a renderer draws, and how large.
  package struct Key: Equatable {
    /// The revision of the page's text, or of the saved text.
    var revision: Int
    /// Whether the saved text is drawn in place of the page's.
    var drawsSavedText: Bool
    var width: Int
    var height: Int
    var keepsAlpha: Bool

    package init(revision: Int, drawsSavedText: Bool, width: Int, height: Int, keepsAlpha: Bool) {
      (self.revision, self.drawsSavedText, self.width, self.height) = (revision, drawsSavedText, width, height)
      self.keepsAlpha = keepsAlpha
    }
  }

  private struct Entry {
    let key: Key
    let renderer: Renderer
    /// The seconds that each layer has taken in all frames that the renderer has drawn.
    var layerSeconds: [Double] = []
  }

  /// The most renderers that are kept: one for the page's text, one for this text at half size while the user drags, and one for
  /// the saved text.
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
  ///   - load: reads the preset at the size of `key`; called if no renderer is kept for `key`.
  package mutating func paint(
    _ key: Key, _ frame: TuningRequest.Frame, load: () throws -> Preset
  ) throws -> Painting {
    let start = clock()
    var entry = try takeEntry(key, load: load)
    let loadEnd = clock()
    let renderer = entry.renderer
    let number = min(max(frame.number, 0), renderer.scene.frameRange.upperBound)
    var painting = Painting(
      picture: TuningReply.Picture(
        number: number, width: key.width, height: key.height, hash: nil, milliseconds: 0,
        loadMilliseconds: (loadEnd - start) * 1e3, particles: 0, layers: []), pixels: [])
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
    painting.picture.milliseconds = (clock() - loadEnd) * 1e3
    let stages = renderer.profile?.stages.filter { $0.layer != nil } ?? []
    painting.picture.layers = stages.enumerated().map { index, stage in
      let secondsBefore = index < entry.layerSeconds.count ? entry.layerSeconds[index] : 0
      return TuningReply.LayerTime(name: stage.layer ?? "", milliseconds: (stage.seconds - secondsBefore) * 1e3)
    }
    entry.layerSeconds = stages.map(\.seconds)
    painting.picture.camera = TuningReply.Camera(of: renderer.scene.canvas, frame: number)
    painting.picture.lights = TuningReply.Light.all(of: renderer.scene.canvas, frame: number)
    keep(entry)
    return painting
  }

  /// Takes the kept renderer out of `entries`, or makes a new one.
  private mutating func takeEntry(_ key: Key, load: () throws -> Preset) throws -> Entry {
    if let index = entries.firstIndex(where: { $0.key == key }) { return entries.remove(at: index) }
    let preset = try load()
    // Renderers of older revisions are released first, to free their memory.
    entries.removeAll { $0.key.drawsSavedText == key.drawsSavedText && $0.key.revision != key.revision }
    let scene = preset.scene
    // A renderer divides its threads among the frames that it can draw at a time. Here it draws one frame at a time, so it gets
    // as many threads as give this frame `threads`.
    let rendererThreads = min(threads * scene.concurrentFrameCount, Renderer.threadCounts.upperBound)
    return Entry(
      key: key,
      renderer: try Renderer(
        checkedScene: scene, format: key.keepsAlpha ? .rgba : .rgb24, threads: rendererThreads,
        backdrop: key.keepsAlpha ? .nothing : .layers, clock: clock))
  }

  private mutating func keep(_ entry: Entry) {
    entries.append(entry)
    if entries.count > Self.maximumEntries { entries.removeFirst() }
  }
}
