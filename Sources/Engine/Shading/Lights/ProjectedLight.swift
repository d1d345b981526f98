import Lanes
import Model
import Raster

/// The light of the scene on a flat layer, computed where the layer is seen: at the frame's pixels, each of which is lit at the place of the layer's
/// plane that is seen there.
final class ProjectedLight: @unchecked Sendable {
  private let lighting: Filter.Lighting
  private let canvas: Canvas
  private let frame: PixelRect
  private let isConstant: Bool
  private var surface: LitSurface
  private var otherLayers: OtherLayersLight?
  private var receiver: ReceiverPlane
  private var lastChangeCount = -1

  init(_ lighting: Filter.Lighting, canvas: Canvas, frame: PixelRect) {
    (self.lighting, self.canvas, self.frame) = (lighting, canvas, frame)
    isConstant = lighting.isConstant(on: canvas)
    surface = lighting.surface(at: AnimationClock(0), canvas: canvas)
    receiver = ReceiverPlane(
      LayerPlane(of: lighting.transform, at: AnimationClock(0), on: canvas), pixelsPerPoint: canvas.pixelsPerPoint)
  }

  func receive(_ sources: [any LayerLightSource]) {
    otherLayers = OtherLayersLight(lighting, sources, canvas: canvas, area: frame, hasRelief: false)
  }

  /// Whether the light has changed since the last call.
  func hasChanged() -> Bool {
    let count = otherLayers?.changeCount ?? 0
    defer { lastChangeCount = count }
    return !isConstant || count != lastChangeCount
  }

  /// - Parameters:
  ///   - inverse: from the frame's pixels to the layer's.
  ///   - box: the pixels of the frame in which the layer is seen; nil for all.
  func update(at clock: AnimationClock, seenThrough inverse: Projection, box: PixelRect?) {
    surface = lighting.surface(at: clock, canvas: canvas)
    receiver = ReceiverPlane(
      LayerPlane(of: lighting.transform, at: clock, on: canvas), inverse: inverse,
      pixelsPerPoint: canvas.pixelsPerPoint)
    otherLayers?.update(at: clock, seenThrough: inverse)
    otherLayers?.limit(to: box ?? frame)
  }

  var taskCounts: [Int] { otherLayers?.taskCounts ?? [] }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    otherLayers?.perform(pass: pass, task: task, scratch: scratch)
  }

  /// Lights a row of the frame: premultiplied pixels, whose planes lie `planeStride` floats apart.
  func light(
    row: Int, from first: Int, count: Int, _ pixels: UnsafeMutablePointer<Float>, planeStride: Int,
    scratch: AlignedBuffer<Float>
  ) {
    let others = otherLayers?.read(
      row: row, from: first, count: count, sourceCount: surface.sourceCount, scratch: scratch)
    let places = receiver.rowInLayer(Double(row) + 0.5, pixelsPerPoint: canvas.pixelsPerPoint).from(x: 0)
    let normal = LaneVector(Float8(), Float8(), Float8(repeating: 1))
    surface.light(
      pixels, planeStride: planeStride, row: row, from: first, count: count, others, of: otherLayers,
      catches: lighting.material.catcher
    ) { column in (places.places(Lanes.laneNumbers + (Float(first &+ column) + 0.5)), normal) }
  }
}
