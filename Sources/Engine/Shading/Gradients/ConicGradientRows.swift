import Lanes

/// Colours the rows of a conic gradient. Rays from the centre divide the frame into sectors; in each the colour is a polynomial in a
/// pixel's slope: the smaller ÷ the larger of its distances from the centre along the axes (`ConicGradientFit`).
struct ConicGradientRows {
  let rows: PaintRows
  let fit: ConicGradientFit
  /// The centre in frame pixels. cx is one Float for all tiles, so that distances along x do not depend on tiles.
  private let cx: Float
  private let cy: Double
  private let isOpaque: Bool
  /// Whether colours are clamped to 0...alpha.
  private let clamps: Bool
  private let writesAlpha: Bool

  /// Rows nearer to the centre than this, in pixels, count as the centre's own row, so that 1 ÷ distance is finite.
  private static let minimumDistance: Float = 0x1p-30

  init(_ rows: PaintRows, _ fit: ConicGradientFit, cx: Double, cy: Double, shader: GradientShader, writesAlpha: Bool) {
    (self.rows, self.fit, self.cy, self.writesAlpha) = (rows, fit, cy, writesAlpha)
    self.cx = Float(cx)
    (isOpaque, clamps) = (shader.isOpaque, shader.clamps)
  }

  /// Colours all rows.
  func shade() {
    // Memory for one block of eight pixels: four planes, eight floats apart.
    withUnsafeTemporaryAllocation(of: Float8.self, capacity: 4) { memory in
      let scratch = UnsafeMutableRawPointer(memory.baseAddress!).assumingMemoryBound(to: Float.self)
      fit.pieces.withUnsafeBufferPointer { pieces in
        let first = pieces.baseAddress!
        let above = HalfPlane(first: first, step: 1, count: fit.countAbove)
        let below = HalfPlane(first: first + (pieces.count - 1), step: -1, count: pieces.count - fit.countAbove)
        // The second pieces of the rows drawn last above and below the centre, with which `color` begins its search in the row after.
        var (secondPieceAbove, secondPieceBelow) = (1, 1)
        for row in 0..<rows.height {
          let up = Float(cy - (Double(rows.y + row) + 0.5))
          if up.magnitude < Self.minimumDistance {
            colorCenterRow(row, left: first, right: first + fit.countAbove, scratch)
          } else if up > 0 {
            color(row, up, above, scratch, secondPiece: &secondPieceAbove)
          } else {
            color(row, up, below, scratch, secondPiece: &secondPieceBelow)
          }
        }
      }
    }
  }

  /// The pieces of all rows above the centre, or of all rows below, numbered from left to right.
  private struct HalfPlane {
    let first: UnsafePointer<ConicGradientFit.Piece>
    /// 1 above the centre, where pieces, which are stored clockwise, run from left to right; −1 below.
    let step: Int
    let count: Int

    @inline(__always) func piece(_ number: Int) -> UnsafePointer<ConicGradientFit.Piece> { first + step &* number }

    /// The inverse slope of the ray between a piece and the one to its left: columns to the right for each row upwards.
    @inline(__always) func columnsPerRowUp(before number: Int) -> Double {
      piece(step > 0 ? number : number &- 1).pointee.tangent
    }
  }

  /// The first column to the right of the ray between a piece and the one to its left, counted from the first column of `rows`;
  /// beyond all columns if there is no such piece. `up` is the row's distance above the centre.
  @inline(__always)
  private func crossing(_ pieces: HalfPlane, before number: Int, _ up: Float) -> Int {
    if number >= pieces.count { return Int.max }
    let x = Double(cx) - 0.5 + Double(up) * pieces.columnsPerRowUp(before: number)
    // A pixel on the ray belongs to the piece that follows clockwise: to the right above the centre, to the left below.
    let first = up > 0 ? x.rounded(.up) : x.rounded(.down) + 1
    // Limited, far outside of every frame, so that it can be converted to Int.
    let clamped = first < -1e9 ? -1e9 : (first > 1e9 ? 1e9 : first)
    return Int(clamped) &- rows.x
  }

