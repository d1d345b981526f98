import Model
import Raster
import Rendering
import Synchronization

/// A renderer that tells how often each layer is drawn on a tile.
///
/// Its clock counts its own readings. The renderer reads it once when it has drawn a layer on a tile, and counts the time since the reading
/// before as that layer's: 1 with one thread, at least 1 with several, and nothing for a layer that is not drawn.
final class LayerWork {
  let renderer: FrameRenderer
  private var countsBefore: [String: Int] = [:]

  private final class Readings: Sendable {
    let count = Atomic<Int>(0)
  }

  init(_ scene: Scene, _ format: PixelFormat, threads: Int = 1, tile: (width: Int, height: Int) = (96, 64)) {
    let readings = Readings()
    renderer = FrameRenderer(
      plan: RenderPlan(scene: scene), format: format, threadCount: threads,
      clock: { Double(readings.count.add(1, ordering: .relaxed).newValue) }, tileWidth: tile.width,
      tileHeight: tile.height)
  }

  /// Draws a frame.
  ///
  /// - Returns: the number of tiles on which each layer was drawn, by the layers' names.
  func draw(at time: Rational, into pixels: PixelBuffer) -> [String: Int] {
    renderer.render(at: time, into: pixels)
    let layers = renderer.stageTimes?.totals.layers ?? []
    let counts = Dictionary(layers.map { ($0.name, Int($0.seconds)) }, uniquingKeysWith: +)
    defer { countsBefore = counts }
    return counts.merging(countsBefore.mapValues { -$0 }, uniquingKeysWith: +)
  }
}
