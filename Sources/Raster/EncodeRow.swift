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
  /// Encodes `count` pixels of a tile's row from `column` on, writing from `place` on; with `hasAlpha` as straight
  /// colour and a fourth plane of alpha.
  ///
  /// Straight colour: light that lies above its alpha (an added glow) raises the alpha to itself first.
  func encode(
    _ tile: Tile, row: Int, column: Int, count: Int, into output: EncodedRow, at place: Int = 0, hasAlpha: Bool
  ) {
    let source = tile.row(row, plane: 0) + column
    switch (inputIsEncoded, toneMap) {
    case (true, _): encodePixels(source, tile.width, count, output, place, hasAlpha, EncodedInput())
    case (false, .none):
      encodePixels(source, tile.width, count, output, place, hasAlpha, LightInput<ClampCurve>(exposureScale))
    case (false, .filmic):
      encodePixels(source, tile.width, count, output, place, hasAlpha, LightInput<FilmicCurve>(exposureScale))
    case (false, .aces):
      encodePixels(source, tile.width, count, output, place, hasAlpha, LightInput<AcesCurve>(exposureScale))
    }
  }
}

/// What a tile's values are and how they become encoded ones, in two steps with the division by alpha between them.
private protocol InputKind {
  func toneMapped(_ x: Lane8) -> Lane8
  func encoded(_ x: Lane8) -> Lane8
}

private struct EncodedInput: InputKind {
  @inline(__always) func toneMapped(_ x: Lane8) -> Lane8 { unit(x) }
  @inline(__always) func encoded(_ x: Lane8) -> Lane8 { x }
}

private struct LightInput<Curve: ToneCurve>: InputKind {
  let exposure: Float
  @inline(__always) init(_ exposure: Float) { self.exposure = exposure }
  @inline(__always) func toneMapped(_ x: Lane8) -> Lane8 { Curve.map(x * exposure) }
  @inline(__always) func encoded(_ x: Lane8) -> Lane8 { encodeSRGB(x) }
}

@inline(__always)
private func encodePixels<Kind: InputKind>(
  _ source: UnsafeMutablePointer<Float>, _ sourceStride: Int, _ count: Int, _ output: EncodedRow, _ place: Int,
  _ hasAlpha: Bool, _ kind: Kind
) {
  var done = 0
  while done < count {
    let from = source + done
    let onto = output.base + (place + done)
    let red: Lane8
    let green: Lane8
    let blue: Lane8
    var alpha = Lane8(repeating: 0)
    if count - done >= 8 {
      red = Lanes.load(from)
      green = Lanes.load(from + sourceStride)
      blue = Lanes.load(from + 2 * sourceStride)
      if hasAlpha { alpha = Lanes.load(from + 3 * sourceStride) }
    } else {
      red = loadPartial(from, count - done)
      green = loadPartial(from + sourceStride, count - done)
      blue = loadPartial(from + 2 * sourceStride, count - done)
      if hasAlpha { alpha = loadPartial(from + 3 * sourceStride, count - done) }
    }
    var mappedRed = kind.toneMapped(red)
    var mappedGreen = kind.toneMapped(green)
    var mappedBlue = kind.toneMapped(blue)
    if hasAlpha {
      alpha = Lanes.max(unit(alpha), Lanes.max(Lanes.max(mappedRed, mappedGreen), mappedBlue))
      let divisor = Lanes.select(alpha .> 0, alpha, Lane8(repeating: 1))
      mappedRed /= divisor
      mappedGreen /= divisor
      mappedBlue /= divisor
      Lanes.store(alpha, to: onto + 3 * output.planeStride)
    }
    Lanes.store(kind.encoded(mappedRed), to: onto)
    Lanes.store(kind.encoded(mappedGreen), to: onto + output.planeStride)
    Lanes.store(kind.encoded(mappedBlue), to: onto + 2 * output.planeStride)
    done += 8
  }
}
