import Colorimetry
import Lanes

// The parts that the loops over a gradient's rows are compiled from: where a pixel lies along the gradient, what colour
// the ramp has there, and what of it is written.

/// Eight premultiplied colours.
package struct GradientColor {
  package var red: Lane8
  package var green: Lane8
  package var blue: Lane8
  package var alpha: Lane8

  @inline(__always)
  func replaced(by other: GradientColor, where mask: SIMDMask<Int8Lanes>) -> GradientColor {
    GradientColor(
      red: red.replacing(with: other.red, where: mask), green: green.replacing(with: other.green, where: mask),
      blue: blue.replacing(with: other.blue, where: mask), alpha: alpha.replacing(with: other.alpha, where: mask))
  }
}

@inline(__always)
func hasNoLane(_ mask: SIMDMask<Int8Lanes>) -> Bool {
  let words = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
  let halves = words.lowHalf | words.highHalf
  return halves.x | halves.y == 0
}

/// Where the pixels of a row lie along the gradient.
protocol PlaceSource {
  /// t of the pixel in column `x`.
  func first(_ x: Int) -> Float
  /// t of eight pixels: their centres in frame pixels, and where the first one's red is written.
  func lanes(_ centers: Lane8, _ out: UnsafeMutablePointer<Float>, _ stride: Int) -> Lane8
  /// Columns of whole blocks from column `x` on whose pixels all lie on `piece`, as the first of them does: all such
  /// blocks, or a few less.
  func runLength(_ x: Int, _ width: Int, _ piece: UnsafePointer<ColorCurve.Piece>) -> Int
}

/// t = x·slope + rest, which never turns back along a row (rounding keeps order): two pixels tell of all between them.
struct StraightPlaces: PlaceSource {
  let slope: Float
  /// 1 ÷ slope, for guesses.
  let inverseSlope: Float
  let rest: Float
  /// The centre of column 0.
  let first: Float

  @inline(__always) func first(_ x: Int) -> Float { (first + Float(x)) * slope + rest }
  @inline(__always) func lanes(_ centers: Lane8, _ out: UnsafeMutablePointer<Float>, _ stride: Int) -> Lane8 {
    centers * slope + rest
  }

  @inline(__always)
  func runLength(_ x: Int, _ width: Int, _ piece: UnsafePointer<ColorCurve.Piece>) -> Int {
    if isInside(width - 1, piece) { return width - x }
    // Guess where the line leaves the piece, then look. A guess that is short costs a little time, no more.
    let guess = ((slope > 0 ? piece.pointee.end : piece.pointee.start) - rest) * inverseSlope - first
    if !(guess > Float(x)) { return 0 }
    var length = guess < Float(width) ? (Lanes.wholeInRange(guess) &+ 1 &- x) & ~7 : width - x
    if length > 0 && !isInside(x &+ length &- 1, piece) { length &-= 8 }
    return length > 0 && isInside(x &+ length &- 1, piece) ? length : 0
  }

  @inline(__always)
  private func isInside(_ x: Int, _ piece: UnsafePointer<ColorCurve.Piece>) -> Bool {
    let t = first(x)
    return t >= piece.pointee.start && t < piece.pointee.end
  }
}

/// t as it was written to the row's alpha plane.
struct StoredPlaces: PlaceSource {
  let places: UnsafeMutablePointer<Float>

  @inline(__always) func first(_ x: Int) -> Float { places[x] }
  @inline(__always) func lanes(_ centers: Lane8, _ out: UnsafeMutablePointer<Float>, _ stride: Int) -> Lane8 {
    Lanes.load(out + 3 &* stride)
  }

  @inline(__always)
  func runLength(_ x: Int, _ width: Int, _ piece: UnsafePointer<ColorCurve.Piece>) -> Int {
    var end = x
    while end < width {
      let t = Lanes.load(places + end)
      if !hasNoLane((t .< piece.pointee.start) .| (t .>= piece.pointee.end)) { break }
      end += 8
    }
    return end - x
  }
}

/// How the colour of a piece of the ramp is computed. Its coefficients are read one by one from memory, each into all
/// lanes: a load does that for nothing, where a value in a register has to be shuffled.
protocol PieceKind {
  init(_ piece: UnsafePointer<ColorCurve.Piece>)
  func color(_ t: Lane8) -> GradientColor
  /// One channel of it, to be kept in registers.
  func channel(_ number: Int) -> PieceChannel
}

/// A channel of a piece of the ramp.
struct PieceChannel {
  let origin, c0, c1, c2, c3: Lane8

