import Lanes
import Model
import Raster

/// Draws the frame of a clip that is shown at the layer's time.
final class VideoLayerShader: PlacedShader, @unchecked Sendable {
  private let video: Video
  private let frames: any ClipFrames
  /// Whether no value of the layer is animated, so that its box is the same in all frames.
  private let hasConstantValues: Bool
  private let canvas: Canvas
  private let placed: PlacedPicture
  private var projection = Projection.identity
  /// The number of times that the projection has been set to a new value.
  private var placingCount = 0
  /// Whether `placed` was set with the current projection.
  private var isPlaced = false
  /// The number of the frame that is shown; nil for none.
  private var frameNumber: Int?
  private var picture: LightPicture?

  init(_ video: Video, in context: ShaderContext) {
    guard let files = context.files else {
      preconditionFailure("A scene with clips is drawn by a renderer that was given its files.")
    }
    self.video = video
    canvas = context.canvas
    placed = PlacedPicture(canvas: canvas)
    frames = files.frames(of: video.clip)
    hasConstantValues = video.animatedValues.areConstant
  }

  func place(by projection: Projection) {
    if placingCount > 0 && projection == self.projection { return }
    self.projection = projection
    placingCount += 1
    isPlaced = false
  }

  func update(at clock: AnimationClock) {
    let shown = video.clipSeconds(at: clock.local).map { frames.number(at: $0) }
    let isSame = shown == frameNumber
    if !isSame {
      // The old picture is released first, so that its memory can be reused.
      picture = nil
      placed.forget()
      picture = shown.flatMap { frames.picture($0) }
      frameNumber = shown
    }
    if isSame && hasConstantValues && isPlaced { return }
    isPlaced = true
    let scale = canvas.pixelsPerPoint
    let (width, height) = (video.size.x.value(at: clock) * scale, video.size.y.value(at: clock) * scale)
    let box = PlaneRect(
      x: video.center.x.value(at: clock) * scale - width / 2, y: video.center.y.value(at: clock) * scale - height / 2,
      width: width, height: height)
    let clip = video.clip
    let pictureBox = video.fit.placed(
      pictureWidth: Double(clip.width) * clip.pixelAspect, pictureHeight: Double(clip.height), in: box)
    placed.set(picture, PlacedPicture.Layout(pictureBox: pictureBox, visibleBox: box, projection: projection))
  }

  var isEmpty: Bool { placed.isEmpty }
  /// The frame's number, as long as the layer has been drawn with a single projection only.
  var contentVersion: Int? { hasConstantValues && placingCount <= 1 ? frameNumber : nil }
  var canShadeInPlace: Bool { true }
  var cost: Float { 2 }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool {
    placed.markDirty(blocks, rect: rect)
    return true
  }

  func contentBox(in rect: PixelRect) -> PixelRect { placed.contentBox(in: rect) }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    placed.draw(tile, blocks: blocks, scratch: scratch)
  }
}

extension Video: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { VideoLayerShader(self, in: context) }
}
