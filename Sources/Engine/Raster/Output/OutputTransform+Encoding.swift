import Lanes

extension OutputTransform {
  /// Encodes blocks of a row of a tile into the same columns of `output`, whose memory must not overlap the row's memory. With
  /// `hasAlpha` the result has a fourth plane, alpha, and its colours have the encoding's `alphaForm`. Only this function chooses
  /// the loop for a tone map of channels.
  ///
  /// If a tone-mapped colour exceeds its alpha, as an added glow does, alpha is raised to the colour's largest channel before
  /// straight colours are divided by alpha.
  @inline(__always)
  func encode<Selection: BlockSelection>(
    _ input: FloatRow, _ blocks: Selection, into output: EncodedRow, hasAlpha: Bool
  ) {
    if colorEncoding.dynamicRange.isHigh { return encodeHDR(input, blocks, into: output, hasAlpha: hasAlpha) }
    let form = hasAlpha ? colorEncoding.alphaForm : nil
    if inputIsEncoded { return encodeBlocks(input, blocks, output, form, ClampingEncoder()) }
    if mapsColors { return encodeColors(input, blocks, output, form) }
    switch toneMap {
    case .filmic: encodeBlocks(input, blocks, output, form, LinearEncoder<FilmicCurve>(exposureScale))
    case .aces: encodeBlocks(input, blocks, output, form, LinearEncoder<AcesCurve>(exposureScale))
    case .none, .neutral, .agx: encodeBlocks(input, blocks, output, form, LinearEncoder<ClampCurve>(exposureScale))
    }
  }
}

extension OutputTransform {
  // Not inlined: what is rare would slow down the loops for the other tone maps.
  @inline(never)
  private func encodeColors<Selection: BlockSelection>(
    _ input: FloatRow, _ blocks: Selection, _ output: EncodedRow, _ form: AlphaForm?
  ) {
    withColorCurve(ColorRow(input: input, blocks: blocks, output: output, alphaForm: form, exposure: exposureScale))
  }
}

/// Applies exposure and tone map to a tile's values, before they are laid over a background or encoded.
protocol ToneMapper {
  /// Returns a tile's colour after exposure and tone map.
  func toneMapped(_ color: LaneRGB) -> LaneRGB
}

/// Applies exposure and a tone map whose channels depend on each other.
struct ColorMapper<Curve: ColorToneCurve>: ToneMapper {
  let curve: Curve
  /// Factor of the light.
  let exposure: Float

  @inline(__always)
  init(_ curve: Curve, _ exposure: Float) { (self.curve, self.exposure) = (curve, exposure) }

  @inline(__always)
  func toneMapped(_ color: LaneRGB) -> LaneRGB { curve.map(color.map { $0 * exposure }) }
}

/// Encodes a tile's values in two steps: tone map, then sRGB curve. Straight colours are divided by alpha between the two steps.
/// Tone-mapped values are in 0...1. They are linear light, or, on an `srgb` canvas, values that are already encoded.
protocol OutputEncoder: ToneMapper {
  /// Returns a tile's value after exposure and tone map.
  func toneMapped(_ x: Float8) -> Float8
  /// Returns the values of two blocks of a row after exposure and tone map.
  func toneMapped(_ first: Float8, _ second: Float8) -> (Float8, Float8)
  /// Returns the sRGB curve's value for a tone-mapped value.
  func encoded(_ x: Float8) -> Float8
  /// Returns the slowest part of `encoded`, which can be computed earlier: `shiftedFourthRoot` of the value.
  func root(_ x: Float8) -> Float8
  /// Returns the sRGB curve's value for a tone-mapped value whose `root` is known.
  func encoded(_ x: Float8, root: Float8) -> Float8
}

extension OutputEncoder {
  @inline(__always) func toneMapped(_ color: LaneRGB) -> LaneRGB { color.map { toneMapped($0) } }
}

/// An encoder for values that are already encoded. They are only clamped to 0...1.
struct ClampingEncoder: OutputEncoder {
  @inline(__always) func toneMapped(_ x: Float8) -> Float8 { saturate(x) }
  @_transparent func toneMapped(_ first: Float8, _ second: Float8) -> (Float8, Float8) {
    (saturate(first), saturate(second))
  }
  @inline(__always) func encoded(_ x: Float8) -> Float8 { x }
  @_transparent func root(_ x: Float8) -> Float8 { x }
  @_transparent func encoded(_ x: Float8, root: Float8) -> Float8 { x }
}

