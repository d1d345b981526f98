import Lanes
import Raster
import Simulation

/// Finds the lines between near particles of one cell and lays them out as sprites.
///
/// Particles are taken in drawing order. A counting sort puts them into squares as wide as the distance; each looks for later
/// ones in its own square and the eight around it, always in the same order. So the list of lines follows from the particles
/// alone. Memory is kept from frame to frame. Cost: about 10 ns for each pair of particles in neighbouring squares.
package final class LinkFinder {
  private let rule: LinkStyle
  /// x, y, red, green, blue, alpha of all particles, plane after plane.
  private var points = FloatPlanes(planeCount: LinkFinder.pointPlaneCount)
  package static let pointPlaneCount = 6
  /// The lines, as `SpriteColumns` has them.
  private var lines = FloatPlanes(planeCount: 10)
  private let sprites = AlignedBuffer<UInt8>(count: 0)
  /// For each square where its particles begin in `members`, and the particles of all squares.
  private let starts = AlignedBuffer<Int32>(count: 0)
  private let members = AlignedBuffer<Int32>(count: 0)
  private let squares = AlignedBuffer<Int32>(count: 0)
  package var lineCount: Int { lines.count }

  /// Guards for memory and time where particles crowd together: after these no more are looked for. The limit of a preset
  /// (`Limits.links`) lies far below as long as they are spread over the canvas.
  private static let mostLines = 4_000_000
  private static let mostPairs = 500_000_000

  private static let mostSquares: Float = 1_000_000

  package init(rule: LinkStyle) { self.rule = rule }

  /// Forgets the particles of the frame before.
  package func clear() { points.count = 0 }

  /// Adds particles to `planes` behind those that there are.
  package static func append(_ columns: SpriteColumns, count: Int, to planes: inout FloatPlanes) {
    planes.reserve(planes.count + count)
    func add(_ plane: Int, _ column: UnsafePointer<Float>) {
      (planes.plane(plane) + planes.count).update(from: column, count: count)
    }
    add(0, columns.x)
    add(1, columns.y)
    add(2, columns.red)
    add(3, columns.green)
    add(4, columns.blue)
    add(5, columns.alpha)
    planes.count += count
  }

  /// Adds particles that were kept like that.
  package func append(_ other: FloatPlanes) {
    points.reserve(points.count + other.count)
    for plane in 0..<Self.pointPlaneCount {
      (points.plane(plane) + points.count).update(from: other.plane(plane), count: other.count)
    }
    points.count += other.count
  }

  /// Finds all lines between the particles that were appended.
  package func find(in extent: PixelRect) {
    lines.count = 0
    let count = points.count
    guard count > 1, rule.distancePixels > 0, rule.opacity > 0 else { return }
    let reach = rule.distancePixels + 2 * rule.halfWidthPixels + 8
    let (width, height) = (Float(extent.width) + 2 * reach, Float(extent.height) + 2 * reach)
    // A little wider than the distance, so that rounding never puts neighbours two squares apart.
    let side = max(rule.distancePixels * 1.001 + 0.01, (width * height / Self.mostSquares).squareRoot())
    let columns = Int(width / side) + 1
    let rows = Int(height / side) + 1
    let origin = SIMD2(Float(extent.x) - reach, Float(extent.y) - reach)
    sort(count, side: side, origin: origin, columns: columns, rows: rows)
    let (x, y) = (points.plane(0), points.plane(1))
    let limit = rule.distancePixels * rule.distancePixels
    var pairCount = 0
    for first in 0..<count {
      let square = Int(squares.base[first])
      let (row, column) = (square / columns, square % columns)
      for nearRow in max(row - 1, 0)...min(row + 1, rows - 1) {
        let base = nearRow * columns
        let from = Int(starts.base[base + max(column - 1, 0)])
        let to = Int(starts.base[base + min(column + 1, columns - 1) + 1])
        pairCount += to - from
        for place in from..<to {
          let second = Int(members.base[place])
          if second <= first { continue }
          let (dx, dy) = (x[second] - x[first], y[second] - y[first])
          let square = dx * dx + dy * dy
          if square < limit && square > 1e-6 { add(first, second, dx, dy, square) }
        }
      }
      if lineCount >= Self.mostLines || pairCount >= Self.mostPairs { break }
    }
  }

  /// Sorts the particles into squares, each square's in drawing order.
  private func sort(_ count: Int, side: Float, origin: SIMD2<Float>, columns: Int, rows: Int) {
    starts.reserve(columns * rows + 1)
    starts.fill(with: 0)
    members.reserve(count)
    squares.reserve(count)
    let (x, y) = (points.plane(0), points.plane(1))
    for index in 0..<count {
      let column = min(max((x[index] - origin.x) / side, 0), Float(columns - 1))
      let row = min(max((y[index] - origin.y) / side, 0), Float(rows - 1))
      let square = Int(row) * columns + Int(column)
      squares.base[index] = Int32(square)
      starts.base[square] += 1
    }
    _ = exclusivePrefixSums(of: starts.base, count: columns * rows + 1)
    // Filling moves each start to the next square's; going through the squares backwards moves them back.
    for index in 0..<count {
      let square = Int(squares.base[index])
      members.base[Int(starts.base[square])] = Int32(index)
      starts.base[square] += 1
    }
    for square in stride(from: columns * rows, to: 0, by: -1) { starts.base[square] = starts.base[square - 1] }
    starts.base[0] = 0
  }

  private func add(_ first: Int, _ second: Int, _ dx: Float, _ dy: Float, _ square: Float) {
    // A line fades with either end: half of what is left of it would vanish at once with the first end to go.
    let alpha = min(points.plane(5)[first], points.plane(5)[second])
    guard alpha > 0 else { return }
    let length = square.squareRoot()
    let share = rule.opacity * (1 - length / rule.distancePixels)
    func mean(_ plane: Int) -> Float { (points.plane(plane)[first] + points.plane(plane)[second]) * 0.5 }
    var light = SIMD4(mean(2), mean(3), mean(4), mean(5)) * (alpha / mean(5))
    if let color = rule.color { light = color * alpha }
    light *= share
    guard light.w > 0 else { return }
    let width = rule.halfWidthPixels / length
    let line = lines.count
    lines.reserve(line + 1)
    lines.plane(0)[line] = points.plane(0)[first] + dx * 0.5
    lines.plane(1)[line] = points.plane(1)[first] + dy * 0.5
    lines.plane(2)[line] = dx * 0.5
    lines.plane(3)[line] = dy * 0.5
    lines.plane(4)[line] = -dy * width
    lines.plane(5)[line] = dx * width
    lines.plane(6)[line] = light.x
    lines.plane(7)[line] = light.y
    lines.plane(8)[line] = light.z
    lines.plane(9)[line] = light.w
    lines.count = line + 1
  }

  /// The lines as sprites of one shape, valid until the next `find`.
  package var columns: SpriteColumns {
    sprites.reserve((lineCount + 15) / 16 * 16 + 16)
    sprites.fill(with: 0)
    return SpriteColumns(
      isRound: false, x: lines.plane(0), y: lines.plane(1), axisXx: lines.plane(2), axisXy: lines.plane(3),
      axisYx: lines.plane(4), axisYy: lines.plane(5), red: lines.plane(6), green: lines.plane(7), blue: lines.plane(8),
      alpha: lines.plane(9), sprites: sprites.base)
  }
}

/// Columns of floats that grow together and can be read in whole lanes.
package struct FloatPlanes {
  private let planeCount: Int
  private var memory = AlignedBuffer<Float>(count: 0)
  private var stride = 0
  package var count = 0

  package init(planeCount: Int) { self.planeCount = planeCount }

  package func plane(_ index: Int) -> UnsafeMutablePointer<Float> { memory.base + index &* stride }

  /// Makes room for `capacity` values in each plane, and keeps the `count` that there are.
  package mutating func reserve(_ capacity: Int) {
    guard capacity + 8 > stride else { return }
    let newStride = (max(capacity + 8, 2 * stride) + 15) / 16 * 16
    let grown = AlignedBuffer<Float>(count: planeCount * newStride)
    for index in 0..<planeCount { (grown.base + index * newStride).update(from: plane(index), count: count) }
    (memory, stride) = (grown, newStride)
  }
}