  @inline(__always) func value(_ t: Lane8) -> Lane8 {
    let u = t - origin
    return c0 + u * (c1 + u * (c2 + u * c3))
  }
}

/// The coefficients of four channels.
private struct Coefficients {
  private let base: UnsafePointer<Float>

  @inline(__always)
  init(_ vector: UnsafePointer<ColorCurve.Piece>, _ power: Int) {
    // c₀ … c₃ lie behind one another.
    let first = MemoryLayout<ColorCurve.Piece>.offset(of: \.c0)!
    base = (UnsafeRawPointer(vector) + (first + 16 * power)).assumingMemoryBound(to: Float.self)
  }

  @inline(__always) subscript(channel: Int) -> Lane8 { Lane8(repeating: base[channel]) }
}

/// c₀ + u·c₁
struct StraightPiece: PieceKind {
  private let origin: Lane8
  private let c0: Coefficients
  private let c1: Coefficients

  @inline(__always) init(_ piece: UnsafePointer<ColorCurve.Piece>) {
    origin = Lane8(repeating: piece.pointee.origin)
    c0 = Coefficients(piece, 0)
    c1 = Coefficients(piece, 1)
  }
  @inline(__always) func color(_ t: Lane8) -> GradientColor {
    let u = t - origin
    return GradientColor(red: at(u, 0), green: at(u, 1), blue: at(u, 2), alpha: at(u, 3))
  }
  @inline(__always) func channel(_ number: Int) -> PieceChannel {
    PieceChannel(origin: origin, c0: c0[number], c1: c1[number], c2: Lane8(), c3: Lane8())
  }
  @inline(__always) private func at(_ u: Lane8, _ channel: Int) -> Lane8 { c0[channel] + u * c1[channel] }
}

/// c₀ + u·(c₁ + u·(c₂ + u·c₃))
struct CubicPiece: PieceKind {
  private let origin: Lane8
  private let c0: Coefficients
  private let c1: Coefficients
  private let c2: Coefficients
  private let c3: Coefficients

  @inline(__always) init(_ piece: UnsafePointer<ColorCurve.Piece>) {
    origin = Lane8(repeating: piece.pointee.origin)
    c0 = Coefficients(piece, 0)
    c1 = Coefficients(piece, 1)
    c2 = Coefficients(piece, 2)
    c3 = Coefficients(piece, 3)
  }
  @inline(__always) func color(_ t: Lane8) -> GradientColor {
    let u = t - origin
    return GradientColor(red: at(u, 0), green: at(u, 1), blue: at(u, 2), alpha: at(u, 3))
  }
  @inline(__always) func channel(_ number: Int) -> PieceChannel {
    PieceChannel(origin: origin, c0: c0[number], c1: c1[number], c2: c2[number], c3: c3[number])
  }
  @inline(__always) private func at(_ u: Lane8, _ channel: Int) -> Lane8 {
    c0[channel] + u * (c1[channel] + u * (c2[channel] + u * c3[channel]))
  }
}

/// What of a colour is written; planes lie `stride` apart.
protocol FinishKind {
  static func store(_ color: GradientColor, _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int)
  /// Colours `count` pixels, whole blocks that all lie on one piece. `centers` are those of the first eight.
  static func storeRun<Piece: PieceKind, Places: PlaceSource>(
    _: Piece.Type, _ piece: UnsafePointer<ColorCurve.Piece>, _ places: Places, _ centers: Lane8,
    _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ count: Int)
}

/// An opaque gradient on a picture whose alpha nobody reads.
enum LightFinish: FinishKind {
  @inline(__always)
  static func store(_ color: GradientColor, _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int)
  {
    Lanes.store(color.red, to: out)
    Lanes.store(color.green, to: out + stride)
    Lanes.store(color.blue, to: out + 2 &* stride)
  }

