import Lanes

/// t = atan2(x, up) in turns, less `from`, in 0...1, for a row that lies `up` above the centre: the very bits of
/// `Lanes.atan2`, in several loops over the row.
///
/// A polynomial without fused steps is one long chain of dependent operations, of which a processor holds some 60 to 90 at a
/// time. With all of it in one loop it works at two blocks at once and mostly waits: 14 to 20 nanoseconds a block of eight
/// pixels, where several short loops, with what lies in between kept in the first-level cache, take a third of that. Blocks on
/// one side of both diagonals through the centre, which most are, need neither minimum nor select.
struct TurnRow {
  private let middle: Float
  private let from: Float
  private let isBelow: Bool
  /// |up|, or so little that nothing is nearer to the centre: it is divided by.
  private let height: Float

  init(middle: Float, up: Float, from: Float) {
    self.middle = middle
    self.from = from
    isBelow = up < 0
    let height = isBelow ? -up : up
    self.height = height < .leastNormalMagnitude ? .leastNormalMagnitude : height
  }

  /// What is kept of a row between its loops.
  struct Memory {
    let ratios: UnsafeMutablePointer<Float>
    let squares: UnsafeMutablePointer<Float>
    let values: UnsafeMutablePointer<Float>
  }

  /// Writes t of `count` pixels from column `x` on.
  @inline(__always)
  func write(x: Int, count: Int, to out: UnsafeMutablePointer<Float>, _ memory: Memory) {
    let first = Float(x) + 0.5
    let scale = Float(0.5 / Double.pi)
    // Most rows lie between two diagonals with all their pixels, on one side of the centre: rounding keeps order, so the ends
    // tell of all others. −t·s is t·(−s) to the last bit.
    let (left, right) = (first - middle, first + Float(count &- 1) - middle)
    if left >= 0 || right < 0 {
      let (near, far) = left >= 0 ? (left, right) : (-right, -left)
      let scale = left >= 0 ? scale : -scale
      if near > height {
        divideSteep(0..<count, first, memory)
        add(count, memory)
        return finishSteep(0..<count, scale, out, memory)
      }
      if far <= height {
        divideFlat(count, first, memory)
        add(count, memory)
        return finishFlat(count, scale, out, memory)
      }
    }
    // Where the row meets the diagonals, with more to spare than rounding takes: outside of it all pixels are steep.
    let slack = 8 + (middle.magnitude + height) * 1e-6
    let begin = max(min((middle - height - first).rounded(.down) - slack, Float(count)), 0)
    let end = max(min((middle + height - first).rounded(.up) + slack, Float(count)), 0)
    let flat = Lanes.wholeInRange(begin) & ~7
    let steep = min(max((Lanes.wholeInRange(end) &+ 7) & ~7, flat), count)
    divideSteep(0..<flat, first, memory)
    divide(flat..<steep, first, memory)
    divideSteep(steep..<count, first, memory)
    add(count, memory)
    finishSteep(0..<flat, -scale, out, memory)
    finish(flat..<steep, first, scale, out, memory)
    finishSteep(steep..<count, scale, out, memory)
  }

  @inline(__always)
  private func center(_ column: Int, _ first: Float) -> Lane8 {
    Lane8(repeating: first + Float(column)) + Lanes.ramp
  }

  /// The smaller of |x| and |up| over the larger, its square, and the first steps of the polynomial in that.
  @inline(__always)
  private func store(_ a: Lane8, _ column: Int, _ memory: Memory) {
    let z = a * a
    Lanes.store(a, to: memory.ratios + column)
    Lanes.store(z, to: memory.squares + column)
    Lanes.store((z * -0x1.dedec2p-10 + 0x1.6a7ecap-7) * z - 0x1.01a83cp-5, to: memory.values + column)
  }

  @inline(__always)
  private func divideSteep(_ columns: Range<Int>, _ first: Float, _ memory: Memory) {
    var center = center(columns.lowerBound, first)
    let height = Lane8(repeating: height)
    var column = columns.lowerBound
    while column < columns.upperBound {
      store(height / Lanes.abs(center - middle), column, memory)
      center += 8
      column &+= 8
    }
  }

  @inline(__always)
  private func divideFlat(_ count: Int, _ first: Float, _ memory: Memory) {
    var center = center(0, first)
    let height = Lane8(repeating: height)
    var column = 0
    while column < count {
      store(Lanes.abs(center - middle) / height, column, memory)
      center += 8
      column &+= 8
    }
  }

