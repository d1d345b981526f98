import Lanes
import Model
import Raster
import Shading
import Testing

/// Runs one filter on a picture that a test makes.
enum NeighborhoodFilterRun {
  /// A canvas of the size of a test's pictures.
  static func canvas(
    _ width: Int, _ height: Int, _ blending: Canvas.Blending = .linear, loops: Bool = false
  ) -> Canvas {
    Canvas(
      widthPoints: Double(width), heightPoints: Double(height), widthPixels: width, heightPixels: height,
      duration: Rational(2), seed: 3, loops: loops, blending: blending)
  }

  /// A tile filled by a test's function of column and row, which returns red, green, blue and alpha, premultiplied.
  static func picture(_ width: Int, _ height: Int, _ color: (Int, Int) -> SIMD4<Float>) -> TileBuffer {
    let buffer = TileBuffer(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let value = color(x, y)
        for plane in 0..<4 { buffer.tile.row(y, plane: plane)[x] = value[plane] }
      }
    }
    return buffer
  }

  /// Pixels that differ in colour and alpha, with light above white.
  static func colorful(_ width: Int, _ height: Int) -> TileBuffer {
    picture(width, height) { x, y in
      let alpha = Float((x * 7 + y * 3) % 17) / 16
      func share(_ plane: Int) -> Float { Float((x * (3 + plane) + y * (11 - plane * 4)) % 101) / 100 }
      return SIMD4(share(0) * 2, share(1), share(2), 1) * alpha
    }
  }

  /// Returns the picture after a filter, or nil if the filter is not made because it would never change anything.
  static func apply(_ filter: Filter, _ canvas: Canvas, to input: TileBuffer, time: Double = 0) -> TileBuffer? {
    let tile = input.tile
    let area = PixelRect(x: 0, y: 0, width: tile.width, height: tile.height)
    let scratch = AlignedBuffer<Float>(count: 0)
    let output = TileBuffer(width: tile.width, height: tile.height)
    output.tile.base.update(from: tile.base, count: 4 * tile.width * tile.height)
    switch filter.makeFilter(canvas: canvas, input: area) {
    case let made as any NeighborhoodFilter:
      made.update(at: AnimationClock(time))
      made.limitWork(to: area)
      made.gather(from: tile, region: area, scratch: scratch)
      for (pass, count) in made.taskCounts.enumerated() {
        for task in 0..<count { made.perform(pass: pass, task: task, scratch: scratch) }
      }
      made.finish(output.tile, scratch: scratch)
    case let made as any PointwiseFilter:
      made.update(at: AnimationClock(time))
      Shading.apply([made], to: output.tile, scratch: scratch)
    default: return nil
    }
    return output
  }

  static func floats(_ buffer: TileBuffer) -> [Float] {
    Array(UnsafeBufferPointer(start: buffer.tile.base, count: 4 * buffer.tile.width * buffer.tile.height))
  }

  static func bits(_ buffer: TileBuffer) -> [UInt32] { floats(buffer).map(\.bitPattern) }

  static func value(_ buffer: TileBuffer, _ x: Int, _ y: Int, plane: Int) -> Float {
    buffer.tile.row(y, plane: plane)[x]
  }
}
