import Lanes
import Model
import Raster

extension LightPicture {
  /// Draws words as a picture: letters white, emoji in their own colours.
  ///
  /// - Parameter blending: the blending of the canvas that shows the picture, which decides whether pixels are linear or encoded.
  package convenience init(drawing words: SpriteWords, blending: Canvas.Blending) {
    self.init(width: words.width, height: words.height, isOpaque: false)
    let canvas = Canvas(
      width: width, height: height, pixelsPerPoint: words.pixelsPerPoint, blending: blending)
    let lettering = Lettering(
      .passages([Lettering.Passage(text: words.text)]),
      position: AnimatedPoint(AnimatedNumber(-words.box.x), AnimatedNumber(-words.box.y)),
      anchor: AnimatedPoint(0, 0), fill: .color(.constant(.white)))
    let shader = LetteringShader(lettering, in: ShaderContext(path: PathHash.root, canvas: canvas, loopSeconds: nil))
    shader.update(at: AnimationClock(0))
    let (tile, blocks) = (pixels.tile, OccupiedBlocks())
    blocks.reset(width: tile.width, height: tile.height)
    _ = shader.shade(into: tile, blocks: blocks, scratch: AlignedBuffer(count: 0), writesAlpha: true)
    blocks.clearUnmarkedPixels(of: tile)
  }
}
