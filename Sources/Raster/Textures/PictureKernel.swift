import Lanes
import Model

/// A picture: the texture inside of the sprite's parallelogram, whose edges are anti-aliased as those of a rectangle are
/// (`BoxKernel`), multiplied by the particle's colour. Out of focus it is the mean of copies on the lens's disc, whose edges are as soft as
/// they lie apart.
///
/// Cost: four loads and as many mixtures a pixel in focus; 16 times as much out of focus.
struct PictureKernel: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var row: RowCoordinates
  /// Distances from the centre lines to the edges in pixels.
  let halfX: Float
  let halfY: Float
  let ramps: BoxRamps

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, shape)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    let box = BoxEdges(frame)
    row = box.coordinates
    (halfX, halfY) = (box.halfX, box.halfY)
    let blur = record.blur > 0 ? record.blur : 0
    ramps = BoxRamps(box, softness: max(1, blur * DefocusedTaps.spacing))
    let reach = shape.reach(record) + SIMD2(repeating: blur * DefocusReach.ofBlur)
    slabs = Slabs(box.normalX, ramps.reachX + blur, box.normalY, ramps.reachY + blur, within: reach)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 { ramps.coverage(row.x(dx), row.y(dx)) }

  static func draw(_ batches: UnsafeBufferPointer<SpriteBatch>, _ shape: PreparedShape, _ context: SpriteContext) {
    guard let texture = shape.texture else { return }
    context.target.withBlender(PictureLoop(batches: batches, shape: shape, texture: texture, context: context))
  }
}
