import Lanes

/// Colours the rows of a turn, polynomial by polynomial from ray to ray.
struct ConicGradientRows {
  let rows: PaintRows
  let colors: ConicGradientFit
  /// The centre: its column's place and its row's, in frame pixels. Places of pixels are taken from the same Float.
  private let middle: Float
  private let cy: Double
  private let isOpaque: Bool
  private let clamps: Bool
  private let keepsAlpha: Bool

  /// Distances from the centre's row below this are none: they have no inverse.
  private static let least: Float = 0x1p-30

  init(_ rows: PaintRows, _ colors: ConicGradientFit, cx: Double, cy: Double, shader: GradientShader, keepsAlpha: Bool)
  {
    (self.rows, self.colors, self.cy, self.keepsAlpha) = (rows, colors, cy, keepsAlpha)
    middle = Float(cx)
    (isOpaque, clamps) = (shader.isOpaque, shader.clamps)
  }

  func shade() {
    withUnsafeTemporaryAllocation(of: Lane8.self, capacity: 4) { memory in
      let spare = UnsafeMutableRawPointer(memory.baseAddress!).assumingMemoryBound(to: Float.self)
      colors.pieces.withUnsafeBufferPointer { pieces in
        let first = pieces.baseAddress!
        let above = Sector(first: first, step: 1, count: colors.countAbove)
        let below = Sector(first: first + (pieces.count - 1), step: -1, count: pieces.count - colors.countAbove)
        var (nextAbove, nextBelow) = (1, 1)
        for row in 0..<rows.height {
          let up = Float(cy - (Double(rows.y + row) + 0.5))
          if up.magnitude < Self.least {
            level(row, left: first, right: first + colors.countAbove, spare)
          } else if up > 0 {
            color(row, up, above, spare, from: &nextAbove)
          } else {
            color(row, up, below, spare, from: &nextBelow)
          }
        }
      }
    }
  }

  /// The pieces that rows on one side of the centre pass through, from left to right.
  private struct Sector {
    let first: UnsafePointer<ConicGradientFit.Piece>
    let step: Int
    let count: Int

    @inline(__always) func piece(_ number: Int) -> UnsafePointer<ConicGradientFit.Piece> { first + step &* number }

    /// Of the ray between a piece and the one to its left: where it begins clockwise, or where that one does.
    @inline(__always) func tangent(before number: Int) -> Double {
      piece(step > 0 ? number : number &- 1).pointee.tangent
    }
  }

  /// The column, counted from the first, from which on pixels lie behind the ray in front of a piece; beyond all columns where
  /// there is no such piece.
  @inline(__always)
  private func crossing(_ sector: Sector, before number: Int, _ up: Float) -> Int {
    if number >= sector.count { return Int.max }
    let place = Double(middle) - 0.5 + Double(up) * sector.tangent(before: number)
    // What lies on the ray belongs to what follows clockwise: to the right above the centre, to the left below.
    let first = up > 0 ? place.rounded(.up) : place.rounded(.down) + 1
    // Far outside of every frame it makes no difference where.
    let held = first < -1e9 ? -1e9 : (first > 1e9 ? 1e9 : first)
    return Int(held) &- rows.x
  }

  /// A row above or below the centre. `firstNext` is the first piece that begins right of the first pixel, most often that of the
  /// row before.
  private func color(
    _ row: Int, _ up: Float, _ sector: Sector, _ spare: UnsafeMutablePointer<Float>, from firstNext: inout Int
  ) {
    while firstNext > 1, crossing(sector, before: firstNext &- 1, up) > 0 { firstNext &-= 1 }
    var next = firstNext
    var ray = crossing(sector, before: next, up)
    while ray <= 0 {
      next &+= 1
      ray = crossing(sector, before: next, up)
    }
    firstNext = next
    let (width, stride) = (rows.width, rows.planeStride)
    let out = rows.row(row, plane: 0)
    var column = 0
    while true {
      // Whole blocks in front of the next ray lie on one piece.
      let whole = ray < width ? ray & ~7 : width
      let piece = sector.piece(next &- 1)
      if column < whole {
        run(piece, up, middle, column, whole &- column, out + column, stride)
        column = whole
        if column == width { return }
      }
      // Then the block in which it lies, and maybe others.
      run(piece, up, middle, column, 8, out + column, stride)
      while ray < column &+ 8 {
        run(sector.piece(next), up, middle, column, 8, spare, 8)
        replace(out + column, by: spare, from: ray &- column)
        next &+= 1
        ray = crossing(sector, before: next, up)
      }
      column &+= 8
      if column == width { return }
    }
  }

  /// The row of the centre itself: straight to the left, and straight to the right.
  private func level(
    _ row: Int, left leftPiece: UnsafePointer<ConicGradientFit.Piece>,
    right rightPiece: UnsafePointer<ConicGradientFit.Piece>,
    _ spare: UnsafeMutablePointer<Float>
  ) {
    let (width, stride) = (rows.width, rows.planeStride)
    let out = rows.row(row, plane: 0)
    let turn = Int(min(max((Double(middle) - 0.5).rounded(.up), -1e9), 1e9)) &- rows.x
    // Nothing may be divided by nothing.
    let middle = self.middle.nextDown
    let left = turn <= 0 ? 0 : min((turn &+ 7) & ~7, width)
    if left > 0 { run(leftPiece, 0, middle, 0, left, out, stride) }
    if left < width { run(rightPiece, 0, middle, left, width &- left, out + left, stride) }
    if turn > 0, turn < width, turn & 7 != 0 {
      let column = turn & ~7
      run(rightPiece, 0, middle, column, 8, spare, 8)
      replace(out + column, by: spare, from: turn &- column)
    }
  }