  /// Between vivid colours most channels rest: these are filled.
  @inline(__always)
  static func storeRun<Piece: PieceKind, Places: PlaceSource>(
    _: Piece.Type, _ piece: UnsafePointer<ColorCurve.Piece>, _ places: Places, _ centers: Lane8,
    _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ count: Int
  ) {
    let kind = Piece(piece)
    var centers = centers
    let channels = piece.pointee.movingChannels
    if channels & (channels &- 1) == 0 {
      let moving = channels == 0 ? 2 : channels.trailingZeroBitCount
      let (first, second) = (moving == 0 ? 1 : 0, moving == 2 ? 1 : 2)
      let channel = kind.channel(moving)
      let firstValue = Lane8(repeating: piece.pointee.c0[first])
      let secondValue = Lane8(repeating: piece.pointee.c0[second])
      let (onto, ontoFirst, ontoSecond) = (out + moving &* stride, out + first &* stride, out + second &* stride)
      var column = 0
      while column < count {
        Lanes.store(channel.value(places.lanes(centers, out + column, stride)), to: onto + column)
        Lanes.store(firstValue, to: ontoFirst + column)
        Lanes.store(secondValue, to: ontoSecond + column)
        centers += 8
        column &+= 8
      }
      return
    }
    var column = 0
    // Two at a time, since half of the work of one is to read the coefficients.
    while column &+ 8 < count {
      let first = kind.color(places.lanes(centers, out + column, stride))
      let second = kind.color(places.lanes(centers + 8, out + (column &+ 8), stride))
      store(first, shader, out + column, stride)
      store(second, shader, out + (column &+ 8), stride)
      centers += 16
      column &+= 16
    }
    if column < count {
      store(kind.color(places.lanes(centers, out + column, stride)), shader, out + column, stride)
    }
  }
}

extension ColorCurve.Piece {
  /// Bit i is set where channel i (R G B) changes along the piece.
  @inline(__always)
  fileprivate var movingChannels: Int32 {
    let some = Lanes.bits(of: SIMD8(lowHalf: c1, highHalf: c2) .!= 0 .| (SIMD8(lowHalf: c3, highHalf: c3) .!= 0))
    return (some | some &>> 4) & 7
  }
}

enum OpaqueFinish: FinishKind {
  @inline(__always)
  static func store(_ color: GradientColor, _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int)
  {
    LightFinish.store(color, shader, out, stride)
    Lanes.store(Lane8(repeating: 1), to: out + 3 &* stride)
  }

  @inline(__always)
  static func storeRun<Piece: PieceKind, Places: PlaceSource>(
    _: Piece.Type, _ piece: UnsafePointer<ColorCurve.Piece>, _ places: Places, _ centers: Lane8,
    _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ count: Int
  ) {
    LightFinish.storeRun(Piece.self, piece, places, centers, shader, out, stride, count)
    let alphas = out + 3 &* stride
    var column = 0
    while column < count {
      Lanes.store(Lane8(repeating: 1), to: alphas + column)
      column &+= 8
    }
  }
}

enum AnyFinish: FinishKind {
  @inline(__always)
  static func store(_ color: GradientColor, _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int)
  {
    let color = finished(color, shader)
    LightFinish.store(color, shader, out, stride)
    Lanes.store(color.alpha, to: out + 3 &* stride)
  }

  @inline(__always)
  static func storeRun<Piece: PieceKind, Places: PlaceSource>(
    _: Piece.Type, _ piece: UnsafePointer<ColorCurve.Piece>, _ places: Places, _ centers: Lane8,
    _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ count: Int
  ) {
    let kind = Piece(piece)
    var centers = centers
    var column = 0
    while column < count {
      store(kind.color(places.lanes(centers, out + column, stride)), shader, out + column, stride)
      centers += 8
      column &+= 8
    }
  }

  @inline(__always)
  static func finished(_ color: GradientColor, _ shader: GradientShader) -> GradientColor {
    var color = color
    if shader.isOpaque { color.alpha = Lane8(repeating: 1) }
    if shader.clamps {
      color.red = Lanes.clamp(color.red, Lane8(), color.alpha)
      color.green = Lanes.clamp(color.green, Lane8(), color.alpha)
      color.blue = Lanes.clamp(color.blue, Lane8(), color.alpha)
    }
    return color
  }
}

/// Eight pixels that lie on several pieces: each piece colours its own lanes.
@inline(never)
func colorAcross<Piece: PieceKind>(
  _ t: Lane8, _ pieces: UnsafePointer<ColorCurve.Piece>, _ curve: ColorCurve, _: Piece.Type
) -> GradientColor {
  var piece = pieces + curve.index(at: t[0])
  var result = Piece(piece).color(t)
  var end = 1
  while end < 8 {
    // Lanes in front of `end` are done; the next one that left the piece names another.
    if t[end] >= piece.pointee.start && t[end] < piece.pointee.end {
      end += 1
      continue
    }
    piece = pieces + curve.index(at: t[end])
    let other = Piece(piece).color(t)
    result = result.replaced(by: other, where: (t .>= piece.pointee.start) .& (t .< piece.pointee.end))
    end += 1
  }
  return result
}
