import Lanes

extension GradientShader {
  /// Writes t of a row's pixels to its alphas.
  @inline(never)
  func writePlaces(_ rows: PaintRows, row number: Int) {
    let (x, count) = (rows.x, rows.width)
    let out = rows.row(number, plane: 3)
    let row = Double(rows.y + number) + 0.5
    switch place {
    case .linear(let a, let b, let c): write(LineRow(slope: a, rest: Float(row * b + c)), x, count, out)
    case .radial(let cx, let cy, let sx, let sy):
      let dy = Float((row - cy) * sy)
      write(CircleRow(middle: Float(cx), scale: sx, square: dy * dy), x, count, out)
    case .conic(let cx, let cy, let from):
      write(ConicRow(middle: Float(cx), up: Float(cy - row), from: from), x, count, out)
    case .plane(let plane, let law):
      switch law {
      case .rings(let scale, let offset):
        write(PlaneRow(plane, row, RingLaw(scale: scale, offset: offset)), x, count, out)
      case .rhombs(let scale, let offset):
        write(PlaneRow(plane, row, RhombLaw(scale: scale, offset: offset)), x, count, out)
      case .circles(let pair): write(PlaneRow(plane, row, pair), x, count, out)
      case .sweep(let sweep): write(PlaneRow(plane, row, sweep), x, count, out)
      }
    }
    guard let wrap else { return }
    var column = 0
    while column < count {
      Lanes.store(wrap.place(Lanes.load(out + column)), to: out + column)
      column &+= 8
    }
  }

  @inline(__always)
  private func write<Row: PlaceRow>(_ law: Row, _ x: Int, _ count: Int, _ out: UnsafeMutablePointer<Float>) {
    // Whole numbers and a half, so that steps of eight are exact.
    var center = Lane8(repeating: Float(x) + 0.5) + Lanes.ramp
    var column = 0
    while column < count {
      Lanes.store(law.place(center), to: out + column)
      center += 8
      column &+= 8
    }
  }
}

/// t along a row of pixels, by the columns of their centres.
private protocol PlaceRow {
  func place(_ centers: Lane8) -> Lane8
}

private struct LineRow: PlaceRow {
  let slope: Float
  let rest: Float
  @inline(__always) func place(_ centers: Lane8) -> Lane8 { centers * slope + rest }
}

private struct CircleRow: PlaceRow {
  let middle: Float
  let scale: Float
  let square: Float
  @inline(__always) func place(_ centers: Lane8) -> Lane8 {
    let dx = (centers - middle) * scale
    return Lanes.sqrt(dx * dx + square)
  }
}

/// Of a turn that repeats: those that do not are coloured by `ConicGradientRows`.
private struct ConicRow: PlaceRow {
  let middle: Float
  let up: Float
  let from: Float
  @inline(__always) func place(_ centers: Lane8) -> Lane8 {
    Lanes.fract(Lanes.atan2(y: centers - middle, x: Lane8(repeating: up)) * Float(0.5 / Double.pi) - from)
  }
}

private struct PlaneRow<Law: PlaneLaw>: PlaceRow {
  private let middle, ux, vx, u0, v0: Float
  private let law: Law

  @inline(__always)
  init(_ plane: GradientGeometry.Plane, _ row: Double, _ law: Law) {
    (middle, ux, vx) = (Float(plane.cx), Float(plane.ux), Float(plane.vx))
    (u0, v0) = (Float((row - plane.cy) * plane.uy), Float((row - plane.cy) * plane.vy))
    self.law = law
  }

  @inline(__always) func place(_ centers: Lane8) -> Lane8 {
    let dx = centers - middle
    return law.place(dx * ux + u0, dx * vx + v0)
  }
}
