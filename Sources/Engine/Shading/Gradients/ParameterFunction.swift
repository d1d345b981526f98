import Lanes

/// The parameter t of a gradient as a function of (u, v), for eight pixels.
protocol ParameterFunction {
  func parameter(_ u: Float8, _ v: Float8) -> Float8
}

/// |(u, v)|·scale + offset
struct RadialFunction: ParameterFunction {
  let scale: Float
  let offset: Float
  @inline(__always) func parameter(_ u: Float8, _ v: Float8) -> Float8 { Lanes.sqrt(u * u + v * v) * scale + offset }
}

/// (|u| + |v|)·scale + offset
struct DiamondFunction: ParameterFunction {
  let scale: Float
  let offset: Float
  @inline(__always) func parameter(_ u: Float8, _ v: Float8) -> Float8 {
    (Lanes.abs(u) + Lanes.abs(v)) * scale + offset
  }
}
