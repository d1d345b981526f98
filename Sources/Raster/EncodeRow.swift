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
  /// Encodes pixels `from` ..< `to` of a row of light into the same places, in whole blocks of eight (what lies behind
  /// `to` then means nothing); with `hasAlpha` as straight colour and a fourth plane of alpha. The rows must not overlap.
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
  /// The same of two neighbouring blocks.
  func toneMapped(_ first: Lane8, _ second: Lane8) -> (Lane8, Lane8)
  func encoded(_ x: Lane8) -> Lane8
}

struct EncodedInput: InputKind {
  @inline(__always) func toneMapped(_ x: Lane8) -> Lane8 { unit(x) }
  @_transparent func toneMapped(_ first: Lane8, _ second: Lane8) -> (Lane8, Lane8) { (unit(first), unit(second)) }
  @inline(__always) func encoded(_ x: Lane8) -> Lane8 { x }
}

struct LightInput<Curve: ToneCurve>: InputKind {
  let exposure: Float
  @inline(__always) init(_ exposure: Float) { self.exposure = exposure }
  @inline(__always) func toneMapped(_ x: Lane8) -> Lane8 { Curve.map(x * exposure) }

  /// Most pictures are dark in most places: a curve's division is left out where none of the pixels needs it.
  @_transparent
  func toneMapped(_ first: Lane8, _ second: Lane8) -> (Lane8, Lane8) {
    let (a, b) = (first * exposure, second * exposure)
    if let knee = Curve.knee, !Lanes.anyAbove(Lanes.max(a, b), knee) { return (Lanes.max(a, 0), Lanes.max(b, 0)) }
    return (Curve.map(a), Curve.map(b))
  }
  @inline(__always) func encoded(_ x: Lane8) -> Lane8 { encodeSRGB(x) }
}

@inline(__always)
private func encodePixels<Kind: InputKind>(
  _ light: LightRow, _ first: Int, _ end: Int, _ output: EncodedRow, _ hasAlpha: Bool, _ kind: Kind
) {
  if hasAlpha { return encodeStraight(light, first, end, output, kind) }
  for plane in 0..<3 {
    encodePlane(light.base + plane &* light.planeStride, first, end, output.base + plane &* output.planeStride, kind)
  }
}

/// One plane of a row at a time: a short loop whose rounds do not wait for one another keeps the square roots busy; with three
/// colours in a round the registers run out.
@inline(never)
private func encodePlane<Kind: InputKind>(
  _ light: UnsafeMutablePointer<Float>, _ first: Int, _ end: Int, _ output: UnsafeMutablePointer<Float>, _ kind: Kind
) {
  var column = first
  while column &+ 16 <= end {
    let source = light + column
    let target = output + column
    let (a, b) = (Lanes.load(source), Lanes.load(source + 8))
    // Skies, walls and nights repeat themselves: what is the same as the pixels before need not be done again.
    if column > first && Lanes.haveSameBits(a, Lanes.load(source - 16), b, Lanes.load(source - 8)) {
      let (before, after) = (Lanes.load(target - 16), Lanes.load(target - 8))
      Lanes.store(before, to: target)
      Lanes.store(after, to: target + 8)
    } else {
      let mapped = kind.toneMapped(a, b)
      Lanes.store(kind.encoded(mapped.0), to: target)
      Lanes.store(kind.encoded(mapped.1), to: target + 8)
    }
    column &+= 16
  }
  while column < end {
    let left = end &- column
    let values = left >= 8 ? Lanes.load(light + column) : loadPartial(light + column, left)
    Lanes.store(kind.encoded(kind.toneMapped(values)), to: output + column)
    column &+= 8
  }
}

@inline(never)
private func encodeStraight<Kind: InputKind>(
  _ light: LightRow, _ first: Int, _ end: Int, _ output: EncodedRow, _ kind: Kind
) {
  var column = first
  while column < end {
    let onto = output.base + column
    let left = end - column
    var mappedRed = kind.toneMapped(light.load(0, column, left))
    var mappedGreen = kind.toneMapped(light.load(1, column, left))
    var mappedBlue = kind.toneMapped(light.load(2, column, left))
    let alpha = Lanes.max(
      unit(light.load(3, column, left)), Lanes.max(Lanes.max(mappedRed, mappedGreen), mappedBlue))
    let divisor = Lanes.select(alpha .> 0, alpha, Lane8(repeating: 1))
    mappedRed /= divisor
    mappedGreen /= divisor
    mappedBlue /= divisor
    Lanes.store(alpha, to: onto + 3 * output.planeStride)
    Lanes.store(kind.encoded(mappedRed), to: onto)
    Lanes.store(kind.encoded(mappedGreen), to: onto + output.planeStride)
    Lanes.store(kind.encoded(mappedBlue), to: onto + 2 * output.planeStride)
    column += 8
  }
}
