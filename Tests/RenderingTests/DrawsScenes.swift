import Hashing
import Model
import Raster
import Rendering
import Testing

/// What the tests of space and light have in common: they draw frames of scenes to planes of Floats and read pixels.
protocol DrawsScenes {}

extension DrawsScenes {
  /// Draws a frame.
  ///
  /// - Parameter earlier: frames that the same renderer draws before.
  func draw(
    _ scene: Scene, at time: Rational = Rational(3, 10), threads: Int = 1, tile: (width: Int, height: Int) = (240, 64),
    after earlier: [Rational] = []
  ) -> PixelBuffer {
    let renderer = FrameRenderer(
      plan: RenderPlan(scene: scene), format: .floatPlanes, threadCount: threads, tileWidth: tile.width,
      tileHeight: tile.height)
    let pixels = renderer.makeBuffer()
    for time in earlier { renderer.render(at: time, into: pixels) }
    renderer.render(at: time, into: pixels)
    return pixels
  }

  /// A sample of a plane: 0 is green, 1 blue, 2 red, 3 alpha.
  func value(_ pixels: PixelBuffer, _ plane: Int, _ x: Int, _ y: Int) -> Double {
    let row = UnsafeRawPointer(pixels.plane(plane) + y * pixels.stride(ofPlane: plane))
    return Double(row.loadUnaligned(fromByteOffset: 4 * x, as: Float.self))
  }

  /// Linear red, green and blue of a pixel.
  func rgb(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> SIMD3<Double> {
    SIMD3(value(pixels, 2, x, y), value(pixels, 0, x, y), value(pixels, 1, x, y))
  }

  /// Expects that neither threads, nor tiles, nor frames that were drawn before change a frame at 0.7 s.
  ///
  /// - Parameter wholeTile: a tile that covers the whole frame.
  func expectSameFrame(_ scene: Scene, wholeTile: (width: Int, height: Int)) {
    func hash(threads: Int = 1, tile: (width: Int, height: Int) = (240, 64), after earlier: [Rational] = []) -> String {
      FrameHasher().hash(draw(scene, at: Rational(7, 10), threads: threads, tile: tile, after: earlier))
    }
    let expected = hash()
    for threads in [2, 7] { #expect(hash(threads: threads) == expected) }
    for tile in [(64, 64), (128, 32), wholeTile] { #expect(hash(threads: 2, tile: tile) == expected, "tile \(tile)") }
    #expect(hash(after: [Rational(1, 10), Rational(19, 10), Rational(7, 10)]) == expected)
  }
}
