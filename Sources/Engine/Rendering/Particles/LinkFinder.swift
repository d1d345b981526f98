import Lanes
import Model
import Raster
import Simulation

/// Finds the lines between particles of one cell that are near each other, and makes sprites of them.
///
/// A counting sort puts the particles into the squares of a grid; a square's width is the largest distance at which particles are
/// linked. So a particle's neighbours are in its own square or in the eight around it. For each particle, in drawing order, the
/// neighbours that come later in drawing order are visited, always in the same order: the list of lines depends on the particles
/// alone. Memory is kept from frame to frame. Cost: about 10 ns for each pair of particles in neighbouring squares.
package final class LinkFinder {
  private let style: LinkStyle
  /// The columns that are kept of the particles, in this order: everything that a line depends on.
  package static let pointColumns: [ParticleLayout.Column] = [.x, .y, .red, .green, .blue, .alpha]
  /// Indices of `pointColumns`.
  private enum PointColumn {
    static let x = 0
    static let y = 1
    static let red = 2
    static let green = 3
    static let blue = 4
    static let alpha = 5
  }

  /// The particles, in drawing order, with the columns `pointColumns`.
  private var points = FloatColumns(columnCount: LinkFinder.pointColumns.count)
  /// The lines' columns.
  private var lines = FloatColumns(layout: LinkFinder.lineLayout)
  private static let lineLayout = ParticleLayout()
  /// For each line the index of its shape in `CellLinks.spriteSet`: always 0, since that set has only one shape.
  private let spriteIndices = AlignedBuffer<UInt8>(count: 0)
  /// For each square, and for one after the last, where its particles begin in `members`.
  private let squareStarts = AlignedBuffer<Int32>(count: 0)
  /// Indices of the particles, square by square, and in drawing order in each square.
  private let members = AlignedBuffer<Int32>(count: 0)
  /// For each particle the index of its square: row × columns + column.
  private let squareIndices = AlignedBuffer<Int32>(count: 0)
  /// Number of lines that `find` has found.
  package var lineCount: Int { lines.count }

  /// The search ends after this many lines, to limit memory where particles are crowded. `Limits.linksPerFrame` keeps presets far
  /// below `maximumLines` and `maximumPairs`, but only if their particles are spread over the canvas.
  private static let maximumLines = 4_000_000
  /// The search ends after this many pairs of particles were compared, to limit time where particles are crowded.
  private static let maximumPairs = 500_000_000

  /// The greatest number of squares in the grid. If a short linking distance would give more, the squares are made larger.
  private static let maximumSquares: Float = 1_000_000

  package init(style: LinkStyle) { self.style = style }

  /// Forgets the particles of the frame before.
  package func clear() { points.count = 0 }

  /// Appends the first `count` particles of `columns` to `points`, which must have the columns `pointColumns`.
  package static func append(_ columns: SpriteColumns, count: Int, to points: inout FloatColumns) {
    points.reserveCapacity(points.count + count)
    for (index, column) in pointColumns.enumerated() {
      (points.column(index) + points.count).update(from: columns[column], count: count)
    }
    points.count += count
  }

  /// Adds particles. `other` must have the columns `pointColumns`.
  package func append(_ other: FloatColumns) {
    points.reserveCapacity(points.count + other.count)
    for index in Self.pointColumns.indices {
      (points.column(index) + points.count).update(from: other.column(index), count: other.count)
    }
    points.count += other.count
  }

  /// Finds all lines between the particles that were added.
  ///
  /// - Parameter extent: the pixels that are drawn. A particle outside of them has visible lines only if it is near their border.
  package func find(in extent: PixelRect) {
    lines.count = 0
    let count = points.count
    guard count > 1, style.distancePixels > 0, style.opacity > 0 else { return }
    // The grid covers the extent and a margin around it: the distance from which a line may reach into the extent, plus 8 pixels.
    // Particles farther away are put into the grid's outermost squares.
    let margin = style.distancePixels + 2 * style.halfWidthPixels + 8
    let (width, height) = (Float(extent.width) + 2 * margin, Float(extent.height) + 2 * margin)
    // A square is a little wider than the linking distance, so that rounding never puts linked particles two squares apart.
    let squareSide = max(style.distancePixels * 1.001 + 0.01, (width * height / Self.maximumSquares).squareRoot())
    let columnCount = Int(width / squareSide) + 1
    let rowCount = Int(height / squareSide) + 1
    let origin = SIMD2(Float(extent.x) - margin, Float(extent.y) - margin)
    sort(count, squareSide: squareSide, origin: origin, columnCount: columnCount, rowCount: rowCount)
    let (x, y) = (points.column(PointColumn.x), points.column(PointColumn.y))
    let maximumSquaredDistance = style.distancePixels * style.distancePixels
    var pairCount = 0
    for first in 0..<count {
      let square = Int(squareIndices.base[first])
      let (row, column) = (square / columnCount, square % columnCount)
      for nearRow in max(row - 1, 0)...min(row + 1, rowCount - 1) {
        // The particles of squares that are side by side in a row are also side by side in `members`.
        let rowStart = nearRow * columnCount
        let start = Int(squareStarts.base[rowStart + max(column - 1, 0)])
        let end = Int(squareStarts.base[rowStart + min(column + 1, columnCount - 1) + 1])
        pairCount += end - start
        for position in start..<end {
          let second = Int(members.base[position])
          if second <= first { continue }
          let (dx, dy) = (x[second] - x[first], y[second] - y[first])
          let squaredDistance = dx * dx + dy * dy
          // Particles within a thousandth of a pixel of each other (10⁻⁶ squared) get no line, which would have no direction.
          if squaredDistance < maximumSquaredDistance && squaredDistance > 1e-6 {
            addLine(first, second, dx, dy, squaredDistance)
          }
        }
      }
      if lineCount >= Self.maximumLines || pairCount >= Self.maximumPairs { break }
    }
  }

  /// Sorts the particles into squares, and keeps the drawing order in each square.
  ///
  /// - Parameters:
  ///   - squareSide: width and height of a square in pixels.
  ///   - origin: the grid's upper left corner, in frame pixels.
  private func sort(_ count: Int, squareSide: Float, origin: SIMD2<Float>, columnCount: Int, rowCount: Int) {
    let squareCount = columnCount * rowCount
    squareStarts.resize(to: squareCount + 1)
    squareStarts.fill(with: 0)
    members.resize(to: count)
    squareIndices.resize(to: count)
    let (x, y) = (points.column(PointColumn.x), points.column(PointColumn.y))
    for index in 0..<count {
      let column = min(max((x[index] - origin.x) / squareSide, 0), Float(columnCount - 1))
      let row = min(max((y[index] - origin.y) / squareSide, 0), Float(rowCount - 1))
      let square = Int(row) * columnCount + Int(column)
      squareIndices.base[index] = Int32(square)
      squareStarts.base[square] += 1
    }
    _ = exclusivePrefixSums(of: squareStarts.base, count: squareCount + 1)
    // Filling `members` moves each square's start to the start of the next square; the loop after it moves the starts back.
    for index in 0..<count {
      let square = Int(squareIndices.base[index])
      members.base[Int(squareStarts.base[square])] = Int32(index)
      squareStarts.base[square] += 1
    }
    for square in stride(from: squareCount, to: 0, by: -1) {
      squareStarts.base[square] = squareStarts.base[square - 1]
    }
    squareStarts.base[0] = 0
  }

  /// Adds the line from one particle to another.
  ///
  /// - Parameters:
  ///   - first: index of the particle at the start.
  ///   - second: index of the particle at the end.
  ///   - dx: pixels from the start to the end along x.
  ///   - dy: pixels from the start to the end along y.
  ///   - squaredDistance: dx² + dy².
  private func addLine(_ first: Int, _ second: Int, _ dx: Float, _ dy: Float, _ squaredDistance: Float) {
    // The line is as opaque as its fainter end. With the mean of both ends, a line to a fading particle would keep at least half of its
    // light, and vanish at once in the frame in which the particle has faded: then `points` no longer has the particle.
    let alphas = points.column(PointColumn.alpha)
    let alpha = min(alphas[first], alphas[second])
    guard alpha > 0 else { return }
    let length = squaredDistance.squareRoot()
    let opacity = style.opacity * (1 - length / style.distancePixels)
    func mean(_ column: Int) -> Float { (points.column(column)[first] + points.column(column)[second]) * 0.5 }
    // Colours are premultiplied, so that their mean is weighted by alpha.
    let meanAlpha = mean(PointColumn.alpha)
    var lineColor =
      SIMD4(mean(PointColumn.red), mean(PointColumn.green), mean(PointColumn.blue), meanAlpha) * (alpha / meanAlpha)
    if let color = style.color { lineColor = color * alpha }
    lineColor *= opacity
    guard lineColor.w > 0 else { return }
    // A rectangle from end to end: its half x axis is half of the vector (dx, dy), and its half y axis is perpendicular to that
    // vector and as long as the half width.
    let halfWidthOverLength = style.halfWidthPixels / length
    let line = lines.count
    lines.reserveCapacity(line + 1)
    lines[.x][line] = points.column(PointColumn.x)[first] + dx * 0.5
    lines[.y][line] = points.column(PointColumn.y)[first] + dy * 0.5
    lines[.axisXx][line] = dx * 0.5
    lines[.axisXy][line] = dy * 0.5
    lines[.axisYx][line] = -dy * halfWidthOverLength
    lines[.axisYy][line] = dx * halfWidthOverLength
    lines[.red][line] = lineColor.x
    lines[.green][line] = lineColor.y
    lines[.blue][line] = lineColor.z
    lines[.alpha][line] = lineColor.w
    lines.count = line + 1
  }

  /// The lines as sprites of one shape, valid until the next `find`.
  package var columns: SpriteColumns {
    spriteIndices.resize(to: (lineCount + 15) / 16 * 16 + 16)
    spriteIndices.fill(with: 0)
    return lines.columns(Self.lineLayout, spriteIndices: spriteIndices.base)
  }
}