  /// Colours a row above or below the centre.
  ///
  /// - Parameter secondPiece: becomes the number of the row's second piece from the left. It begins at the first ray to the right of the
  ///   row's first pixel. On entry `secondPiece` is the number that was found for the row drawn before; the search begins with it.
  private func color(
    _ row: Int, _ up: Float, _ pieces: HalfPlane, _ scratch: UnsafeMutablePointer<Float>,
    secondPiece: inout Int
  ) {
    while secondPiece > 1, crossing(pieces, before: secondPiece &- 1, up) > 0 { secondPiece &-= 1 }
    var next = secondPiece
    var rayColumn = crossing(pieces, before: next, up)
    while rayColumn <= 0 {
      next &+= 1
      rayColumn = crossing(pieces, before: next, up)
    }
    secondPiece = next
    let (width, stride) = (rows.width, rows.planeStride)
    let out = rows.row(row, plane: 0)
    var column = 0
    while true {
      // Whole blocks before the next ray lie on one piece.
      let wholeEnd = rayColumn < width ? rayColumn & ~7 : width
      let piece = pieces.piece(next &- 1)
      if column < wholeEnd {
        color(piece, up, cx, column, wholeEnd &- column, out + column, stride)
        column = wholeEnd
        if column == width { return }
      }
      // Then the block that this ray crosses. Other rays may cross it too. Right of each ray the next piece's colours replace those
      // of the piece before.
      color(piece, up, cx, column, 8, out + column, stride)
      while rayColumn < column &+ 8 {
        color(pieces.piece(next), up, cx, column, 8, scratch, 8)
        replace(out + column, by: scratch, from: rayColumn &- column)
        next &+= 1
        rayColumn = crossing(pieces, before: next, up)
      }
      column &+= 8
      if column == width { return }
    }
  }

  /// Colours the row of the centre itself: the left side is one piece, the right side another.
  private func colorCenterRow(
    _ row: Int, left leftPiece: UnsafePointer<ConicGradientFit.Piece>,
    right rightPiece: UnsafePointer<ConicGradientFit.Piece>,
    _ scratch: UnsafeMutablePointer<Float>
  ) {
    let (width, stride) = (rows.width, rows.planeStride)
    let out = rows.row(row, plane: 0)
    let center = Int(min(max((Double(cx) - 0.5).rounded(.up), -1e9), 1e9)) &- rows.x
    // No pixel's distance may be 0, so that no slope is 0 ÷ 0.
    let cx = self.cx.nextDown
    // The left piece colours whole blocks, including the one that contains the centre.
    let leftEnd = center <= 0 ? 0 : min((center &+ 7) & ~7, width)
    if leftEnd > 0 { color(leftPiece, 0, cx, 0, leftEnd, out, stride) }
    if leftEnd < width { color(rightPiece, 0, cx, leftEnd, width &- leftEnd, out + leftEnd, stride) }
    if center > 0, center < width, center & 7 != 0 {
      let column = center & ~7
      color(rightPiece, 0, cx, column, 8, scratch, 8)
      replace(out + column, by: scratch, from: center &- column)
    }
  }

  /// Replaces the lanes from `lane` on of the block at `out` by those of the block `other`, whose planes lie eight floats apart.
  @inline(__always)
  private func replace(_ out: UnsafeMutablePointer<Float>, by other: UnsafePointer<Float>, from lane: Int) {
    let isReplaced = Lanes.laneNumbers .>= Float(max(lane, 0))
    for plane in 0..<4 {
      let pixel = out + plane &* rows.planeStride
      Lanes.store(Lanes.select(isReplaced, Lanes.load(other + 8 &* plane), Lanes.load(pixel)), to: pixel)
    }
  }

  // MARK: Pixels of one polynomial

  /// Colours `count` pixels, whole blocks, from a column of `rows` on. `up` is the row's distance above the centre, `out` points to the
  /// red of the first pixel; planes lie `stride` floats apart. `cx` is the centre's x, which `colorCenterRow` changes by one bit.
  @inline(__always)
  private func color(
    _ piece: UnsafePointer<ConicGradientFit.Piece>, _ up: Float, _ cx: Float, _ column: Int, _ count: Int,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    if piece.pointee.dividesByX {
      color(UpOverX(up: up), piece, cx, column, count, out, stride)
    } else {
      color(XOverUp(inverseUp: 1 / up), piece, cx, column, count, out, stride)
    }
  }

