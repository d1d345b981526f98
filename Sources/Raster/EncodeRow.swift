import Lanes

/// One row of a tile after the output transform: encoded values in 0...1, one plane after the other.
///
/// Eight columns of room on the left hold the neighbours of the first pixel for the chroma filter.
struct EncodedRow {
  static let leftRoom = 8

  let base: UnsafeMutablePointer<Float>
  /// Floats from a plane to the next.
  let planeStride: Int

  /// Floats that a row of `width` pixels and `planes` planes takes.
  static func floatCount(width: Int, planes: Int) -> Int { planes * planeStride(width: width) }
  static func planeStride(width: Int) -> Int { (width + 7) / 8 * 8 + 2 * leftRoom }

  init(_ memory: UnsafeMutablePointer<Float>, width: Int) {
    base = memory + Self.leftRoom
    planeStride = Self.planeStride(width: width)
  }

  @inline(__always)
  func plane(_ index: Int) -> UnsafeMutablePointer<Float> { base + index * planeStride }
}

extension OutputTransform {
  /// Encodes pixels `from` ..< `to` of a row of light into the same places; with `hasAlpha` as straight colour and a
  /// fourth plane of alpha.
  ///
  /// Straight colour: light that lies above its alpha (an added glow) raises the alpha to itself first.
  func encode(_ light: LightRow, from: Int, to: Int, into output: EncodedRow, hasAlpha: Bool) {
    switch kind {
    case .encoded: encodePixels(light, from, to, output, hasAlpha, EncodedInput())
    case .clamped(let scale): encodePixels(light, from, to, output, hasAlpha, LightInput<ClampCurve>(scale))
    case .filmic(let scale): encodePixels(light, from, to, output, hasAlpha, LightInput<FilmicCurve>(scale))
    case .aces(let scale): encodePixels(light, from, to, output, hasAlpha, LightInput<AcesCurve>(scale))
    }
  }
}

/// What a tile's values are and how they become encoded ones, in two steps with the division by alpha between them.
protocol InputKind {
  func toneMapped(_ x: Lane8) -> Lane8
  /// The same of three channels.
  func toneMapped(_ red: Lane8, _ green: Lane8, _ blue: Lane8) -> (Lane8, Lane8, Lane8)
  /// What of the second step takes long, and the rest of it.
  func root(_ x: Lane8) -> Lane8
  func encoded(_ x: Lane8, root: Lane8) -> Lane8
}

extension InputKind {
  @_transparent
  func toneMapped(_ red: Lane8, _ green: Lane8, _ blue: Lane8) -> (Lane8, Lane8, Lane8) {
    (toneMapped(red), toneMapped(green), toneMapped(blue))
  }

  @inline(__always) func encoded(_ x: Lane8) -> Lane8 { encoded(x, root: root(x)) }
}

struct EncodedInput: InputKind {
  @inline(__always) func toneMapped(_ x: Lane8) -> Lane8 { unit(x) }
  @inline(__always) func root(_ x: Lane8) -> Lane8 { x }
  @inline(__always) func encoded(_ x: Lane8, root: Lane8) -> Lane8 { x }
}

struct LightInput<Curve: ToneCurve>: InputKind {
  let exposure: Float
  @inline(__always) init(_ exposure: Float) { self.exposure = exposure }
  @inline(__always) func toneMapped(_ x: Lane8) -> Lane8 { Curve.map(x * exposure) }

  /// Most pictures are dark in most places: a curve's division is left out where none of eight pixels needs it.
  @_transparent
  func toneMapped(_ red: Lane8, _ green: Lane8, _ blue: Lane8) -> (Lane8, Lane8, Lane8) {
    let (r, g, b) = (red * exposure, green * exposure, blue * exposure)
    if let knee = Curve.knee, !Lanes.anyAbove(Lanes.max(Lanes.max(r, g), b), knee) {
      return (Lanes.max(r, 0), Lanes.max(g, 0), Lanes.max(b, 0))
    }
    return (Curve.map(r), Curve.map(g), Curve.map(b))
  }
  @inline(__always) func root(_ x: Lane8) -> Lane8 { fourthRoot(x) }
  @inline(__always) func encoded(_ x: Lane8, root: Lane8) -> Lane8 { encodeSRGB(x, fourthRoot: root) }
}

@inline(__always)
private func encodePixels<Kind: InputKind>(
  _ light: LightRow, _ first: Int, _ end: Int, _ output: EncodedRow, _ hasAlpha: Bool, _ kind: Kind
) {
  var column = first
  while column < end {
    let onto = output.base + column
    let left = end - column
    var mappedRed = kind.toneMapped(light.load(0, column, left))
    var mappedGreen = kind.toneMapped(light.load(1, column, left))
    var mappedBlue = kind.toneMapped(light.load(2, column, left))
    if hasAlpha {
      let alpha = Lanes.max(
        unit(light.load(3, column, left)), Lanes.max(Lanes.max(mappedRed, mappedGreen), mappedBlue))
      let divisor = Lanes.select(alpha .> 0, alpha, Lane8(repeating: 1))
      mappedRed /= divisor
      mappedGreen /= divisor
      mappedBlue /= divisor
      Lanes.store(alpha, to: onto + 3 * output.planeStride)
    }
    Lanes.store(kind.encoded(mappedRed), to: onto)
    Lanes.store(kind.encoded(mappedGreen), to: onto + output.planeStride)
    Lanes.store(kind.encoded(mappedBlue), to: onto + 2 * output.planeStride)
    column += 8
  }
}
