import Lanes
import Model
import Raster
import Shading

/// Something that has to be drawn and filtered in passes before the tiles of a frame can be painted.
protocol LayerPasses: AnyObject, Sendable {
  /// Does the passes of the current frame, if there are any.
  func render(painters: [TilePainter], pool: WorkerPool, stageTimes: StageTimes?)
}

/// A layer or group with filters, whose input is the layer drawn alone on transparent pixels.
///
/// If neither the input nor the filters' effect has changed since the frame before, nothing is drawn or filtered again.
final class FilteredLayer: LayerPasses, @unchecked Sendable {
  let pipeline: FilterPipeline
  /// The unfiltered layer, the same object in all frames; empty before the first `update`. An array of one element, so that no
  /// tile has to make an array.
  private(set) var input: [PreparedLayer] = []
  /// The version of the input.
  private var inputVersion = ContentVersion()
  /// The version of the input and the filters together.
  private var version = ContentVersion()
  /// Whether the passes of the current frame still have to be done.
  private(set) var needsPasses = false

  init(pipeline: FilterPipeline) { self.pipeline = pipeline }

  /// Content version of the filtered layer: frames with equal versions have equal pixels; nil: the pixels may have changed.
  var contentVersion: Int? { version.number }

  /// Begins a frame: finds out whether the layer, always the same object, or its filters have changed since the frame before.
  func update(_ layer: PreparedLayer, at clock: AnimationClock) {
    if input.isEmpty { input.append(layer) }
    pipeline.update(at: clock, input: layer)
    inputVersion.begin()
    inputVersion.add(input)
    inputVersion.end()
    version.begin()
    version.add(inputVersion.number)
    pipeline.addVersions(to: &version)
    if version.end() { needsPasses = pipeline.hasPasses }
  }

  /// Does the passes of the current frame, if there are any.
  func render(painters: [TilePainter], pool: WorkerPool, stageTimes: StageTimes?) {
    if !needsPasses { return }
    needsPasses = false
    if pipeline.resultBox?.isEmpty == true { return }
    pipeline.render(
      DrawnAlone(layer: self), inputVersion: inputVersion.number, painters: painters, pool: pool, stageTimes: stageTimes
    )
  }

  /// The layer as its pipeline's input.
  private struct DrawnAlone: FilterInput {
    let layer: FilteredLayer

    func draw(tileIndex: Int, of grid: TileGrid, with painter: TilePainter) -> Tile {
      let rect = grid.drawnRect(tileIndex)
      let target = painter.spareTile(at: rect)
      // The level is 0 even for a layer deep in groups: the pass that draws its input draws nothing else.
      painter.paintAlone(layer, onto: target, .init(level: 0, rect: rect, tileIndex: tileIndex))
      return target
    }
  }
}
