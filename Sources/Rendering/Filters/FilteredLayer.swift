import Lanes
import Model
import Raster
import Shading

/// A layer or group with filters, from frame to frame: its own picture, drawn alone on transparent, and what the filters make
/// of it.
///
/// An input that is what it was in the frame before, under filters that do what they did, is neither drawn nor filtered again.
final class FilteredLayer: @unchecked Sendable {
  let pipeline: FilterPipeline
  /// The unfiltered layer: one element, so that no tile makes a list of its own.
  private(set) var input: [LayerFrame] = []
  private var signatures: [LayerSignature] = []
  private var lastSignatures: [LayerSignature] = []
  private var versions: [Int] = []
  private var lastVersions: [Int] = []
  /// Whether the passes of the frame at hand are still to be done.
  private(set) var needsPasses = false
  private var count = 0

  init(pipeline: FilterPipeline) { self.pipeline = pipeline }

  /// Content version: equal versions have equal pixels; nil means treat as changed.
  private(set) var contentVersion: Int?

  /// Takes over the layer as it is in the frame at hand.
  func update(_ layer: LayerFrame, at clock: AnimationClock) {
    if input.isEmpty { input.append(layer) }
    pipeline.update(at: clock)
    swap(&signatures, &lastSignatures)
    swap(&versions, &lastVersions)
    signatures.removeAll(keepingCapacity: true)
    versions.removeAll(keepingCapacity: true)
    let isKnown = layer.appendSignatures(to: &signatures) && pipeline.appendVersions(to: &versions)
    if !isKnown { signatures.removeAll(keepingCapacity: true) }
    let isSame = isKnown && signatures == lastSignatures && versions == lastVersions
    if !isSame {
      count += 1
      needsPasses = pipeline.hasPasses
    }
    contentVersion = isKnown ? count : nil
  }

  /// Does the passes of the frame at hand, where there are any.
  func render(painters: [TilePainter], pool: WorkerPool, stages: StageTimes?) {
    if !needsPasses { return }
    needsPasses = false
    pipeline.render(DrawnAlone(layer: self), painters: painters, pool: pool, stages: stages)
  }

  private struct DrawnAlone: FilterInput {
    let layer: FilteredLayer

    func draw(tile: Int, of grid: TileGrid, with painter: TilePainter) -> Tile {
      let rect = grid.drawnRect(tile)
      let target = painter.filterTile(at: rect)
      painter.paintAlone(layer, onto: target, .init(level: 0, rect: rect, tileIndex: tile))
      return target
    }
  }
}
