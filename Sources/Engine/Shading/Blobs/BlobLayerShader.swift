import Colorimetry
import Lanes
import Model
import Raster

/// Draws a blob. A sharp blob without relief is filled with exact area coverage, like any shape (`painter`). For other blobs each
/// pixel's distance from the edge, and the slope of the relief at the pixel, follow from a profile of radii (`body`).
final class BlobLayerShader: LayerShader, @unchecked Sendable {
  private let blob: Blob
  private let canvas: Canvas
  private let loopSeconds: Double?
  /// The source of the random numbers of the blob's points.
  private let stream: StreamKey
  /// The colours of a gradient whose stops are not animated; nil for other fills.
  private let fillCurve: ColorCurve?
  private let isStatic: Bool
  private var isReady = false

  private var path = FlattenedPath()
  private var polygons = PolygonList()
  private let painter = PathPainter()
  /// Set for a soft or lit blob; otherwise `painter` draws.
  private var body: BlobBody?
  private let profile = PolarProfile()

  init(_ blob: Blob, in context: ShaderContext) {
    self.blob = blob
    (canvas, loopSeconds) = (context.canvas, context.loopSeconds)
    stream = StreamKey(seed: canvas.seed, path: context.pathHash ^ blob.seed.bitPattern)
    fillCurve = PaintShader.constantCurve(of: blob.fill, canvas: canvas)
    isStatic = blob.isConstant
  }

  func update(at clock: AnimationClock) {
    if isReady && isStatic { return }
    isReady = true
    let outline = BlobOutline(blob, at: clock, stream: stream, loopSeconds: loopSeconds)
    let scale = canvas.pixelsPerPoint
    // Chords stay within 1/100 px of their curves.
    path.restart(tolerance: 0.01 / scale, reach: 0)
    outline.add(to: &path)
    guard let bounds = path.box else { return }
    let box = PlaneRect(
      x: bounds.low.x, y: bounds.low.y, width: bounds.high.x - bounds.low.x, height: bounds.high.y - bounds.low.y)
    let paint = PaintShader(
      blob.fill, frame: PaintFrame(box, on: canvas), canvas: canvas, clock: clock, curve: fillCurve)
    let softness = blob.softness.value(at: clock) * scale
    body = nil
    painter.removeAll()
    // Exact area coverage already fades the edge over about a pixel.
    if blob.relief == nil && softness <= 1 {
      polygons.removeAll()
      polygons.add(path)
      polygons.transform(by: PlaneMap(scale: scale))
      let isSimple = path.windsOnce(around: outline.center)
      painter.coverage.set(polygons, fillRule: .nonzero, isSimple: isSimple, height: canvas.heightPixels)
      painter.paint = paint
      return
    }
    profile.set(outline, scale: scale)
    body = BlobBody(
      profile: profile, center: outline.center * scale, softness: Float(softness), paint: paint,
      relief: blob.relief.map { ReliefShader($0, canvas: canvas, clock: clock) })
  }

  var isEmpty: Bool { body == nil && painter.isEmpty }
  var contentVersion: Int? { isStatic ? 0 : nil }
  var canShadeInPlace: Bool { body == nil }
  /// A tile is only partly covered.
  var pixelNanoseconds: Double { body == nil ? 0.9 : BlobBody.pixelNanoseconds }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool {
    if let body { body.markDirty(blocks, rect: rect) } else { painter.markDirty(blocks, rect: rect) }
    return true
  }

  func contentBox(in rect: PixelRect) -> PixelRect {
    if let body { body.contentBox(in: rect) } else { painter.contentBox(in: rect) }
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    if let body { return body.shade(into: tile, blocks: blocks, scratch: scratch) }
    if painter.misses(tile.rect) { return false }
    blocks.reset(width: tile.width, height: tile.height)
    painter.paint(tile, blocks: blocks, scratch: scratch, isFirst: true, writesAlpha: writesAlpha)
    return true
  }
}

extension Blob: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { BlobLayerShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    let reach = reach(frame.largest)
    let box = frame.boxPixels(2 * reach, 2 * reach)
    let isSharp = relief == nil && frame.largest(softness) == 0
    let pixel =
      isSharp
      ? VectorShape.pixelNanoseconds : BlobBody.pixelNanoseconds + (relief == nil ? 0 : ReliefShader.pixelNanoseconds)
    return SourceCost(
      nanoseconds: box * (pixel + PixelCost.composite + fill.pixelNanoseconds), remedy: "a smaller radius")
  }

  /// The distance from the centre, in points, beyond which the blob covers nothing at any time.
  ///
  /// - Parameter largest: gives the greatest magnitude of a number at any time.
  package func reach(_ largest: (AnimatedNumber) -> Double) -> Double {
    largest(radius) * (1 + largest(wobble) + largest(irregularity)) + largest(softness)
  }
}
