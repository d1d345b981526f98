import Lanes
import Raster

/// Light on the bottom of water that is seen and lit from straight above.
///
/// Each sample of the surface sends its share of light to where its refracted ray meets the bottom, and adds it to the four samples there. Where rays
/// are crowded the bottom is bright: the sum is that of 1 ÷ |det(I + d·H)| over all places of the surface that light a place, H the second
/// derivatives of the height, softened to a sample. No light is lost: what leaves one place arrives at another. (Compare J. Guardado and D. Sánchez-Crespo,
/// Rendering water caustics, in GPU Gems, 2004.)
/// Cost: 4 ns a sample.
package enum WaterCaustics {
  /// Rows from which light may reach a row of the bottom.
  static let reach = 12
  /// Rows of the bottom that one task gathers light for.
  static let taskRows = 48

  /// Planes of the grid: where the rays of a row of samples meet the bottom, in samples from the grid's first one; light as gathered, and smoothed.
  package struct Planes {
    package let x: Int
    package let y: Int
    package let gathered: Int

    package init(x: Int, y: Int, gathered: Int) { (self.x, self.y, self.gathered) = (x, y, gathered) }
  }

  package static func taskCount(rows: Int) -> Int { (rows + taskRows - 1) / taskRows }

  /// Gathers the light of some rows of the bottom. A place adds light in the order of the surface's rows and columns, whatever the tasks.
  package static func gather(task: Int, of grid: WaterGrid, _ planes: Planes) {
    let rows = task * taskRows..<min((task + 1) * taskRows, grid.rows)
    for row in rows { grid.row(row, plane: planes.gathered).update(repeating: 0, count: grid.columns) }
    let (low, high) = (rows.lowerBound, rows.upperBound)
    for row in max(low - reach, 0)..<min(high + reach, grid.rows - 1) {
      let (xs, ys) = (grid.row(row, plane: planes.x), grid.row(row, plane: planes.y))
      let (lowerXs, lowerYs) = (grid.row(row + 1, plane: planes.x), grid.row(row + 1, plane: planes.y))
      for column in 0..<grid.columns - 1 {
        let (x, y) = (xs[column], ys[column])
        let (rightX, rightY) = (xs[column + 1] - x, ys[column + 1] - y)
        let (downX, downY) = (lowerXs[column] - x, lowerYs[column] - y)
        let (cornerX, cornerY) = (lowerXs[column + 1] - x, lowerYs[column + 1] - y)
        let (across, down) = (rays(rightX, rightY), rays(downX, downY))
        let (acrossStep, downStep) = (1 / Float(across), 1 / Float(down))
        for i in 0..<down {
          let v = (Float(i) + 0.5) * downStep
          for j in 0..<across {
            let u = (Float(j) + 0.5) * acrossStep
            add(
              x + (rightX * u + downX * v) + (cornerX - rightX - downX) * (u * v),
              y + (rightY * u + downY * v) + (cornerY - rightY - downY) * (u * v), acrossStep * downStep, low, high,
              grid, planes.gathered)
          }
        }
      }
    }
  }

  /// The rays that are sent between a sample and the next one, whose ray meets the bottom at a distance.
  ///
  /// Rays that lie more than half a sample apart would leave a lattice in the shade between bright lines: their sums over samples swing by 15 %, in
  /// waves as long as several samples. Rays of level water lie a sample apart and add up exactly.
  @inline(__always)
  private static func rays(_ x: Float, _ y: Float) -> Int {
    let squared = x * x + y * y
    if abs(squared - 1) < 0.04 { return 1 }
    return min(Int(2 * squared.squareRoot()) + 1, 8)
  }

  /// Adds light to the four samples around a place, as far as they lie in the rows from `low` to `high`.
  @inline(__always)
  private static func add(
    _ x: Float, _ y: Float, _ light: Float, _ low: Int, _ high: Int, _ grid: WaterGrid, _ plane: Int
  ) {
    // Beyond the grid's sides light comes and goes that nobody sees.
    guard x >= 0, x <= Float(grid.columns - 2), y > -1 else { return }
    let (left, top) = (Int(x), Int(y + 1) - 1)
    guard top >= low - 1, top < high else { return }
    let (right, lower) = (x - Float(left), (y - Float(top)) * light)
    let upper = light - lower
    if top >= low {
      let onto = grid.row(top, plane: plane) + left
      onto[0] += (1 - right) * upper
      onto[1] += right * upper
    }
    if top + 1 < high {
      let onto = grid.row(top + 1, plane: plane) + left
      onto[0] += (1 - right) * lower
      onto[1] += right * lower
    }
  }

  /// The light at a place of the bottom, in samples from the grid's first one, smoothed by the weights 1, 2, 1 along both axes: the places are those
  /// at which the rays of eight samples meet the bottom.
  @inline(__always)
  static func light(x: Float8, y: Float8, of grid: WaterGrid, plane: Int) -> Float8 {
    let x = Lanes.clamp(x, 1, Float(grid.columns - 4))
    let y = Lanes.clamp(y, 1, Float(grid.rows - 4))
    let (left, top) = (Lanes.floor(x), Lanes.floor(y))
    let (columns, rows) = (Lanes.truncateInRange(left), Lanes.truncateInRange(top))
    // Linear interpolation and the three weights together: four samples with (1 − t, 3 − t, 2 + t, t) ÷ … along each axis.
    let (tx, ty) = (x - left, y - top)
    let wx = (0.25 * (1 - tx), 0.25 * (2 - tx), 0.25 * (1 + tx), 0.25 * tx)
    let wy = (0.25 * (1 - ty), 0.25 * (2 - ty), 0.25 * (1 + ty), 0.25 * ty)
    var sums = (Float8(), Float8(), Float8(), Float8())
    for lane in 0..<8 {
      let (column, row) = (Int(columns[lane]) &- 1, Int(rows[lane]) &- 1)
      let weights = SIMD4(wx.0[lane], wx.1[lane], wx.2[lane], wx.3[lane])
      @inline(__always) func sum(_ offset: Int) -> Float {
        let four = UnsafeRawPointer(grid.row(row &+ offset, plane: plane) + column)
          .loadUnaligned(as: SIMD4<Float>.self)
        let products = four * weights
        return (products.x + products.y) + (products.z + products.w)
      }
      sums.0[lane] = sum(0)
      sums.1[lane] = sum(1)
      sums.2[lane] = sum(2)
      sums.3[lane] = sum(3)
    }
    return (sums.0 * wy.0 + sums.1 * wy.1) + (sums.2 * wy.2 + sums.3 * wy.3)
  }
}
