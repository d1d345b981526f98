import Lanes
import Model
import Raster
import Simulation

/// Finds the lines between near particles of one cell and lays them out as sprites.
///
/// Particles are taken in drawing order. A counting sort puts them into squares as wide as the distance; each looks for later
/// ones in its own square and the eight around it, always in the same order. So the list of lines follows from the particles
/// alone. Memory is kept from frame to frame. Cost: about 10 ns for each pair of particles in neighbouring squares.
package final class LinkFinder {
  private let rule: LinkStyle
  /// Columns of the particles that lines are found from, plane after plane.
  package static let pointColumns: [ParticleLayout.Column] = [.x, .y, .red, .green, .blue, .alpha]
  private var points = FloatPlanes(planeCount: LinkFinder.pointColumns.count)
  /// The lines' columns.
  private var lines = FloatPlanes(layout: LinkFinder.lineLayout)
  private static let lineLayout = ParticleLayout()
  private let sprites = AlignedBuffer<UInt8>(count: 0)
  /// For each square where its particles begin in `members`, and the particles of all squares.
  private let starts = AlignedBuffer<Int32>(count: 0)
  private let members = AlignedBuffer<Int32>(count: 0)
  private let squares = AlignedBuffer<Int32>(count: 0)
  package var lineCount: Int { lines.count }

  /// Guards for memory and time where particles crowd together: after these no more are looked for. The limit of a preset
  /// (`Limits.linksOfFrame`) lies far below as long as they are spread over the canvas.
  private static let mostLines = 4_000_000
  private static let mostPairs = 500_000_000

  private static let mostSquares: Float = 1_000_000

  package init(rule: LinkStyle) { self.rule = rule }

  /// Forgets the particles of the frame before.
  package func clear() { points.count = 0 }

  /// Adds particles to `planes` behind those that there are.
  package static func append(_ columns: SpriteColumns, count: Int, to planes: inout FloatPlanes) {
    planes.reserve(planes.count + count)
    for (plane, column) in pointColumns.enumerated() {
      (planes.plane(plane) + planes.count).update(from: columns[column], count: count)
    }
    planes.count += count
  }

  /// Adds particles that were kept like that.
  package func append(_ other: FloatPlanes) {
    points.reserve(points.count + other.count)
    for plane in Self.pointColumns.indices {
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
    lines[.x][line] = points.plane(0)[first] + dx * 0.5
    lines[.y][line] = points.plane(1)[first] + dy * 0.5
    lines[.axisXx][line] = dx * 0.5
    lines[.axisXy][line] = dy * 0.5
    lines[.axisYx][line] = -dy * width
    lines[.axisYy][line] = dx * width
    lines[.red][line] = light.x
    lines[.green][line] = light.y
    lines[.blue][line] = light.z
    lines[.alpha][line] = light.w
    lines.count = line + 1
  }

  /// The lines as sprites of one shape, valid until the next `find`.
  package var columns: SpriteColumns {
    sprites.reserve((lineCount + 15) / 16 * 16 + 16)
    sprites.fill(with: 0)
    return lines.columns(Self.lineLayout, sprites: sprites.base)
  }
}

/// Columns of floats that grow together and can be read in whole lanes.
package struct FloatPlanes {
  private let planeCount: Int
  private var memory = AlignedBuffer<Float>(count: 0)
  private var stride = 0
  package var count = 0

  package init(planeCount: Int) { self.planeCount = planeCount }

  /// Planes for all columns of a layout.
  init(layout: ParticleLayout) { self.init(planeCount: layout.columnCount) }

  package func plane(_ index: Int) -> UnsafeMutablePointer<Float> { memory.base + index &* stride }

  /// The plane that holds a column, where planes are the columns of a layout.
  subscript(column: ParticleLayout.Column) -> UnsafeMutablePointer<Float> { plane(column.rawValue) }

  func columns(_ layout: ParticleLayout, sprites: UnsafePointer<UInt8>) -> SpriteColumns {
    SpriteColumns(layout: layout, base: memory.base, stride: stride, sprites: sprites)
  }

  /// Makes room for `capacity` values in each plane, and keeps the `count` that there are.
  package mutating func reserve(_ capacity: Int) {
    guard capacity + 8 > stride else { return }
    let newStride = (max(capacity + 8, 2 * stride) + 15) / 16 * 16
    let grown = AlignedBuffer<Float>(count: planeCount * newStride)
    for index in 0..<planeCount { (grown.base + index * newStride).update(from: plane(index), count: count) }
    (memory, stride) = (grown, newStride)
  }
}
