import Lanes
import Raster

/// Samples of a smooth image at every second, fourth or eighth pixel of a tile, from which all pixels are interpolated.
///
/// Samples lie at pixels whose frame coordinates are multiples of `step`, so a pixel does not depend on how the frame is cut into tiles.
/// Along both axes, one sample lies before the tile and two lie beyond the tile. A Catmull-Rom spline through four neighbouring samples
/// interpolates along y and then along x (`RowSpline`, which states its error and cost).
struct CoarseTile {
  /// Pixels from one sample to the next: 2, 4 or 8.
  let step: Int
  /// The samples, numbered on a grid from the frame's origin: sample (x, y) stands for the frame's pixel (x · step, y · step).
  let samples: Tile
  /// The tile whose pixels are interpolated.
  private let target: Tile

  /// - Parameter scratch: memory of the calling thread. The samples fill it, so nothing else may use it meanwhile.
  init(of target: Tile, step: Int, scratch: AlignedBuffer<Float>) {
    precondition(step == 2 || step == 4 || step == 8, "Samples lie at every second, fourth or eighth pixel.")
    precondition(target.x % 8 == 0, "A coarse tile's columns begin at a multiple of eight.")
    self.step = step
    self.target = target
    let (left, top) = (CoarseTile.floorDivided(target.x, step) - 1, CoarseTile.floorDivided(target.y, step) - 1)
    // One sample before the tile and two after it, rounded up to whole blocks of eight.
    let columns = (target.width / step + 3 + 7) / 8 * 8
    let rows = CoarseTile.floorDivided(target.y + target.height - 1, step) + 3 - top
    scratch.resize(to: 4 * rows * columns)
    samples = Tile(base: scratch.base, x: left, y: top, width: columns, height: rows)
  }

  /// a/b rounded down, for b > 0.
  private static func floorDivided(_ a: Int, _ b: Int) -> Int { (a >= 0 ? a : a - b + 1) / b }

  /// The frame coordinate of the pixel centre that a sample stands for. `gridIndex` is the sample's column or row on the grid that
  /// begins at the frame's origin.
  @inline(__always)
  func center(gridIndex: Int) -> Double { Double(gridIndex * step) + 0.5 }

  /// The x of the pixel centres that eight samples stand for, from column `sampleColumn` of the tile `samples` on.
  @inline(__always)
  func centers(sampleColumn: Int) -> Float8 {
    Lanes.laneNumbers * Float(step) + (Float((samples.x &+ sampleColumn) &* step) + 0.5)
  }

  /// Interpolates planes (0 ..< 4: R, G, B, A) of the tile from the same planes of the samples.
  ///
  /// - Parameter clampsLight: whether alpha is clamped to 0...1, and colours to 0 and above.
  func interpolate(planes: Range<Int>, clampsLight: Bool = false) {
    let spline = RowSpline(step: step)
    for row in 0..<target.height {
      let y = target.y + row
      // The row of samples, on the grid, that lies at the pixels' row or next above.
      let gridRow = CoarseTile.floorDivided(y, step)
      let weights = CatmullRomWeights(Float8(repeating: Float(y - gridRow * step) / Float(step)))
      for plane in planes {
        let first = samples.row(gridRow - 1 - samples.y, plane: plane)
        let source = SampleRows(
          first, first + samples.rowStride, first + 2 * samples.rowStride, first + 3 * samples.rowStride,
          count: samples.width, weights)
        let out = target.row(row, plane: plane)
        if !clampsLight {
          spline.interpolate(source, to: out, count: target.width) { $0 }
        } else if plane == 3 {
          spline.interpolate(source, to: out, count: target.width) { Lanes.clamp($0, 0, 1) }
        } else {
          spline.interpolate(source, to: out, count: target.width) { Lanes.max($0, 0) }
        }
      }
    }
  }
}
