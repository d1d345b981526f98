import Lanes
import Model
import Raster

extension OutputTransform {
  /// The transform of a scene's finished pixels at a canvas time within the loop.
  package init(_ scene: Scene, atSeconds seconds: Double, _ colorEncoding: ColorEncoding) {
    self.init(
      exposureScale: Float(Lanes.exp2(scene.post.exposure.value(at: AnimationClock(seconds)))),
      toneMap: scene.post.drawnToneMap, toe: Float(scene.post.toe),
      softensGamut: scene.post.gamut == .soft, inputIsEncoded: scene.canvas.blending == .srgb,
      colorEncoding: colorEncoding)
  }
}
