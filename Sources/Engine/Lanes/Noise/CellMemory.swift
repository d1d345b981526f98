/// The points of the squares around the last eight places of a cell noise. The next eight places, which mostly lie in the same squares, or all in
/// that of the last place, need not hash them again.
///
/// A square's point follows from the square, the jitter, the phase and the seed. Only squares are compared, so the memory serves places for
/// which the others are the same. Cost of eight places in the shipped presets, with points that stand still and that move: nearest point 31
/// and 28 ns, border 104 and 79 (AVX2, 2.6 GHz); without memory 51 and 78, 161 and 243.
package struct CellMemory {
  /// The 3 × 3 squares around the places, for the nearest points.
  var near: SquarePoints
  /// The 5 × 5 squares around the nearest points, without the corners and the middle, for the borders.
  var wide: SquarePoints

  /// Gives memory on the stack. With `keeps` false nothing is kept from place to place.
  @inline(__always)
  package static func with(keeps: Bool, _ body: (inout CellMemory) -> Void) {
    // In pieces, because what is larger than 1 kB is not kept on the stack.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * 8 * 9) { near in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 8 * 20) { wideX in
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 8 * 20) { wideY in
          guard let near = near.baseAddress, let wideX = wideX.baseAddress, let wideY = wideY.baseAddress else {
            return
          }
          var memory = CellMemory(
            near: SquarePoints(reach: 1, xs: near, ys: near + 8 * 9, hashes: near + 2 * 8 * 9, keeps: keeps),
            wide: SquarePoints(reach: 2, xs: wideX, ys: wideY, hashes: nil, keeps: keeps))
          body(&memory)
        }
      }
    }
  }
}

/// The points of the squares that are at most `reach` squares away from the squares of eight places.
struct SquarePoints {
  let reach: Int
  private let xs, ys: UnsafeMutablePointer<Float>
  private let hashes: UnsafeMutablePointer<Float>?
  private let keeps: Bool
  private var isEmpty = true
  private var left = UInt32x8()
  private var top = UInt32x8()

  @inline(__always)
  init(
    reach: Int, xs: UnsafeMutablePointer<Float>, ys: UnsafeMutablePointer<Float>, hashes: UnsafeMutablePointer<Float>?,
    keeps: Bool
  ) {
    (self.reach, self.xs, self.ys, self.hashes, self.keeps) = (reach, xs, ys, hashes, keeps)
  }

  /// The position of a square's point relative to the square's upper left corner, and the square's hash.
  @inline(__always)
  func x(_ index: Int) -> Float8 { Lanes.load(xs + 8 &* index) }
  @inline(__always)
  func y(_ index: Int) -> Float8 { Lanes.load(ys + 8 &* index) }
  @inline(__always)
  func hash(_ index: Int) -> UInt32x8 {
    guard let hashes else { return UInt32x8() }
    return unsafeBitCast(Lanes.load(hashes + 8 &* index), to: UInt32x8.self)
  }

  /// Gives the index, the column and the row of each square, the latter two relative to the square of the place. With a reach of 2 the corners
  /// and the middle are left out.
  @inline(__always)
  func eachSquare(_ body: (Int, Int, Int) -> Void) {
    var index = 0
    for row in -reach...reach {
      for column in -reach...reach where reach == 1 || ((row != 0 || column != 0) && row * row + column * column < 8) {
        body(index, column, row)
        index &+= 1
      }
    }
  }

  /// Sees that the points are those around these squares.
  @inline(__always)
  mutating func move(to newLeft: UInt32x8, _ newTop: UInt32x8, _ points: CellNoise.Points) {
    let difference = (newLeft ^ left) | (newTop ^ top)
    guard isEmpty || !keeps || Lanes.any(unsafeBitCast(difference, to: Int32x8.self)) else { return }
    let (lastLeft, lastTop) = (left[7], top[7])
    let fromLast = (newLeft ^ UInt32x8(repeating: lastLeft)) | (newTop ^ UInt32x8(repeating: lastTop))
    let isKnown = !isEmpty && keeps && !Lanes.any(unsafeBitCast(fromLast, to: Int32x8.self))
    (left, top) = (newLeft, newTop)
    isEmpty = false
    if isKnown {
      eachSquare { index, _, _ in
        Lanes.store(Float8(repeating: xs[8 &* index &+ 7]), to: xs + 8 &* index)
        Lanes.store(Float8(repeating: ys[8 &* index &+ 7]), to: ys + 8 &* index)
        if let hashes { Lanes.store(Float8(repeating: hashes[8 &* index &+ 7]), to: hashes + 8 &* index) }
      }
      return
    }
    eachSquare { index, column, row in
      let x = (left &+ UInt32(truncatingIfNeeded: column)) &* NoiseLattice.xFactor
      let y = (top &+ UInt32(truncatingIfNeeded: row)) &* NoiseLattice.yFactor
      let hash = NoiseLattice.hash(x &+ y &+ points.seed)
      let position = CellNoise.position(hash, points)
      Lanes.store(position.x, to: xs + 8 &* index)
      Lanes.store(position.y, to: ys + 8 &* index)
      if let hashes { Lanes.store(unsafeBitCast(hash, to: Float8.self), to: hashes + 8 &* index) }
    }
  }
}
