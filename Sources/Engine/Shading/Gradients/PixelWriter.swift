import Colorimetry
import Lanes
import Raster

/// Writes coloured pixels to a row whose planes lie `stride` floats apart.
protocol PixelWriter {
  /// Writes eight pixels; `out` points to the red of the first pixel.
  static func store(_ color: LaneColor, _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int)
  /// Colours `count` pixels, whole blocks that all lie on one piece. `centers` are the centres of the first eight pixels, `out` points to
  /// the red of the first. `source` may read parameters from the alpha plane at `out`, so the parameters of a block are read before its
  /// colours are written.
  static func storeBlocks<Polynomial: ColorPolynomial, Source: ParameterSource>(
    _: Polynomial.Type, _ piece: UnsafePointer<ColorCurve.Piece>, _ source: Source, _ centers: Float8,
    _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ count: Int)
}

/// Writes opaque colours without their alpha, which nothing reads.
enum ColorWriter: PixelWriter {
  @inline(__always)
  static func store(_ color: LaneColor, _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int) {
    Lanes.store(color.red, to: out)
    Lanes.store(color.green, to: out + stride)
    Lanes.store(color.blue, to: out + 2 &* stride)
  }

  /// Channels that are constant on the piece are only filled: between fully saturated colours most channels are constant.
  @inline(__always)
  static func storeBlocks<Polynomial: ColorPolynomial, Source: ParameterSource>(
    _: Polynomial.Type, _ piece: UnsafePointer<ColorCurve.Piece>, _ source: Source, _ centers: Float8,
    _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ count: Int
  ) {
    let polynomial = Polynomial(piece)
    var centers = centers
    let varyingChannels = piece.pointee.varyingChannels
    // n & (n − 1) is 0 if at most one bit of n is set.
    if varyingChannels & (varyingChannels &- 1) == 0 {
      // One channel is computed, the other two are constant.
      let varying = varyingChannels == 0 ? 2 : varyingChannels.trailingZeroBitCount
      let (constantA, constantB) = (varying == 0 ? 1 : 0, varying == 2 ? 1 : 2)
      let channel = polynomial.channel(varying)
      let valueA = Float8(repeating: piece.pointee.c0[constantA])
      let valueB = Float8(repeating: piece.pointee.c0[constantB])
      let (target, targetA, targetB) = (
        out + varying &* stride, out + constantA &* stride, out + constantB &* stride
      )
      var column = 0
      while column < count {
        Lanes.store(channel.value(source.parameters(centers, out + column, stride)), to: target + column)
        Lanes.store(valueA, to: targetA + column)
        Lanes.store(valueB, to: targetB + column)
        centers += 8
        column &+= 8
      }
      return
    }
    var column = 0
    // Two blocks at a time, since half of the work of a block is reading the coefficients.
    while column &+ 8 < count {
      let first = polynomial.color(source.parameters(centers, out + column, stride))
      let second = polynomial.color(source.parameters(centers + 8, out + (column &+ 8), stride))
      store(first, shader, out + column, stride)
      store(second, shader, out + (column &+ 8), stride)
      centers += 16
      column &+= 16
    }
    if column < count {
      store(polynomial.color(source.parameters(centers, out + column, stride)), shader, out + column, stride)
    }
  }
}

extension ColorCurve.Piece {
  /// Bit i is set where channel i (R G B) varies along the piece.
  @inline(__always)
  fileprivate var varyingChannels: Int32 {
    // Bits 0 to 3 are the channels of c₁, bits 4 to 7 those of c₂; c₃ is tested in both.
    let nonzero = Lanes.bitmask(of: SIMD8(lowHalf: c1, highHalf: c2) .!= 0 .| (SIMD8(lowHalf: c3, highHalf: c3) .!= 0))
    return (nonzero | nonzero &>> 4) & 7
  }
}

/// Writes opaque colours and an alpha of 1.
enum OpaqueWriter: PixelWriter {
  @inline(__always)
  static func store(_ color: LaneColor, _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int) {
    ColorWriter.store(color, shader, out, stride)
    Lanes.store(Float8(repeating: 1), to: out + 3 &* stride)
  }

  @inline(__always)
  static func storeBlocks<Polynomial: ColorPolynomial, Source: ParameterSource>(
    _: Polynomial.Type, _ piece: UnsafePointer<ColorCurve.Piece>, _ source: Source, _ centers: Float8,
    _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ count: Int
  ) {
    ColorWriter.storeBlocks(Polynomial.self, piece, source, centers, shader, out, stride, count)
    let alphas = out + 3 &* stride
    var column = 0
    while column < count {
      Lanes.store(Float8(repeating: 1), to: alphas + column)
      column &+= 8
    }
  }
}

/// Writes colours with their alpha, clamped where the canvas asks for it.
enum AlphaWriter: PixelWriter {
  @inline(__always)
  static func store(_ color: LaneColor, _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int) {
    clamped(color, shader).store(to: out, planeStride: stride)
  }

  @inline(__always)
  static func storeBlocks<Polynomial: ColorPolynomial, Source: ParameterSource>(
    _: Polynomial.Type, _ piece: UnsafePointer<ColorCurve.Piece>, _ source: Source, _ centers: Float8,
    _ shader: GradientShader, _ out: UnsafeMutablePointer<Float>, _ stride: Int, _ count: Int
  ) {
    let polynomial = Polynomial(piece)
    var centers = centers
    var column = 0
    while column < count {
      store(polynomial.color(source.parameters(centers, out + column, stride)), shader, out + column, stride)
      centers += 8
      column &+= 8
    }
  }

  /// The colour with an alpha of 1 if the gradient is opaque, and clamped to 0...alpha if its canvas asks for it.
  @inline(__always)
  static func clamped(_ color: LaneColor, _ shader: GradientShader) -> LaneColor {
    var color = color
    if shader.isOpaque { color.alpha = Float8(repeating: 1) }
    return shader.clamps ? color.clampedToAlpha() : color
  }
}
