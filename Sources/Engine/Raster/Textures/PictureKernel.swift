import Lanes
import Model

/// A picture sprite: a texture fills the sprite's parallelogram and is multiplied by the particle's colour. Edges are
/// anti-aliased like a rectangle's (`BoxKernel`). Out of focus, the sprite is the mean of copies (`DefocusedTaps`); the ramps of
/// a copy's edges are at least as wide as the distance between neighbouring copies.
///
/// Cost: in focus four loads and four interpolations for each pixel; out of focus 16 times as many.
struct PictureKernel: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var coordinates: RowCoordinates
  /// Distances in pixels from the sprite's centre lines to its edges: `halfX` to the left and right edge, `halfY` to the other two.
  let halfX: Float
  let halfY: Float
  let ramps: BoxRamps

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(record, shape)
    weight = axes.weight
    centerX = record.x
    centerY = record.y
    let box = BoxEdges(axes)
    coordinates = box.coordinates
    (halfX, halfY) = (box.halfX, box.halfY)
    let blur = record.blur > 0 ? record.blur : 0
    ramps = BoxRamps(box, softness: max(1, blur * DefocusedTaps.spacing))
    let reach = shape.reach(record) + SIMD2(repeating: blur * DefocusReach.ofBlur)
    slabs = Slabs(box.normalX, ramps.reachX + blur, box.normalY, ramps.reachY + blur, within: reach)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 { ramps.coverage(coordinates.x(dx), coordinates.y(dx)) }

  static func draw(_ batches: UnsafeBufferPointer<SpriteBatch>, _ shape: PreparedShape, _ context: SpriteContext) {
    guard let texture = shape.texture else { return }
    context.target.withBlender(PictureLoop(batches: batches, shape: shape, texture: texture, context: context))
  }
}
