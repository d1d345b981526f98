import Lanes

/// Memory for one row of a region, plane after plane. It usually holds encoded values in 0...1, but also colour differences
/// (`YUVWriter`) and values that are not encoded yet (`OutputSource`).
///
/// Each plane has a margin of eight columns on both sides. The left margin has the pixels left of the region, for the chroma filter;
/// the right margin is room for whole blocks of eight after the last pixel.
struct EncodedRow {
  /// Number of columns of each margin.
  static let margin = 8

  /// Column 0 of plane 0.
  let base: UnsafeMutablePointer<Float>
  /// Floats from one plane to the next.
  let planeStride: Int

  /// Number of floats of memory for a row of `width` pixels and `planes` planes, margins included.
  static func floatCount(width: Int, planes: Int) -> Int { planes * planeStride(width: width) }
  /// Floats from one plane to the next in a row of `width` pixels.
  static func planeStride(width: Int) -> Int { (width + 7) / 8 * 8 + 2 * margin }

  /// - Parameter memory: `floatCount(width:planes:)` floats.
  init(_ memory: UnsafeMutablePointer<Float>, width: Int) {
    base = memory + Self.margin
    planeStride = Self.planeStride(width: width)
  }

  /// Column 0 of a plane.
  @inline(__always)
  func plane(_ index: Int) -> UnsafeMutablePointer<Float> { base + index * planeStride }
}
