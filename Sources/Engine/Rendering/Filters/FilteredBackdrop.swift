import Lanes
import Model
import Raster
import Shading

/// A layer that shows the layers below it through filters, like CSS's `backdrop-filter`: glass, water, lenses.
///
/// The layers below it in its own stack are drawn once more in an earlier pass and filtered. The result is mixed into the tile's
/// pixels in proportion to the layer's alpha, not counting its opacity. Then the layer itself is composited, with its opacity and
/// blend mode. Bodies, as of glass, and water are drawn by their filter: the opacity counts, and nothing is composited besides.
/// Pointwise filters need no pass: they are applied to the pixels that the tile holds already.
final class FilteredBackdrop: LayerPasses, @unchecked Sendable {
  let pipeline: FilterPipeline
  /// The layer itself, drawn alone; empty before the first `update`. An array of one element, so that no tile has to make an
  /// array.
  private(set) var layer: [PreparedLayer] = []
  /// The shown layers below `layer`.
  private var below: [PreparedLayer] = []
  /// What the finished frame is laid over, which is seen below all layers of the canvas's own stack.
  private var background: SeenBackground?
  /// The version of the layers and the background below.
  private var belowVersion = ContentVersion()
  /// The version of the layer, the layers below and the filters together.
  private var version = ContentVersion()
  /// Whether the passes of the current frame still have to be done.
  private var needsPasses = false
  /// Content version: frames with equal versions have equal pixels, the layers below included; nil: the pixels may have changed.
  var contentVersion: Int? { version.number }

  init(pipeline: FilterPipeline) { self.pipeline = pipeline }

  /// Begins a frame: finds out whether anything has changed since the frame before.
  ///
  /// - Parameters:
  ///   - layer: the layer, always the same object.
  ///   - below: the layers of the same stack that are seen through the layer.
  ///   - background: what is seen below them; nil in groups, and where frames are laid over nothing.
  func update(
    _ layer: PreparedLayer, below: ArraySlice<PreparedLayer>, over background: SeenBackground?, at clock: AnimationClock
  ) {
    self.background = background
    if self.layer.isEmpty { self.layer.append(layer) }
    self.below.removeAll(keepingCapacity: true)
    self.below.append(contentsOf: below)
    pipeline.update(at: clock, seenThrough: self.layer)
    belowVersion.begin()
    belowVersion.add(self.below)
    belowVersion.add(background?.version ?? -1)
    belowVersion.end()
    version.begin()
    version.add(self.layer)
    version.add(belowVersion.number)
    pipeline.addVersions(to: &version)
    if version.end() { needsPasses = pipeline.hasPasses }
  }

  /// Does the passes of the current frame, if there are any.
  func render(painters: [TilePainter], pool: WorkerPool, stageTimes: StageTimes?) {
    if !needsPasses { return }
    needsPasses = false
    pipeline.render(
      DrawnBelow(layers: below, background: background), inputVersion: belowVersion.number, painters: painters,
      pool: pool,
      stageTimes: stageTimes)
  }

  /// The layers below as the pipeline's input.
  private struct DrawnBelow: FilterInput {
    let layers: [PreparedLayer]
    let background: SeenBackground?

    func draw(tileIndex: Int, of grid: TileGrid, with painter: TilePainter) -> Tile {
      let rect = grid.drawnRect(tileIndex)
      let target = painter.spareTile(at: rect)
      painter.paintStack(layers, onto: target, .init(level: 0, rect: rect, tileIndex: tileIndex))
      background?.lay(under: target)
      return target
    }
  }

  /// Whether the layer is drawn by the filters, and not composited besides.
  var drawsLayer: Bool { pipeline.drawsLayer }

  /// Replaces a tile's pixels by the filtered backdrop where the layer is.
  ///
  /// - Parameters:
  ///   - opacity: the layer's, which counts where the filters draw the layer.
  ///   - alone: the layer, drawn alone on transparent pixels.
  ///   - tile: the layers below, as drawn so far.
  ///   - spare: a second tile at the same coordinates, whose pixels are overwritten.
  ///   - rect: the tile's pixels, in frame coordinates.
  func show(
    through alone: Tile, opacity: Float, onto tile: Tile, spare: Tile, rect: PixelRect, scratch: AlignedBuffer<Float>,
    writesAlpha: Bool
  ) {
    if !pipeline.hasPasses {
      spare.base.update(from: tile.base, count: tile.rowStride * tile.height)
      background?.lay(under: spare)
    }
    pipeline.apply(to: spare, rect: rect, scratch: scratch)
    mixByAlpha(of: alone, opacity: drawsLayer ? opacity : 1, spare, onto: tile, planes: writesAlpha ? 4 : 3)
  }
}

/// Mixes the pixels of `source` into `tile` by the alpha of `mask`.
private func mixByAlpha(of mask: Tile, opacity: Float, _ source: Tile, onto tile: Tile, planes: Int) {
  for row in 0..<tile.height {
    let alpha = mask.row(row, plane: 3)
    for plane in 0..<planes {
      let (from, onto) = (source.row(row, plane: plane), tile.row(row, plane: plane))
      var column = 0
      while column < tile.width {
        let weight = Lanes.clamp(Lanes.load(alpha + column), 0, 1) * opacity
        let old = Lanes.load(onto + column)
        // The weights 0 and 1 give exactly the old and the new pixel: nothing changes outside of the layer, and where the layer's
        // alpha is 1 only the filtered backdrop is seen.
        Lanes.store(old * (1 - weight) + Lanes.load(from + column) * weight, to: onto + column)
        column &+= 8
      }
    }
  }
}
