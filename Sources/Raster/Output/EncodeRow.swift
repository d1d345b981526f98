import Lanes

/// One row of a tile after the output transform: encoded values in 0...1, one plane after the other.
///
/// Eight columns of room on the left hold the neighbours of the first pixel for the chroma filter, eight on the right what
/// is left of the last block.
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
  /// Encodes blocks of a row of light into the same places; with `hasAlpha` as straight colour and a fourth plane of alpha.
  /// The rows must not overlap.
  ///
  /// Straight colour: light that lies above its alpha (an added glow) raises the alpha to itself first.
  @inline(__always)
  func encode<Selection: Blocks>(_ light: LinearRow, _ blocks: Selection, into output: EncodedRow, hasAlpha: Bool) {
    switch kind {
    case .encoded: encodeBlocks(light, blocks, output, hasAlpha, EncodedInput())
    case .clamped(let scale): encodeBlocks(light, blocks, output, hasAlpha, LightInput<ClampCurve>(scale))
    case .filmic(let scale): encodeBlocks(light, blocks, output, hasAlpha, LightInput<FilmicCurve>(scale))
    case .aces(let scale): encodeBlocks(light, blocks, output, hasAlpha, LightInput<AcesCurve>(scale))
    }
  }
}

/// What a tile's values are and how they become encoded ones, in two steps with the division by alpha between them.
protocol InputKind {
  func toneMapped(_ x: Lane8) -> Lane8
  /// The same of two neighbouring blocks.
  func toneMapped(_ first: Lane8, _ second: Lane8) -> (Lane8, Lane8)
  func encoded(_ x: Lane8) -> Lane8
  /// The same in two steps, of which the first takes long.
  func root(_ x: Lane8) -> Lane8
  func encoded(_ x: Lane8, root: Lane8) -> Lane8
}

struct EncodedInput: InputKind {
  @inline(__always) func toneMapped(_ x: Lane8) -> Lane8 { unit(x) }
  @_transparent func toneMapped(_ first: Lane8, _ second: Lane8) -> (Lane8, Lane8) { (unit(first), unit(second)) }
  @inline(__always) func encoded(_ x: Lane8) -> Lane8 { x }
  @_transparent func root(_ x: Lane8) -> Lane8 { x }
  @_transparent func encoded(_ x: Lane8, root: Lane8) -> Lane8 { x }
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
  @_transparent func root(_ x: Lane8) -> Lane8 { rootForSRGB(x) }
  @_transparent func encoded(_ x: Lane8, root: Lane8) -> Lane8 { encodeSRGB(x, root: root) }
}

@inline(__always)
private func encodeBlocks<Kind: InputKind, Selection: Blocks>(
  _ light: LinearRow, _ blocks: Selection, _ output: EncodedRow, _ hasAlpha: Bool, _ kind: Kind
) {
  if hasAlpha { return encodeStraight(light, blocks, output, kind) }
  for plane in 0..<3 {
    let (from, onto) = (light.base + plane &* light.planeStride, output.base + plane &* output.planeStride)
    if light.repeatsItself {
      encodeRepeatingPlane(from, blocks, onto, kind)
    } else {
      encodePlane(from, blocks, onto, kind)
    }
  }
}

/// One plane of a row at a time, since with three colours in a round the registers run out. The roots of a round are for the
/// next one: what waits for a root then keeps the processor's window from no other work (a sixth faster).
@inline(never)
private func encodePlane<Kind: InputKind, Selection: Blocks>(
  _ light: UnsafeMutablePointer<Float>, _ blocks: Selection, _ output: UnsafeMutablePointer<Float>, _ kind: Kind
) {
  var index = 2
  if index <= blocks.count {
    var (first, second) = (blocks.column(0), blocks.column(1))
    var mapped = kind.toneMapped(Lanes.load(light + first), Lanes.load(light + second))
    var roots = (kind.root(mapped.0), kind.root(mapped.1))
    while index &+ 2 <= blocks.count {
      let (third, fourth) = (blocks.column(index), blocks.column(index &+ 1))
      let next = kind.toneMapped(Lanes.load(light + third), Lanes.load(light + fourth))
      let nextRoots = (kind.root(next.0), kind.root(next.1))
      Lanes.store(kind.encoded(mapped.0, root: roots.0), to: output + first)
      Lanes.store(kind.encoded(mapped.1, root: roots.1), to: output + second)
      (first, second, mapped, roots) = (third, fourth, next, nextRoots)
      index &+= 2
    }
    Lanes.store(kind.encoded(mapped.0, root: roots.0), to: output + first)
    Lanes.store(kind.encoded(mapped.1, root: roots.1), to: output + second)
  }
  if blocks.count & 1 != 0 { encodeBlock(light, blocks.column(blocks.count &- 1), output, kind) }
}

@inline(__always)
private func encodeBlock<Kind: InputKind>(
  _ light: UnsafeMutablePointer<Float>, _ column: Int, _ output: UnsafeMutablePointer<Float>, _ kind: Kind
) {
  Lanes.store(kind.encoded(kind.toneMapped(Lanes.load(light + column))), to: output + column)
}

/// The same of a row of a sky or a wall: what is the same as the blocks before need not be done again.
@inline(never)
private func encodeRepeatingPlane<Kind: InputKind, Selection: Blocks>(
  _ light: UnsafeMutablePointer<Float>, _ blocks: Selection, _ output: UnsafeMutablePointer<Float>, _ kind: Kind
) {
  var index = 0
  var (lastFirst, lastSecond) = (0, 0)
  while index &+ 2 <= blocks.count {
    let (first, second) = (blocks.column(index), blocks.column(index &+ 1))
    let (a, b) = (Lanes.load(light + first), Lanes.load(light + second))
    if index > 0 && Lanes.haveSameBits(a, Lanes.load(light + lastFirst), b, Lanes.load(light + lastSecond)) {
      let (before, after) = (Lanes.load(output + lastFirst), Lanes.load(output + lastSecond))
      Lanes.store(before, to: output + first)
      Lanes.store(after, to: output + second)
    } else {
      let mapped = kind.toneMapped(a, b)
      Lanes.store(kind.encoded(mapped.0), to: output + first)
      Lanes.store(kind.encoded(mapped.1), to: output + second)
    }
    (lastFirst, lastSecond) = (first, second)
    index &+= 2
  }
  if index < blocks.count { encodeBlock(light, blocks.column(index), output, kind) }
}

@inline(never)
private func encodeStraight<Kind: InputKind, Selection: Blocks>(
  _ light: LinearRow, _ blocks: Selection, _ output: EncodedRow, _ kind: Kind
) {
  for index in 0..<blocks.count {
    let column = blocks.column(index)
    let onto = output.base + column
    var mappedRed = kind.toneMapped(light.load(0, column))
    var mappedGreen = kind.toneMapped(light.load(1, column))
    var mappedBlue = kind.toneMapped(light.load(2, column))
    let alpha = Lanes.max(
      unit(light.load(3, column)), Lanes.max(Lanes.max(mappedRed, mappedGreen), mappedBlue))
    let divisor = Lanes.select(alpha .> 0, alpha, Lane8(repeating: 1))
    mappedRed /= divisor
    mappedGreen /= divisor
    mappedBlue /= divisor
    Lanes.store(alpha, to: onto + 3 * output.planeStride)
    Lanes.store(kind.encoded(mappedRed), to: onto)
    Lanes.store(kind.encoded(mappedGreen), to: onto + output.planeStride)
    Lanes.store(kind.encoded(mappedBlue), to: onto + 2 * output.planeStride)
  }
}
