import Model
import Raster

/// The picture of the workloads that draw pictures: a soft disc of 64 × 64 pixels. It is computed, because no file is to be read while
/// work is timed.
final class BenchmarkPicture: SceneFiles, ClipFrames {
  static let clip = Clip(
    path: "disc", width: 64, height: 64, pixelAspect: 1, hasAlpha: true, frameCount: 1, duration: 0)
  private let light = BenchmarkPicture.softDisc

  func frames(of clip: Clip) -> any ClipFrames { self }
  func number(at seconds: Double) -> Int { 0 }
  func picture(_ number: Int) -> LightPicture? { light }

  /// White light that falls off from the middle as (1 − d²/r²)².
  private static var softDisc: LightPicture {
    let side = clip.width
    let light = LightPicture(width: side, height: side, isOpaque: false)
    let radius = Float(side) / 2
    for y in 0..<side {
      for x in 0..<side {
        let (dx, dy) = ((Float(x) + 0.5) / radius - 1, (Float(y) + 0.5) / radius - 1)
        let inside = max(1 - dx * dx - dy * dy, 0)
        for plane in 0..<4 { light.pixels.tile.row(y, plane: plane)[x] = inside * inside }
      }
    }
    return light
  }
}