  /// Colours `count` pixels of a row, by one formula of the slope.
  @inline(never)
  private func color<Slope: SlopeFunction>(
    _ function: Slope, _ piece: UnsafePointer<ConicGradientFit.Piece>, _ cx: Float, _ column: Int, _ count: Int,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    // The x of the centres of the first eight pixels.
    let firstCenters = Float8(repeating: Float(rows.x &+ column) + 0.5) + Lanes.laneNumbers
    // The slope at which the polynomial's variable is 0.
    let origin = Float8(repeating: piece.pointee.origin)
    let varying = piece.pointee.varyingChannels
    let alphas = out + 3 &* stride
    // n & (n − 1) is 0 if at most one bit of n is set.
    if isOpaque, !clamps, varying & 7 & ((varying & 7) &- 1) == 0 {
      // Between vivid colours often at most one of R, G and B varies: the other two are filled.
      let varyingPlane = varying & 7 == 0 ? 2 : Int((varying & 7).trailingZeroBitCount)
      let (constantA, constantB) = (varyingPlane == 0 ? 1 : 0, varyingPlane == 2 ? 1 : 2)
      let channel = QuinticPolynomial(piece, varyingPlane)
      let valueA = Float8(repeating: piece.pointee.coefficients.c0[constantA])
      let valueB = Float8(repeating: piece.pointee.coefficients.c0[constantB])
      let (target, targetA, targetB) = (
        out + varyingPlane &* stride, out + constantA &* stride, out + constantB &* stride
      )
      var centers = firstCenters
      var offset = 0
      while offset < count {
        Lanes.store(channel.value(function.slope(centers - cx) - origin), to: target + offset)
        Lanes.store(valueA, to: targetA + offset)
        Lanes.store(valueB, to: targetB + offset)
        centers += 8
        offset &+= 8
      }
    } else {
      // First the slopes, stored in the alpha plane, since alpha is written last.
      var centers = firstCenters
      var offset = 0
      while offset < count {
        Lanes.store(function.slope(centers - cx) - origin, to: alphas + offset)
        centers += 8
        offset &+= 8
      }
      for plane in 0..<(isOpaque ? 3 : 4) {
        let target = out + plane &* stride
        if varying >> UInt8(plane) & 1 != 0 {
          color(QuinticPolynomial(piece, plane), alphas, target, count)
        } else {
          fill(target, piece.pointee.coefficients.c0[plane], count)
        }
      }
    }
    if isOpaque && (writesAlpha || clamps) { fill(alphas, 1, count) }
    if clamps { clamp(out, stride, count) }
  }

  /// Writes a channel of `count` pixels. `slopes` are the pixels' slopes minus the piece's origin.
  @inline(__always)
  private func color(
    _ polynomial: QuinticPolynomial, _ slopes: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var offset = 0
    while offset < count {
      Lanes.store(polynomial.value(Lanes.load(slopes + offset)), to: target + offset)
      offset &+= 8
    }
  }

  /// Writes one value to `count` pixels of a plane.
  @inline(__always)
  private func fill(_ target: UnsafeMutablePointer<Float>, _ value: Float, _ count: Int) {
    var offset = 0
    while offset < count {
      Lanes.store(Float8(repeating: value), to: target + offset)
      offset &+= 8
    }
  }

  /// Clamps the colours of `count` pixels to 0...alpha.
  @inline(__always)
  private func clamp(_ out: UnsafeMutablePointer<Float>, _ stride: Int, _ count: Int) {
    for plane in 0..<3 {
      var offset = 0
      while offset < count {
        let pixel = out + (plane &* stride &+ offset)
        Lanes.store(Lanes.clamp(Lanes.load(pixel), Float8(), Lanes.load(out + (3 &* stride &+ offset))), to: pixel)
        offset &+= 8
      }
    }
  }
}

/// A pixel's slope as a function of its distance to the right of the centre.
private protocol SlopeFunction {
  func slope(_ x: Float8) -> Float8
}

/// slope = up ÷ x, in the quadrants to the sides.
private struct UpOverX: SlopeFunction {
  let up: Float
  @inline(__always) func slope(_ x: Float8) -> Float8 { Float8(repeating: up) / x }
}

/// slope = x ÷ up, in the quadrants above and below.
private struct XOverUp: SlopeFunction {
  let inverseUp: Float
  @inline(__always) func slope(_ x: Float8) -> Float8 { x * inverseUp }
}

/// The quintic polynomial of one channel, held in registers.
private struct QuinticPolynomial {
  private let c0, c1, c2, c3, c4, c5: Float8

  @inline(__always)
  init(_ piece: UnsafePointer<ConicGradientFit.Piece>, _ channel: Int) {
    c0 = Float8(repeating: piece.pointee.coefficients.c0[channel])
    c1 = Float8(repeating: piece.pointee.coefficients.c1[channel])
    c2 = Float8(repeating: piece.pointee.coefficients.c2[channel])
    c3 = Float8(repeating: piece.pointee.coefficients.c3[channel])
    c4 = Float8(repeating: piece.pointee.coefficients.c4[channel])
    c5 = Float8(repeating: piece.pointee.coefficients.c5[channel])
  }

  @inline(__always)
  func value(_ w: Float8) -> Float8 {
    let from4 = c4 + w * c5
    let from3 = c3 + w * from4
    let from2 = c2 + w * from3
    let from1 = c1 + w * from2
    return c0 + w * from1
  }
}
