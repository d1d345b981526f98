import Lanes
import Model
import Raster

/// Draws the frame of a clip that is shown at the layer's time.
final class VideoLayerShader: PlacedPictureShader, @unchecked Sendable {
  private let video: Video
  private let frames: any ClipFrames
  /// Whether no value of the layer is animated, so that its box is the same in all frames.
  private let hasConstantValues: Bool
  private let canvas: Canvas
  let placed: PlacedPicture
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
    let box = PlaneRect(center: video.center, size: video.size, scale: canvas.pixelsPerPoint, at: clock)
    let clip = video.clip
    let pictureBox = video.fit.placed(
      pictureWidth: Double(clip.width) * clip.pixelAspect, pictureHeight: Double(clip.height), in: box)
    placed.set(picture, PlacedPicture.Layout(pictureBox: pictureBox, visibleBox: box, projection: projection))
  }

  /// The frame's number, as long as the layer has been drawn with a single projection only.
  var contentVersion: Int? { hasConstantValues && placingCount <= 1 ? frameNumber : nil }
}

extension Video: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { VideoLayerShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    let clipPixels = Double(clip.width * clip.height)
    let box = frame.boxPixels(frame.largest(size.x), frame.largest(size.y))
    // A pixel of the clip is decoded, converted to linear light and sampled at its own size; one of the canvas is enlarged or reduced.
    var cost = SourceCost(
      nanoseconds: clipPixels * (PlacedPicture.decodedPixelNanoseconds + PlacedPicture.filePixelNanoseconds)
        + box * (4 + PixelCost.composite), remedy: "a smaller clip")
    // Each concurrent frame uses one frame of the clip, while others are kept.
    cost.frameBytes = PixelMemory.frameBytes(clip)
    cost.sharedBytes = PixelMemory.frameBytes(clip) * Double(PixelMemory.keptClipFrames(clip))
    return cost
  }
}