  /// Puts lanes from `lane` on in the place of others.
  @inline(__always)
  private func replace(_ out: UnsafeMutablePointer<Float>, by other: UnsafePointer<Float>, from lane: Int) {
    let isBehind = Lanes.ramp .>= Float(max(lane, 0))
    for plane in 0..<4 {
      let pixel = out + plane &* rows.planeStride
      Lanes.store(Lanes.select(isBehind, Lanes.load(other + 8 &* plane), Lanes.load(pixel)), to: pixel)
    }
  }

  // MARK: Pixels of one polynomial

  /// Colours `count` pixels, whole blocks, from a column on; planes of `out` lie `stride` apart.
  @inline(__always)
  private func run(
    _ piece: UnsafePointer<ConicGradientFit.Piece>, _ up: Float, _ middle: Float, _ column: Int, _ count: Int,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    if piece.pointee.isSteep {
      run(Steep(up: up), piece, middle, column, count, out, stride)
    } else {
      run(Flat(inverse: 1 / up), piece, middle, column, count, out, stride)
    }
  }

  @inline(never)
  private func run<Law: SlopeLaw>(
    _ law: Law, _ piece: UnsafePointer<ConicGradientFit.Piece>, _ middle: Float, _ column: Int, _ count: Int,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    let first = Lane8(repeating: Float(rows.x &+ column) + 0.5) + Lanes.ramp
    let origin = Lane8(repeating: piece.pointee.origin)
    let moving = piece.pointee.moving
    let alphas = out + 3 &* stride
    let isPlain = isOpaque && !clamps
    if isPlain, moving & 7 & ((moving & 7) &- 1) == 0 {
      // Between vivid colours most channels rest.
      let own = moving & 7 == 0 ? 2 : Int((moving & 7).trailingZeroBitCount)
      let (one, other) = (own == 0 ? 1 : 0, own == 2 ? 1 : 2)
      let channel = Channel(piece, own)
      let oneValue = Lane8(repeating: piece.pointee.powers.c0[one])
      let otherValue = Lane8(repeating: piece.pointee.powers.c0[other])
      let (onto, ontoOne, ontoOther) = (out + own &* stride, out + one &* stride, out + other &* stride)
      var center = first
      var place = 0
      while place < count {
        Lanes.store(channel.value(law.slope(center - middle) - origin), to: onto + place)
        Lanes.store(oneValue, to: ontoOne + place)
        Lanes.store(otherValue, to: ontoOther + place)
        center += 8
        place &+= 8
      }
    } else {
      // The slopes first, kept where the alphas come last.
      var center = first
      var place = 0
      while place < count {
        Lanes.store(law.slope(center - middle) - origin, to: alphas + place)
        center += 8
        place &+= 8
      }
      for plane in 0..<(isOpaque ? 3 : 4) {
        let onto = out + plane &* stride
        if moving >> UInt8(plane) & 1 != 0 {
          color(Channel(piece, plane), alphas, onto, count)
        } else {
          fill(onto, piece.pointee.powers.c0[plane], count)
        }
      }
    }
    if isOpaque && (keepsAlpha || clamps) { fill(alphas, 1, count) }
    if clamps { clamp(out, stride, count) }
  }

  @inline(__always)
  private func color(
    _ channel: Channel, _ slopes: UnsafePointer<Float>, _ onto: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var place = 0
    while place < count {
      Lanes.store(channel.value(Lanes.load(slopes + place)), to: onto + place)
      place &+= 8
    }
  }

  @inline(__always)
  private func fill(_ onto: UnsafeMutablePointer<Float>, _ value: Float, _ count: Int) {
    var place = 0
    while place < count {
      Lanes.store(Lane8(repeating: value), to: onto + place)
      place &+= 8
    }
  }

  @inline(__always)
  private func clamp(_ out: UnsafeMutablePointer<Float>, _ stride: Int, _ count: Int) {
    for plane in 0..<3 {
      var place = 0
      while place < count {
        let pixel = out + (plane &* stride &+ place)
        Lanes.store(Lanes.clamp(Lanes.load(pixel), Lane8(), Lanes.load(out + (3 &* stride &+ place))), to: pixel)
        place &+= 8
      }
    }
  }
}

/// How a pixel's slope follows from its distance to the right of the centre.
private protocol SlopeLaw {
  func slope(_ x: Lane8) -> Lane8
}

private struct Steep: SlopeLaw {
  let up: Float
  @inline(__always) func slope(_ x: Lane8) -> Lane8 { Lane8(repeating: up) / x }
}

private struct Flat: SlopeLaw {
  let inverse: Float
  @inline(__always) func slope(_ x: Lane8) -> Lane8 { x * inverse }
}

/// A channel of a polynomial, kept in registers.
private struct Channel {
  private let c0, c1, c2, c3, c4, c5: Lane8

  @inline(__always)
  init(_ piece: UnsafePointer<ConicGradientFit.Piece>, _ number: Int) {
    c0 = Lane8(repeating: piece.pointee.powers.c0[number])
    c1 = Lane8(repeating: piece.pointee.powers.c1[number])
    c2 = Lane8(repeating: piece.pointee.powers.c2[number])
    c3 = Lane8(repeating: piece.pointee.powers.c3[number])
    c4 = Lane8(repeating: piece.pointee.powers.c4[number])
    c5 = Lane8(repeating: piece.pointee.powers.c5[number])
  }

  @inline(__always)
  func value(_ w: Lane8) -> Lane8 {
    let from4 = c4 + w * c5
    let from3 = c3 + w * from4
    let from2 = c2 + w * from3
    let from1 = c1 + w * from2
    return c0 + w * from1
  }
}
