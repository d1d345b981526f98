import Lanes
import Model
import Raster

/// Draws a still picture.
final class PictureLayerShader: PlacedPictureShader, @unchecked Sendable {
  private let picture: Picture
  private let frames: any ClipFrames
  /// Whether no value of the picture is animated, so that it is placed once for each projection.
  private let hasConstantValues: Bool
  private let canvas: Canvas
  let placed: PlacedPicture
  /// The pixels of the picture; nil if the picture has to be placed anew.
  private var lightPicture: LightPicture?
  private var projection = Projection.identity
  /// The number of changes of `projection`.
  private var version = 0

  init(_ picture: Picture, in context: ShaderContext) {
    guard let files = context.files else {
      preconditionFailure("A scene with pictures is drawn by a renderer that was given its files.")
    }
    self.picture = picture
    frames = files.frames(of: picture.file)
    hasConstantValues = picture.animatedValues.areConstant
    canvas = context.canvas
    placed = PlacedPicture(canvas: canvas)
  }

  func place(by projection: Projection) {
    if projection == self.projection { return }
    self.projection = projection
    version += 1
    lightPicture = nil
  }

  func update(at clock: AnimationClock) {
    if lightPicture != nil && hasConstantValues { return }
    let pixels = lightPicture ?? frames.picture(0)
    lightPicture = pixels
    let scale = canvas.pixelsPerPoint
    let box = PlaneRect(center: picture.center, size: picture.size, scale: scale, at: clock)
    placed.set(
      pixels,
      PlacedPicture.Layout(
        pictureBox: picture.placed(in: box, pixelsPerPoint: scale, at: clock), visibleBox: box,
        repeats: picture.fit == .tile, scaling: picture.scaling, projection: projection))
  }

  var contentVersion: Int? { hasConstantValues ? version : nil }
}

extension Picture: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { PictureLayerShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    let filePixels = Double(file.width * file.height)
    let box = frame.boxPixels(frame.largest(size.x), frame.largest(size.y))
    var cost = SourceCost(
      nanoseconds: filePixels * (PlacedPicture.decodedPixelNanoseconds + PlacedPicture.filePixelNanoseconds)
        + box * (PixelCost.transformed + PixelCost.composite), remedy: "a smaller picture")
    // The pixels of the file; and for each frame that is drawn concurrently, in case the picture is not drawn upright, the picture with
    // its mipmaps, each half as wide as the one before: a third more pixels in all.
    cost.sharedBytes = PixelMemory.frameBytes(file)
    cost.frameBytes = PixelMemory.frameBytes(file) * 4 / 3
    return cost
  }
}