/// An encoder for linear light: exposure, a tone curve and the sRGB curve.
struct LinearEncoder<Curve: ToneCurve>: OutputEncoder {
  /// Factor of the light.
  let exposure: Float
  @inline(__always) init(_ exposure: Float) { self.exposure = exposure }
  @inline(__always) func toneMapped(_ x: Float8) -> Float8 { Curve.map(x * exposure) }

  /// Maps sixteen values at once. Most pixels of most pictures are dark, so the curve's division is skipped if none of the sixteen needs it.
  @_transparent
  func toneMapped(_ first: Float8, _ second: Float8) -> (Float8, Float8) {
    let (a, b) = (first * exposure, second * exposure)
    if let knee = Curve.knee, !Lanes.anyAbove(Lanes.max(a, b), knee) { return (Lanes.max(a, 0), Lanes.max(b, 0)) }
    return (Curve.map(a), Curve.map(b))
  }
  @inline(__always) func encoded(_ x: Float8) -> Float8 { encodeSRGB(x) }
  @_transparent func root(_ x: Float8) -> Float8 { shiftedFourthRoot(x) }
  @_transparent func encoded(_ x: Float8, root: Float8) -> Float8 { encodeSRGB(x, root: root) }
}

/// Maps the colours of a row into the planes of `output`, and encodes them there.
private struct ColorRow<Selection: BlockSelection>: ColorCurveWork {
  let input: FloatRow
  let blocks: Selection
  let output: EncodedRow
  let alphaForm: AlphaForm?
  let exposure: Float

  @inline(never)
  func perform<Curve: ColorToneCurve>(_ curve: Curve) {
    let encodes = curve.encodesDirectly && alphaForm == nil
    for index in 0..<blocks.count {
      let column = blocks.column(index)
      let light = LaneRGB(input.load(0, column), input.load(1, column), input.load(2, column)).map { $0 * exposure }
      let mapped = encodes ? curve.encoded(light) : curve.map(light)
      Lanes.store(mapped.red, to: output.base + column)
      Lanes.store(mapped.green, to: output.base + (output.planeStride &+ column))
      Lanes.store(mapped.blue, to: output.base + (2 &* output.planeStride &+ column))
      if alphaForm != nil {
        Lanes.store(input.load(3, column), to: output.base + (3 &* output.planeStride &+ column))
      }
    }
    if encodes { return }
    // Each block is read before its result takes its place.
    let row = FloatRow(base: output.base, planeStride: output.planeStride)
    encodeBlocks(row, blocks, output, alphaForm, LinearEncoder<ClampCurve>(1))
  }
}

@inline(__always)
private func encodeBlocks<Encoder: OutputEncoder, Selection: BlockSelection>(
  _ input: FloatRow, _ blocks: Selection, _ output: EncodedRow, _ alphaForm: AlphaForm?, _ encoder: Encoder
) {
  if alphaForm == .straight { return encodeStraight(input, blocks, output, encoder) }
  if alphaForm == .premultiplied {
    for index in 0..<blocks.count {
      let column = blocks.column(index)
      Lanes.store(saturate(input.load(3, column)), to: output.base + (3 &* output.planeStride &+ column))
    }
  }
  for plane in 0..<3 {
    let lightPlane = input.base + plane &* input.planeStride
    let outputPlane = output.base + plane &* output.planeStride
    if input.likelyRepeatsBlocks {
      encodeRepeatingPlane(lightPlane, blocks, outputPlane, encoder)
    } else {
      encodePlane(lightPlane, blocks, outputPlane, encoder)
    }
  }
}

