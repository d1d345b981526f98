import Lanes

/// A row of pixels of a body (a blob, or metaballs that have merged) without their colours: for each pixel the coverage, and the x and y
/// components of the surface's unit normal. Each of these three is a plane of `width` floats.
struct ReliefRow {
  let coverage: UnsafeMutablePointer<Float>
  let normalX: UnsafeMutablePointer<Float>
  let normalY: UnsafeMutablePointer<Float>
  /// A fourth plane for intermediate results.
  let scratch: UnsafeMutablePointer<Float>

  /// Number of floats of memory for a row of `width` pixels; `width` is a multiple of 8.
  static func floatCount(width: Int) -> Int { 4 * width }

  init(_ memory: UnsafeMutablePointer<Float>, width: Int) {
    coverage = memory
    normalX = memory + width
    normalY = memory + 2 &* width
    scratch = memory + 3 &* width
  }

  /// Lights the painted pixels of `columns`, which are whole blocks of eight, and multiplies them by their coverage. `pixels` points to the
  /// red value of column 0; planes lie `planeStride` floats apart.
  @inline(__always)
  func finish(_ columns: Range<Int>, of pixels: UnsafeMutablePointer<Float>, planeStride: Int, relief: ReliefShader?) {
    var x = columns.lowerBound
    while x < columns.upperBound {
      if let relief {
        relief.apply(
          normalX: Lanes.load(normalX + x), normalY: Lanes.load(normalY + x), to: pixels + x, planeStride: planeStride)
      }
      let pixelCoverage = Lanes.load(coverage + x)
      for plane in 0..<4 {
        let pixel = pixels + (plane &* planeStride &+ x)
        Lanes.store(Lanes.load(pixel) * pixelCoverage, to: pixel)
      }
      x &+= 8
    }
  }
}
