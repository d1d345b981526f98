import Lanes

/// The stored type of a sample of a Y′CbCr format: `UInt8` for 8 bits, `UInt16` for 10 and 12 bits. Codes that are written must fit the
/// format's bit depth.
protocol Sample: FixedWidthInteger, BitwiseCopyable {
  /// Writes eight samples.
  static func pack(_ codes: Int32x8, to target: UnsafeMutableRawPointer)
  /// Writes sixteen samples, given as two vectors of eight, to each of two rows.
  static func pack(
    _ upper: (Int32x8, Int32x8), to upperTarget: UnsafeMutableRawPointer, _ lower: (Int32x8, Int32x8),
    to lowerTarget: UnsafeMutableRawPointer)
  /// Writes eight samples to each of two planes.
  static func pack(
    _ first: Int32x8, to firstTarget: UnsafeMutableRawPointer, _ second: Int32x8,
    to secondTarget: UnsafeMutableRawPointer)
}

extension UInt8: Sample {
  @inline(__always) static func pack(_ codes: Int32x8, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: Lanes.lowBytes(codes), as: SIMD8<UInt8>.self)
  }
  @inline(__always) static func pack(
    _ upper: (Int32x8, Int32x8), to upperTarget: UnsafeMutableRawPointer, _ lower: (Int32x8, Int32x8),
    to lowerTarget: UnsafeMutableRawPointer
  ) {
    let bytes = Lanes.packedBytes(upper.0, upper.1, lower.0, lower.1)
    upperTarget.storeBytes(of: bytes.lowHalf, as: SIMD16<UInt8>.self)
    lowerTarget.storeBytes(of: bytes.highHalf, as: SIMD16<UInt8>.self)
  }
  @inline(__always) static func pack(
    _ first: Int32x8, to firstTarget: UnsafeMutableRawPointer, _ second: Int32x8,
    to secondTarget: UnsafeMutableRawPointer
  ) {
    let bytes = Lanes.packedBytes(first, second, first, second)
    firstTarget.storeBytes(of: bytes.lowHalf.lowHalf, as: SIMD8<UInt8>.self)
    secondTarget.storeBytes(of: bytes.lowHalf.highHalf, as: SIMD8<UInt8>.self)
  }
}

extension UInt16: Sample {
  @inline(__always) static func pack(_ codes: Int32x8, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: Lanes.lowWords(codes), as: SIMD8<UInt16>.self)
  }
  @inline(__always) static func pack(
    _ upper: (Int32x8, Int32x8), to upperTarget: UnsafeMutableRawPointer, _ lower: (Int32x8, Int32x8),
    to lowerTarget: UnsafeMutableRawPointer
  ) {
    upperTarget.storeBytes(of: Lanes.packedWords(upper.0, upper.1), as: SIMD16<UInt16>.self)
    lowerTarget.storeBytes(of: Lanes.packedWords(lower.0, lower.1), as: SIMD16<UInt16>.self)
  }
  @inline(__always) static func pack(
    _ first: Int32x8, to firstTarget: UnsafeMutableRawPointer, _ second: Int32x8,
    to secondTarget: UnsafeMutableRawPointer
  ) {
    let words = Lanes.packedWords(first, second)
    firstTarget.storeBytes(of: words.lowHalf, as: SIMD8<UInt16>.self)
    secondTarget.storeBytes(of: words.highHalf, as: SIMD8<UInt16>.self)
  }
}