/// Encodes one plane of a row. A loop over all three planes would run out of registers.
///
/// An iteration computes the roots of two blocks and finishes the two blocks before them. So the processor has other instructions
/// to execute while a root is computed (a sixth faster).
@inline(never)
private func encodePlane<Encoder: OutputEncoder, Selection: BlockSelection>(
  _ light: UnsafeMutablePointer<Float>, _ blocks: Selection, _ output: UnsafeMutablePointer<Float>, _ encoder: Encoder
) {
  var index = 2
  if index <= blocks.count {
    var (first, second) = (blocks.column(0), blocks.column(1))
    var mapped = encoder.toneMapped(Lanes.load(light + first), Lanes.load(light + second))
    var roots = (encoder.root(mapped.0), encoder.root(mapped.1))
    while index &+ 2 <= blocks.count {
      let (third, fourth) = (blocks.column(index), blocks.column(index &+ 1))
      let next = encoder.toneMapped(Lanes.load(light + third), Lanes.load(light + fourth))
      let nextRoots = (encoder.root(next.0), encoder.root(next.1))
      Lanes.store(encoder.encoded(mapped.0, root: roots.0), to: output + first)
      Lanes.store(encoder.encoded(mapped.1, root: roots.1), to: output + second)
      (first, second, mapped, roots) = (third, fourth, next, nextRoots)
      index &+= 2
    }
    Lanes.store(encoder.encoded(mapped.0, root: roots.0), to: output + first)
    Lanes.store(encoder.encoded(mapped.1, root: roots.1), to: output + second)
  }
  if blocks.count & 1 != 0 { encodeBlock(light, blocks.column(blocks.count &- 1), output, encoder) }
}

@inline(__always)
private func encodeBlock<Encoder: OutputEncoder>(
  _ light: UnsafeMutablePointer<Float>, _ column: Int, _ output: UnsafeMutablePointer<Float>, _ encoder: Encoder
) {
  Lanes.store(encoder.encoded(encoder.toneMapped(Lanes.load(light + column))), to: output + column)
}

/// Encodes one plane of a row in which many blocks are equal, such as a row of a sky. If two blocks have the same bits as the two
/// blocks before them, the result of those is copied.
@inline(never)
private func encodeRepeatingPlane<Encoder: OutputEncoder, Selection: BlockSelection>(
  _ light: UnsafeMutablePointer<Float>, _ blocks: Selection, _ output: UnsafeMutablePointer<Float>, _ encoder: Encoder
) {
  var index = 0
  var (previousFirst, previousSecond) = (0, 0)
  while index &+ 2 <= blocks.count {
    let (first, second) = (blocks.column(index), blocks.column(index &+ 1))
    let (a, b) = (Lanes.load(light + first), Lanes.load(light + second))
    if index > 0 && Lanes.haveSameBits(a, Lanes.load(light + previousFirst), b, Lanes.load(light + previousSecond)) {
      let (encodedA, encodedB) = (Lanes.load(output + previousFirst), Lanes.load(output + previousSecond))
      Lanes.store(encodedA, to: output + first)
      Lanes.store(encodedB, to: output + second)
    } else {
      let mapped = encoder.toneMapped(a, b)
      Lanes.store(encoder.encoded(mapped.0), to: output + first)
      Lanes.store(encoder.encoded(mapped.1), to: output + second)
    }
    (previousFirst, previousSecond) = (first, second)
    index &+= 2
  }
  if index < blocks.count { encodeBlock(light, blocks.column(index), output, encoder) }
}

/// Encodes a row as straight colours and alpha: tone-mapped colours, which are premultiplied, are divided by alpha.
@inline(never)
private func encodeStraight<Encoder: OutputEncoder, Selection: BlockSelection>(
  _ input: FloatRow, _ blocks: Selection, _ output: EncodedRow, _ encoder: Encoder
) {
  for index in 0..<blocks.count {
    let column = blocks.column(index)
    let target = output.base + column
    var mappedRed = encoder.toneMapped(input.load(0, column))
    var mappedGreen = encoder.toneMapped(input.load(1, column))
    var mappedBlue = encoder.toneMapped(input.load(2, column))
    let alpha = coveringAlpha(input.load(3, column), red: mappedRed, green: mappedGreen, blue: mappedBlue)
    let divisor = Lanes.select(alpha .> 0, alpha, Float8(repeating: 1))
    mappedRed /= divisor
    mappedGreen /= divisor
    mappedBlue /= divisor
    Lanes.store(alpha, to: target + 3 * output.planeStride)
    Lanes.store(encoder.encoded(mappedRed), to: target)
    Lanes.store(encoder.encoded(mappedGreen), to: target + output.planeStride)
    Lanes.store(encoder.encoded(mappedBlue), to: target + 2 * output.planeStride)
  }
}
