import Lanes
import Model
import Raster

/// A layer's transform where the layer cannot be drawn in its place at once: its pixels are kept as a picture, which is then seen through the
/// projection (`PictureProjection`).
final class TransformFilter: NeighborhoodFilter, @unchecked Sendable {
  private let transform: LayerTransform
  private let canvas: Canvas
  private let input: PixelRect
  private let picture: MipmappedPicture
  /// The projection of the frame at hand, in pixels of the frame.
  private var projection = Projection.identity
  /// Nil where nothing is seen.
  private var view: PictureProjection?
  private var changeCount = 0

  init(_ placement: Filter.Placement, canvas: Canvas, input: PixelRect) {
    transform = placement.transform
    self.canvas = canvas
    self.input = input
    picture = MipmappedPicture(width: input.width, height: input.height, edges: .transparent)
  }

  var contentVersion: Int? { changeCount }
  var readsInput: Bool { false }
  var taskCounts: [Int] { (1..<(view?.levelCount ?? 1)).map { picture.jobCount(ofLevel: $0) } }

  func update(at clock: AnimationClock) {
    let next = transform.projection(at: clock, on: canvas).scaled(by: canvas.pixelsPerPoint)
    if changeCount > 0 && next == projection { return }
    projection = next
    changeCount += 1
    view = next.inverse.map { inverse in
      let toPicture = Projection(1, 0, -Double(input.x), 0, 1, -Double(input.y))
      return PictureProjection(picture: picture, inverse: inverse.then(toPicture), interpolation: .cubic)
    }
    guard let needed = view?.levelsNeeded(in: input) else { return }
    picture.provideLevels(needed)
    view?.levelCount = min(needed, picture.levels.count)
  }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    let origin = (x: input.x, y: input.y)
    picture.store(tile.relative(to: origin), region: region.relative(to: origin))
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) { picture.reduce(level: pass + 1, job: task) }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    guard let view else { return clear(tile) }
    for row in 0..<tile.height {
      view.shade(
        row: tile.y + row, from: tile.x, count: tile.width, into: tile.row(row, plane: 0), planeStride: tile.width)
    }
  }
}
