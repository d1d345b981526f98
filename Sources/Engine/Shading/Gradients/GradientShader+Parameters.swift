import Lanes

extension GradientShader {
  /// Writes the parameters of a row's pixels, wrapped if the gradient wraps, to the row's alpha plane, where the caller reads them before
  /// it writes alpha. `row` is counted from the first of `rows`.
  @inline(never)
  func writeParameters(_ rows: PaintRows, row: Int) {
    let (x, count) = (rows.x, rows.width)
    let out = rows.row(row, plane: 3)
    let y = Double(rows.y + row) + 0.5
    switch geometry {
    case .linear(let a, let b, let c): write(LinearParameters(slope: a, constant: Float(y * b + c)), x, count, out)
    case .radial(let cx, let cy, let sx, let sy):
      let dy = Float((y - cy) * sy)
      write(RadialParameters(center: Float(cx), scale: sx, square: dy * dy), x, count, out)
    case .conic(let cx, let cy, let from):
      write(ConicParameters(center: Float(cx), up: Float(cy - y), from: from), x, count, out)
    case .mapped(let map, let function):
      switch function {
      case .radial(let scale, let offset):
        write(MappedParameters(map, y, RadialFunction(scale: scale, offset: offset)), x, count, out)
      case .diamond(let scale, let offset):
        write(MappedParameters(map, y, DiamondFunction(scale: scale, offset: offset)), x, count, out)
      case .twoPointConical(let function): write(MappedParameters(map, y, function), x, count, out)
      case .sweep(let function): write(MappedParameters(map, y, function), x, count, out)
      }
    }
    guard let wrap else { return }
    var column = 0
    while column < count {
      Lanes.store(wrap.wrapped(Lanes.load(out + column)), to: out + column)
      column &+= 8
    }
  }

  /// Writes the parameters of `count` pixels, whole blocks, from the frame's column `x` on.
  @inline(__always)
  private func write<Parameters: RowParameters>(
    _ parameters: Parameters, _ x: Int, _ count: Int, _ out: UnsafeMutablePointer<Float>
  ) {
    // Whole numbers and a half, so that steps of eight are exact.
    var centers = Float8(repeating: Float(x) + 0.5) + Lanes.laneNumbers
    var column = 0
    while column < count {
      Lanes.store(parameters.parameter(centers), to: out + column)
      centers += 8
      column &+= 8
    }
  }
}

/// The parameter along a row of pixels, as a function of their centres' x in the frame. In the types below `center` is the cx of
/// `GradientGeometry`.
private protocol RowParameters {
  func parameter(_ centers: Float8) -> Float8
}

/// x·slope + constant
private struct LinearParameters: RowParameters {
  let slope: Float
  let constant: Float
  @inline(__always) func parameter(_ centers: Float8) -> Float8 { centers * slope + constant }
}

/// The length of the vector with the components (x − center)·scale and the row's scaled distance from the centre.
private struct RadialParameters: RowParameters {
  let center: Float
  let scale: Float
  /// The square of the row's scaled distance from the centre.
  let square: Float
  @inline(__always) func parameter(_ centers: Float8) -> Float8 {
    let dx = (centers - center) * scale
    return Lanes.sqrt(dx * dx + square)
  }
}

/// The angle around the centre in turns clockwise from up, minus `from`, for conic gradients that wrap. (`ConicGradientRows` colours
/// those that do not.) `up` is the row's distance above the centre.
private struct ConicParameters: RowParameters {
  let center: Float
  let up: Float
  let from: Float
  @inline(__always) func parameter(_ centers: Float8) -> Float8 {
    Lanes.fract(Lanes.atan2(y: centers - center, x: Float8(repeating: up)) * Float(0.5 / Double.pi) - from)
  }
}

/// A function of u = (x − center)·ux + u0 and v = (x − center)·vx + v0.
private struct MappedParameters<Function: ParameterFunction>: RowParameters {
  private let center, ux, vx, u0, v0: Float
  private let function: Function

  @inline(__always)
  init(_ map: GradientGeometry.AffineMapping, _ y: Double, _ function: Function) {
    (center, ux, vx) = (Float(map.cx), Float(map.ux), Float(map.vx))
    (u0, v0) = (Float((y - map.cy) * map.uy), Float((y - map.cy) * map.vy))
    self.function = function
  }

  @inline(__always) func parameter(_ centers: Float8) -> Float8 {
    let dx = centers - center
    return function.parameter(dx * ux + u0, dx * vx + v0)
  }
}
