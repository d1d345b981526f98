import Lanes
import Model
import Raster

/// The covered share of every pixel of a picture, drawn in tiles of a given size.
func coveredShares(
  _ polygons: PolygonList, _ rule: VectorPath.FillRule = .nonzero, isSimple: Bool = false, width: Int = 104,
  height: Int = 77, tile: (width: Int, height: Int) = (104, 77)
) -> [Float] {
  let coverage = PathCoverage()
  coverage.set(polygons, fillRule: rule, isSimple: isSimple, height: height)
  var picture = [Float](repeating: 0, count: width * height)
  let memory = AlignedBuffer<Float>(count: PathCoverage.scratchCount(width: tile.width))
  for top in stride(from: 0, to: height, by: tile.height) {
    for left in stride(from: 0, to: width, by: tile.width) {
      let rect = PixelRect(
        x: left, y: top, width: min(tile.width, width - left), height: min(tile.height, height - top))
      PathCoverage.forEachBand(of: rect) { rows in
        let columns = coverage.columns(row: rows.lowerBound, rect: rect)
        if columns.isEmpty { return }
        // Stale numbers of earlier tiles must not show.
        memory.fill(with: 7)
        coverage.cover(rect: rect, rows: rows, columns: columns, memory: memory.base)
        for y in rows {
          for x in columns where x < rect.width {
            picture[y * width + left + x] =
              memory.base[(y - rows.lowerBound) * PathCoverage.rowStride(width: rect.width) + x]
          }
        }
      }
    }
  }
  return picture
}

/// The area that polygons cover in the picture.
func coveredArea(_ polygons: PolygonList, _ rule: VectorPath.FillRule = .nonzero) -> Double {
  coveredShares(polygons, rule).reduce(0) { $0 + Double($1) }
}

/// The polygons that a filled path encloses.
func filled(_ path: FlattenedPath) -> PolygonList {
  var list = PolygonList()
  list.add(path)
  return list
}

/// The outline of a stroke.
func stroked(_ path: FlattenedPath, _ style: StrokeStyle, tolerance: Double = 0.001) -> PolygonList {
  var list = PolygonList()
  var stroker = Stroker()
  stroker.outline(path, style, tolerance: tolerance, into: &list)
  return list
}

/// A path of straight lines.
func line(_ points: [SIMD2<Double>], isClosed: Bool = false, reach: Double = 0) -> FlattenedPath {
  var path = FlattenedPath(tolerance: 0.001, reach: reach)
  for (index, point) in points.enumerated() { if index == 0 { path.move(to: point) } else { path.line(to: point) } }
  if isClosed { path.close() }
  return path
}

/// A circle near the middle of the picture.
func circle(_ radius: Double, reach: Double = 0) -> FlattenedPath {
  var path = FlattenedPath(tolerance: 0.0005, reach: reach)
  path.arc(center: SIMD2<Double>(51.3, 37.8), radiusX: radius, radiusY: radius, from: 0, turns: 1)
  path.close()
  return path
}

/// The corners of the star polygon {count/step} with a radius of 30. Every other corner is drawn in to the share `inner` of the radius.
func starred(_ count: Int, step: Int = 1, inner: Double = 1, center: SIMD2<Double> = SIMD2<Double>(50, 40)) -> [SIMD2<
  Double
>] {
  (0..<count).map { corner in
    let (sine, cosine) = Lanes.sincosTurns(Double(corner * step) / Double(count) + 0.03)
    return center + SIMD2<Double>(sine, -cosine) * (corner % 2 == 0 ? 30 : 30 * inner)
  }
}
