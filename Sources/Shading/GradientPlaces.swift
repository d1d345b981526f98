import Lanes

extension GradientShader {
  /// Writes t of `count` pixels (a multiple of 8) of row `y` from column `x` on.
  @inline(never)
  func writePlaces(x: Int, y: Int, count: Int, to out: UnsafeMutablePointer<Float>) {
    let row = Double(y) + 0.5
    switch place {
    case .linear(let a, let b, let c):
      let rest = Float(row * b + c)
      forEachBlock(x, count) { column, center in Lanes.store(center * a + rest, to: out + column) }
    case .radial(let cx, let cy, let sx, let sy):
      let dy = Float((row - cy) * sy)
      let (middle, square) = (Float(cx), dy * dy)
      forEachBlock(x, count) { column, center in
        let dx = (center - middle) * sx
        Lanes.store(Lanes.sqrt(dx * dx + square), to: out + column)
      }
    case .conic(let cx, let cy, let from):
      // atan2(x, −y) counts from up, clockwise.
      let up = Lane8(repeating: Float(cy - row))
      let middle = Float(cx)
      forEachBlock(x, count) { column, center in
        let turn = Lanes.atan2(y: center - middle, x: up) * Float(0.5 / Double.pi) - from
        Lanes.store(Lanes.fract(turn), to: out + column)
      }
    case .plane(let plane, let law):
      let (u0, v0) = (Float((row - plane.cy) * plane.uy), Float((row - plane.cy) * plane.vy))
      let (ux, vx, middle) = (Float(plane.ux), Float(plane.vx), Float(plane.cx))
      /// Every law has a loop of its own.
      @inline(__always) func write(_ place: (_ u: Lane8, _ v: Lane8) -> Lane8) {
        forEachBlock(x, count) { column, center in
          let dx = center - middle
          Lanes.store(place(dx * ux + u0, dx * vx + v0), to: out + column)
        }
      }
      switch law {
      case .rings(let scale, let offset): write { Lanes.sqrt($0 * $0 + $1 * $1) * scale + offset }
      case .rhombs(let scale, let offset): write { (Lanes.abs($0) + Lanes.abs($1)) * scale + offset }
      case .circles(let pair): write { pair.place($0, $1) }
      case .sweep(let sweep): write { sweep.place($0, $1) }
      }
    }
    guard let wrap else { return }
    var column = 0
    while column < count {
      Lanes.store(wrap.place(Lanes.load(out + column)), to: out + column)
      column &+= 8
    }
  }

  /// Calls `body` with the column, counted from `x`, and the centres of each block.
  @inline(__always)
  private func forEachBlock(_ x: Int, _ count: Int, _ body: (_ column: Int, _ centers: Lane8) -> Void) {
    // Whole numbers and a half, so that steps of eight are exact.
    var center = Lane8(repeating: Float(x) + 0.5) + Lanes.ramp
    var column = 0
    while column < count {
      body(column, center)
      center += 8
      column &+= 8
    }
  }
}
