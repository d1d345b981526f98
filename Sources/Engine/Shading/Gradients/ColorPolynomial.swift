import Colorimetry
import Lanes
import Raster

/// A polynomial that colours pixels on one piece of a colour curve.
///
/// Each coefficient is read from memory into all lanes: a broadcasting load is free, while a lane of a register would have to be
/// shuffled into the others.
protocol ColorPolynomial {
  /// The polynomial of a piece. The piece's memory must stay valid.
  init(_ piece: UnsafePointer<ColorCurve.Piece>)
  /// The premultiplied colours at eight parameters.
  func color(_ t: Float8) -> LaneColor
  /// The polynomial of one channel (0 ..< 4: R, G, B, A), whose coefficients are kept in registers.
  func channel(_ channel: Int) -> ChannelPolynomial
}

/// The cubic polynomial of one channel, held in registers.
struct ChannelPolynomial {
  let origin, c0, c1, c2, c3: Float8

  @inline(__always) func value(_ t: Float8) -> Float8 {
    let u = t - origin
    return c0 + u * (c1 + u * (c2 + u * c3))
  }
}

/// The coefficients of one power of a piece's polynomial: four floats in memory, one for each channel.
private struct Coefficients {
  private let base: UnsafePointer<Float>

  @inline(__always)
  init(_ piece: UnsafePointer<ColorCurve.Piece>, _ power: Int) {
    // c₀ … c₃ are contiguous, 16 bytes each.
    let first = MemoryLayout<ColorCurve.Piece>.offset(of: \.c0)!
    base = (UnsafeRawPointer(piece) + (first + 16 * power)).assumingMemoryBound(to: Float.self)
  }

  @inline(__always) subscript(channel: Int) -> Float8 { Float8(repeating: base[channel]) }
}

/// c₀ + u·c₁
struct LinearPolynomial: ColorPolynomial {
  private let origin: Float8
  private let c0: Coefficients
  private let c1: Coefficients

  @inline(__always) init(_ piece: UnsafePointer<ColorCurve.Piece>) {
    origin = Float8(repeating: piece.pointee.origin)
    c0 = Coefficients(piece, 0)
    c1 = Coefficients(piece, 1)
  }
  @inline(__always) func color(_ t: Float8) -> LaneColor {
    let u = t - origin
    return LaneColor(red: at(u, 0), green: at(u, 1), blue: at(u, 2), alpha: at(u, 3))
  }
  @inline(__always) func channel(_ channel: Int) -> ChannelPolynomial {
    ChannelPolynomial(origin: origin, c0: c0[channel], c1: c1[channel], c2: Float8(), c3: Float8())
  }
  @inline(__always) private func at(_ u: Float8, _ channel: Int) -> Float8 { c0[channel] + u * c1[channel] }
}

/// c₀ + u·(c₁ + u·(c₂ + u·c₃))
struct CubicPolynomial: ColorPolynomial {
  private let origin: Float8
  private let c0: Coefficients
  private let c1: Coefficients
  private let c2: Coefficients
  private let c3: Coefficients

  @inline(__always) init(_ piece: UnsafePointer<ColorCurve.Piece>) {
    origin = Float8(repeating: piece.pointee.origin)
    c0 = Coefficients(piece, 0)
    c1 = Coefficients(piece, 1)
    c2 = Coefficients(piece, 2)
    c3 = Coefficients(piece, 3)
  }
  @inline(__always) func color(_ t: Float8) -> LaneColor {
    let u = t - origin
    return LaneColor(red: at(u, 0), green: at(u, 1), blue: at(u, 2), alpha: at(u, 3))
  }
  @inline(__always) func channel(_ channel: Int) -> ChannelPolynomial {
    ChannelPolynomial(origin: origin, c0: c0[channel], c1: c1[channel], c2: c2[channel], c3: c3[channel])
  }
  @inline(__always) private func at(_ u: Float8, _ channel: Int) -> Float8 {
    c0[channel] + u * (c1[channel] + u * (c2[channel] + u * c3[channel]))
  }
}

/// The premultiplied colours at eight parameters that lie on several pieces: each piece colours its own lanes.
@inline(never)
func colorAcross<Polynomial: ColorPolynomial>(
  _ t: Float8, _ pieces: UnsafePointer<ColorCurve.Piece>, _ curve: ColorCurve, _: Polynomial.Type
) -> LaneColor {
  var piece = pieces + curve.index(at: t[0])
  var result = Polynomial(piece).color(t)
  // Lanes before `lane` are done. The next lane that does not lie on `piece` selects another piece.
  var lane = 1
  while lane < 8 {
    if t[lane] >= piece.pointee.start && t[lane] < piece.pointee.end {
      lane += 1
      continue
    }
    piece = pieces + curve.index(at: t[lane])
    let other = Polynomial(piece).color(t)
    result = result.replaced(by: other, where: (t .>= piece.pointee.start) .& (t .< piece.pointee.end))
    lane += 1
  }
  return result
}
