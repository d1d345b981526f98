import Lanes
import Model

extension ParticleColumns {
  /// Estimate of the pixels inside of a rectangle that the particles cover; where they overlap, pixels count several times.
  ///
  /// A round particle counts as a disc, any other as the parallelogram that its axes span. Each grows on all sides by the radius over
  /// which a lens spreads it. If a part of its bounding rectangle lies inside, the same part of the particle's area counts.
  ///
  /// - Parameter areDiscs: whether the sprites are discs or ellipses even where the layout is not round: that of blurred particles never is.
  package func coveredPixels(
    left: Float, top: Float, right: Float, bottom: Float, areDiscs: Bool = false
  ) -> Double {
    var pixels = 0.0
    for index in 0..<count {
      let (x, y) = (self[.x][index], self[.y][index])
      let blur = layout.hasBlur ? self[.blur][index] : 0
      var halfWidth = abs(self[.axisXx][index]) + blur
      var halfHeight = halfWidth
      /// The particle's area divided by the area of its bounding rectangle: π/4 for a disc.
      var filledShare: Float = .pi / 4
      if !layout.isRound {
        let (axisXx, axisXy) = Self.lengthened(self[.axisXx][index], self[.axisXy][index], by: blur)
        let (axisYx, axisYy) = Self.lengthened(self[.axisYx][index], self[.axisYy][index], by: blur)
        halfWidth = abs(axisXx) + abs(axisYx)
        halfHeight = abs(axisXy) + abs(axisYy)
        let quarterBox = halfWidth * halfHeight
        filledShare = quarterBox > 0 ? abs(axisXx * axisYy - axisXy * axisYx) / quarterBox : 0
        if areDiscs { filledShare *= .pi / 4 }
      }
      let width = min(x + halfWidth, right) - max(x - halfWidth, left)
      let height = min(y + halfHeight, bottom) - max(y - halfHeight, top)
      if width > 0 && height > 0 { pixels += Double(width * height * filledShare) }
    }
    return pixels
  }

  /// Lengthens a vector by some pixels; a vector of length 0 stays as it is.
  private static func lengthened(_ x: Float, _ y: Float, by pixels: Float) -> (x: Float, y: Float) {
    if pixels == 0 { return (x, y) }
    let length = (x * x + y * y).squareRoot()
    guard length > 0 else { return (x, y) }
    let factor = 1 + pixels / length
    return (x * factor, y * factor)
  }

  /// The least radius over which a lens spreads one of the particles ÷ the half of its sprite's longer side; infinite without particles.
  package var minimumBlurShare: Double {
    guard layout.hasBlur else { return count > 0 ? 0 : .infinity }
    func length(_ x: Float, _ y: Float) -> Float { (x * x + y * y).squareRoot() }
    // Columns of blurred particles are never those of round ones.
    return (0..<count).reduce(Double.infinity) { least, index in
      let half = max(
        length(self[.axisXx][index], self[.axisXy][index]), length(self[.axisYx][index], self[.axisYy][index]))
      return min(least, Double(self[.blur][index] / max(half, 1e-6)))
    }
  }
}

extension Ribbons {
  /// Number of points of all ribbons.
  package var pointCount: Int {
    guard let style else { return 0 }
    return (0..<count).reduce(0) { sum, index in
      sum + Int(floats.base[index * style.layout.recordStride + RibbonLayout.pointCountIndex])
    }
  }

  /// Estimate of the pixels inside of a rectangle that the ribbons cover: the sum of their pieces' lengths and mean widths, of which as
  /// much counts as lies inside of the ribbon's box.
  package func coveredPixels(left: Float, top: Float, right: Float, bottom: Float) -> Double {
    guard let layout = style?.layout else { return 0 }
    var pixels = 0.0
    for index in 0..<count {
      let record = floats.base + index * layout.recordStride
      let points = record + RibbonLayout.headerFloatCount
      let (xs, ys) = (points, points + RibbonLayout.Plane.y * layout.planeStride)
      let halfWidths = points + RibbonLayout.Plane.halfWidth * layout.planeStride
      var area: Float = 0
      let pointCount = Int(record[RibbonLayout.pointCountIndex])
      for point in 1..<max(pointCount, 1) {
        let (dx, dy) = (xs[point] - xs[point - 1], ys[point] - ys[point - 1])
        area += (dx * dx + dy * dy).squareRoot() * (halfWidths[point] + halfWidths[point - 1])
      }
      let box = record + RibbonLayout.boxIndex
      let (width, height) = (box[2] - box[0], box[3] - box[1])
      let insideWidth = min(box[2], right) - max(box[0], left)
      let insideHeight = min(box[3], bottom) - max(box[1], top)
      guard width > 0, height > 0, insideWidth > 0, insideHeight > 0 else { continue }
      pixels += Double(area * (insideWidth / width) * (insideHeight / height))
    }
    return pixels
  }
}
