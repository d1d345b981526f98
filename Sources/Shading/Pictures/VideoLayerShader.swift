import Lanes
import Model
import Raster

/// Draws the frame of a clip that is shown at the layer's time.
final class VideoLayerShader: LayerShader, @unchecked Sendable {
  private let video: Video
  private let canvas: Canvas
  private let frames: any ClipFrames
  private let isPlacedOnce: Bool
  private var sampler = PictureSampler()
  /// The frame that is shown; nil for none.
  private var number: Int?
  private var picture: LightPicture?

  init(_ video: Video, in context: ShaderContext) {
    guard let files = context.files else {
      preconditionFailure("A scene with clips is drawn by a renderer that was given its files.")
    }
    self.video = video
    canvas = context.canvas
    frames = files.frames(of: video.clip)
    isPlacedOnce = video.animatedValues.areConstant
  }

  func update(at clock: AnimationClock) {
    let shown = video.clipSeconds(at: clock.local).map { frames.number(at: $0) }
    let isSame = shown == number
    if !isSame {
      // Given back first, so that its memory may be used again.
      picture = nil
      sampler.forget()
      picture = shown.flatMap { frames.picture($0) }
      number = shown
    }
    if isSame && isPlacedOnce { return }
    let scale = canvas.pixelsPerPoint
    let (width, height) = (video.size.x.value(at: clock) * scale, video.size.y.value(at: clock) * scale)
    let box = PlaneRect(
      x: video.center.x.value(at: clock) * scale - width / 2, y: video.center.y.value(at: clock) * scale - height / 2,
      width: width, height: height)
    let clip = video.clip
    let placed = video.fit.placed(
      pictureWidth: Double(clip.width) * clip.pixelAspect, pictureHeight: Double(clip.height), in: box)
    sampler.set(picture, box: placed, visible: box, canvas: canvas)
  }

  var isEmpty: Bool { sampler.isEmpty }
  var contentVersion: Int? { isPlacedOnce ? number : nil }
  var canShadeInPlace: Bool { true }
  var cost: Float { 2 }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool {
    let bounds = sampler.bounds
    blocks.markDirty(
      left: bounds.x - rect.x, top: bounds.y - rect.y, right: bounds.endX - rect.x, bottom: bounds.endY - rect.y)
    return true
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    sampler.draw(tile, blocks: blocks, scratch: scratch)
  }
}

extension Video: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { VideoLayerShader(self, in: context) }
}
