import Lanes
import Raster

/// Eight pixels on their way through the steps of a program.
struct ColorPixels {
  var red: Float8
  var green: Float8
  var blue: Float8
  var alpha: Float8
  /// Alpha where colours are premultiplied, otherwise 1.
  let unit: Float8
  /// Frame column of the first pixel.
  let x: Float
  /// Frame row of the pixels.
  let y: Float

  /// Multiplies red, green and blue.
  @inline(__always)
  mutating func scale(by factor: Float8) {
    red *= factor
    green *= factor
    blue *= factor
  }

  /// Multiplies red, green and blue.
  @inline(__always)
  mutating func scale(by factor: Float) {
    red *= factor
    green *= factor
    blue *= factor
  }

  @inline(__always)
  mutating func cover() {
    alpha = Lanes.min(Lanes.max(Lanes.max(Lanes.max(red, green), blue), alpha), 1)
  }

  @inline(__always)
  mutating func clamp() {
    red = Lanes.clamp(red, Float8(), unit)
    green = Lanes.clamp(green, Float8(), unit)
    blue = Lanes.clamp(blue, Float8(), unit)
  }

  @inline(__always)
  mutating func clampBelow() {
    red = Lanes.max(red, 0)
    green = Lanes.max(green, 0)
    blue = Lanes.max(blue, 0)
  }

  @inline(__always)
  mutating func straighten() {
    scale(by: 1 / Lanes.max(alpha, 1e-30))
  }

  @inline(__always)
  mutating func premultiply() {
    scale(by: alpha)
  }

  /// Encodes colours; light above white is divided by its greatest channel.
  ///
  /// - Returns: the divisor, 1 or above, which `decode` multiplies by.
  @inline(__always)
  mutating func encode() -> Float8 {
    let excess = Lanes.max(Lanes.max(Lanes.max(red, green), blue), 1)
    let inverse = 1 / excess
    red = encodeSRGB(Lanes.clamp(red * inverse, 0, 1))
    green = encodeSRGB(Lanes.clamp(green * inverse, 0, 1))
    blue = encodeSRGB(Lanes.clamp(blue * inverse, 0, 1))
    return excess
  }

  @inline(__always)
  mutating func decode(excess: Float8) {
    red = decodeSRGB(red) * excess
    green = decodeSRGB(green) * excess
    blue = decodeSRGB(blue) * excess
  }
}

/// Red, green and blue times a factor.
struct ScaleStep {
  let factor: Float

  @inline(__always)
  func apply(to pixels: inout ColorPixels) { pixels.scale(by: factor) }
}

/// Red, green and blue each times a factor of its own, plus an offset for each.
struct DiagonalStep {
  let factors: SIMD3<Float>
  let offset: SIMD3<Float>

  @inline(__always)
  func apply(to pixels: inout ColorPixels) {
    pixels.red = pixels.red * factors.x + pixels.unit * offset.x
    pixels.green = pixels.green * factors.y + pixels.unit * offset.y
    pixels.blue = pixels.blue * factors.z + pixels.unit * offset.z
  }
}

/// A matrix: the factors of the old red, green and blue in the new ones.
struct MatrixStep {
  let red: SIMD3<Float>
  let green: SIMD3<Float>
  let blue: SIMD3<Float>

  @inline(__always)
  func apply(to pixels: inout ColorPixels) {
    let (r, g, b) = (pixels.red, pixels.green, pixels.blue)
    pixels.red = (r * red.x + g * red.y) + b * red.z
    pixels.green = (r * green.x + g * green.y) + b * green.z
    pixels.blue = (r * blue.x + g * blue.y) + b * blue.z
  }
}

/// A matrix and an offset.
struct AffineStep {
  let matrix: MatrixStep
  let offset: SIMD3<Float>

  @inline(__always)
  func apply(to pixels: inout ColorPixels) {
    let (r, g, b, unit) = (pixels.red, pixels.green, pixels.blue, pixels.unit)
    let (red, green, blue) = (matrix.red, matrix.green, matrix.blue)
    pixels.red = (r * red.x + g * red.y) + (b * red.z + unit * offset.x)
    pixels.green = (r * green.x + g * green.y) + (b * green.z + unit * offset.y)
    pixels.blue = (r * blue.x + g * blue.y) + (b * blue.z + unit * offset.z)
  }
}

/// Opacity times a factor: all four channels of premultiplied colours, only alpha of straight ones.
struct FadeStep {
  let factor: Float

  @inline(__always)
  func applyPremultiplied(to pixels: inout ColorPixels) {
    pixels.scale(by: factor)
    pixels.alpha *= factor
  }

  @inline(__always)
  func applyStraight(to pixels: inout ColorPixels) { pixels.alpha *= factor }
}

/// A table of the values of a function at the ends of equal intervals of 0...1.
struct ColorTable {
  static let intervals = 1024
  /// Floats from one table to the next: the values at both ends of each interval, rounded up to a multiple of eight.
  static let stride = intervals + 8

  /// Index of the table's first value among those of all tables of the program.
  let offset: Int32

  /// The function's values at eight locations of 0...1, interpolated linearly.
  @inline(__always)
  func values(at location: Float8, in tables: UnsafeMutablePointer<Float>) -> Float8 {
    let table = tables + Int(offset)
    let position = Lanes.clamp(location, 0, 1) * Float(Self.intervals)
    let indices = Lanes.truncateInRange(position)
    let fraction = position - Lanes.float(indices)
    var (low, high) = (Float8(), Float8())
    for lane in 0..<8 {
      let entry = table + Int(indices[lane])
      low[lane] = entry[0]
      high[lane] = entry[1]
    }
    return low + (high - low) * fraction
  }
}