  @inline(__always)
  private func divide(_ columns: Range<Int>, _ first: Float, _ memory: Memory) {
    var center = center(columns.lowerBound, first)
    let height = Lane8(repeating: height)
    var column = columns.lowerBound
    while column < columns.upperBound {
      let width = Lanes.abs(center - middle)
      store(Lanes.min(height, width) / Lanes.max(height, width), column, memory)
      center += 8
      column &+= 8
    }
  }

  /// The other steps but the last, two blocks at a time: half as many counts and jumps.
  @inline(__always)
  private func add(_ count: Int, _ memory: Memory) {
    let paired = count & ~15
    var column = 0
    while column < paired {
      addMiddle(column, memory)
      addMiddle(column &+ 8, memory)
      column &+= 16
    }
    if column < count { addMiddle(column, memory) }
    column = 0
    while column < paired {
      addLast(column, memory)
      addLast(column &+ 8, memory)
      column &+= 16
    }
    if column < count { addLast(column, memory) }
  }

  @inline(__always)
  private func addMiddle(_ column: Int, _ memory: Memory) {
    let z = Lanes.load(memory.squares + column)
    var p = Lanes.load(memory.values + column) * z + 0x1.dd0808p-5
    p = p * z - 0x1.58daap-4
    p = p * z + 0x1.c0d1f2p-4
    Lanes.store(p, to: memory.values + column)
  }

  @inline(__always)
  private func addLast(_ column: Int, _ memory: Memory) {
    let z = Lanes.load(memory.squares + column)
    var p = Lanes.load(memory.values + column) * z - 0x1.2426ecp-3
    p = p * z + 0x1.999276p-3
    p = p * z - 0x1.55554p-2
    Lanes.store(p, to: memory.values + column)
  }

  /// The angle to the nearer axis.
  @inline(__always)
  private func angle(_ column: Int, _ memory: Memory) -> Lane8 {
    let a = Lanes.load(memory.ratios + column)
    return a + a * Lanes.load(memory.squares + column) * Lanes.load(memory.values + column)
  }

  /// From that to the whole angle.
  @inline(__always)
  private func finish(
    _ columns: Range<Int>, _ first: Float, _ scale: Float, _ out: UnsafeMutablePointer<Float>, _ memory: Memory
  ) {
    var center = center(columns.lowerBound, first)
    var column = columns.lowerBound
    while column < columns.upperBound {
      let dx = center - middle
      var t = angle(column, memory)
      t = Lanes.select(Lanes.abs(dx) .> height, 0x1.921fb6p+0 - (t + 0x1.777a5cp-25), t)
      if isBelow { t = 0x1.921fb6p+1 - (t + 0x1.777a5cp-24) }
      // A difference is never −0.
      t = Lanes.lanes(Lanes.bits(t) ^ (Lanes.bits(dx) & Int32.min))
      Lanes.store(turn(t, scale), to: out + column)
      center += 8
      column &+= 8
    }
  }

  /// Pixels that all lie beyond a diagonal, on one side.
  @inline(__always)
  private func finishSteep(
    _ columns: Range<Int>, _ scale: Float, _ out: UnsafeMutablePointer<Float>, _ memory: Memory
  ) {
    var column = columns.lowerBound
    if isBelow {
      while column < columns.upperBound {
        let t = 0x1.921fb6p+0 - (angle(column, memory) + 0x1.777a5cp-25)
        Lanes.store(turn(0x1.921fb6p+1 - (t + 0x1.777a5cp-24), scale), to: out + column)
        column &+= 8
      }
      return
    }
    while column < columns.upperBound {
      Lanes.store(turn(0x1.921fb6p+0 - (angle(column, memory) + 0x1.777a5cp-25), scale), to: out + column)
      column &+= 8
    }
  }

  /// Pixels of which none does, on one side.
  @inline(__always)
  private func finishFlat(_ count: Int, _ scale: Float, _ out: UnsafeMutablePointer<Float>, _ memory: Memory) {
    var column = 0
    if isBelow {
      while column < count {
        let t = 0x1.921fb6p+1 - (angle(column, memory) + 0x1.777a5cp-24)
        Lanes.store(turn(t, scale), to: out + column)
        column &+= 8
      }
      return
    }
    while column < count {
      Lanes.store(turn(angle(column, memory), scale), to: out + column)
      column &+= 8
    }
  }

  @inline(__always)
  private func turn(_ angle: Lane8, _ scale: Float) -> Lane8 { Lanes.fract(angle * scale - from) }
}
