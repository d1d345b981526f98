import Lanes

// Births on a picture, which is a grid of squares (`ShapePicture`): positions chosen by alpha, and colours. A cell is here a square of
// this grid, not a cell of particles.

extension ShapeSampler {
  /// Random position on a picture, in pixels of the frame relative to the emitter's position. The probability of a cell of the grid
  /// is proportional to the cell's alpha; in the cell the position is uniform.
  ///
  /// - Parameter a: random numbers that choose the row.
  @inline(never)
  func pictureOffset(_ a: Float8, width: Float8, height: Float8, keys: ParticleKeys8) -> (x: Float8, y: Float8) {
    let b = keys.uniform(.positionB)
    let (fractionX, fractionY) = (keys.uniform(.positionC), keys.uniform(.positionInPictureCell))
    var (x, y) = (Float8(), Float8())
    // `cumulativeProbabilities` lists first those of the grid's rows, then for each row those of its cells.
    for lane in 0..<8 {
      let row = Self.index(of: a[lane], in: cumulativeProbabilities, count: pictureGridRows)
      let column = Self.index(
        of: b[lane], in: cumulativeProbabilities + (pictureGridRows &+ row &* pictureGridColumns),
        count: pictureGridColumns)
      x[lane] = Float(column)
      y[lane] = Float(row)
    }
    // Convert from cells of the grid to the unit of `pictureSize`, relative to the picture's middle. The unit is a pixel of the frame for
    // `Scaling.unscaled`. For `Scaling.fitted` it is a pixel of the picture, and `scale` converts to pixels of the frame.
    let (cellWidth, cellHeight) = (pictureSize.x / Float(pictureGridColumns), pictureSize.y / Float(pictureGridRows))
    x = (x + fractionX) * cellWidth - pictureSize.x * 0.5
    y = (y + fractionY) * cellHeight - pictureSize.y * 0.5
    guard scaling != .unscaled else { return (x, y) }
    let scale = scale(width: width, height: height)
    return (x * scale.x, y * scale.y)
  }

  /// Straight red, green and blue of the picture at positions in pixels of the frame, relative to the emitter's position.
  @inline(never)
  func pictureColor(
    x: Float8, y: Float8, width: Float8, height: Float8
  ) -> (red: Float8, green: Float8, blue: Float8) {
    // In the unit of `pictureSize`.
    var (unscaledX, unscaledY) = (x, y)
    if scaling != .unscaled {
      let scale = scale(width: width, height: height)
      // Where the picture has no width or height, the colour at its middle is taken.
      func inverse(_ scale: Float8) -> Float8 {
        Lanes.select(Lanes.abs(scale) .> Float8(repeating: 1e-12), 1 / scale, Float8())
      }
      (unscaledX, unscaledY) = (x * inverse(scale.x), y * inverse(scale.y))
    }
    let columns = Lanes.clamp(
      (unscaledX / pictureSize.x + 0.5) * Float(pictureGridColumns), 0, Float(pictureGridColumns &- 1))
    let rows = Lanes.clamp((unscaledY / pictureSize.y + 0.5) * Float(pictureGridRows), 0, Float(pictureGridRows &- 1))
    let index =
      Lanes.truncateInRange(rows) &* Int32(truncatingIfNeeded: pictureGridColumns) &+ Lanes.truncateInRange(columns)
    var (red, green, blue) = (Float8(), Float8(), Float8())
    for lane in 0..<8 {
      let color = pictureSampleColors[Int(index[lane])]
      red[lane] = color.x
      green[lane] = color.y
      blue[lane] = color.z
    }
    return (red, green, blue)
  }

  /// Index of the first of `count` ascending sums that is above the random number `a` in 0 ..< 1.
  @inline(__always)
  private static func index(of a: Float, in sums: UnsafePointer<Float>, count: Int) -> Int {
    var (low, high) = (0, count &- 1)
    while low < high {
      let middle = (low &+ high) / 2
      if a >= sums[middle] { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}
