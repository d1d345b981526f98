import Lanes

/// A gradient between two circles, as the radial gradient of an HTML canvas defines it. A family of circles, whose centres and
/// radii are linear in a parameter ω, leads from the first circle (ω = 0) to the second (ω = 1) and beyond both. A point takes
/// its colour from the circle with the greatest ω that passes through it and whose radius is not negative; t is that ω.
///
/// The circle of parameter ω has its centre at ω·d and the radius r₀ + ω·ρ, for the vector d from the first centre to the
/// second, the first radius r₀ and the difference ρ of the radii. The circle passes through the point p where ω²·a − 2ω·b + c = 0 with
/// a = |d|² − ρ², b = p·d + r₀ρ and c = |p|² − r₀². The equation's discriminant is written as a difference of two squares, |ρp + r₀d|² −
/// (p × d)², which loses fewer digits. Points that no circle passes through are transparent.
/// Cost: some 40 operations for eight pixels, among them a root and a division.
struct TwoPointConical: Sendable, ParameterFunction {
  /// d, r₀ and ρ.
  private let du, dv, startRadius, radiusGrowth: Float
  /// 1 ÷ a; 0 where a is so small that the equation is linear.
  private let inverseA: Float

  /// All lengths are in units of the largest of them; u and v are relative to the first circle's centre. (du, dv) is d, `startRadius`
  /// and `endRadius` are the radii of the two circles.
  init(du: Double, dv: Double, startRadius: Double, endRadius: Double) {
    let radiusGrowth = endRadius - startRadius
    let a = du * du + dv * dv - radiusGrowth * radiusGrowth
    self.du = Float(du)
    self.dv = Float(dv)
    self.startRadius = Float(startRadius)
    self.radiusGrowth = Float(radiusGrowth)
    inverseA = a.magnitude > 1e-6 ? Float(1 / a) : 0
  }

  /// The parameter of a point without a colour: below `ColorCurve.noColorBelow`.
  static let noColor: Float = -0x1p110

  @inline(__always)
  func parameter(_ u: Float8, _ v: Float8) -> Float8 {
    let b = u * du + v * dv + startRadius * radiusGrowth
    let c = u * u + v * v - startRadius * startRadius
    let none = Float8(repeating: Self.noColor)
    if inverseA == 0 {
      let divisor = b + b
      let solution = c / divisor.replacing(with: 1, where: divisor .== 0)
      return Lanes.select((divisor .!= 0) .& (solution * radiusGrowth + startRadius .>= 0), solution, none)
    }
    let p = u * radiusGrowth + startRadius * du
    let q = v * radiusGrowth + startRadius * dv
    let cross = u * dv - v * du
    let discriminant = p * p + q * q - cross * cross
    let root = Lanes.sqrt(Lanes.max(discriminant, 0))
    // b plus the root with b's sign, a sum without cancellation, gives both solutions: sum ÷ a and c ÷ sum.
    let sum = b + Lanes.copySign(root, b)
    let first = sum * inverseA
    let second = c / sum.replacing(with: 1, where: sum .== 0)
    let greater = Lanes.max(first, second)
    let smaller = Lanes.min(first, second)
    let solution = Lanes.select(greater * radiusGrowth + startRadius .>= 0, greater, smaller)
    return Lanes.select((discriminant .>= 0) .& (solution * radiusGrowth + startRadius .>= 0), solution, none)
  }
}
