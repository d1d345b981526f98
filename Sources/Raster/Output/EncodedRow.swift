import Lanes

/// Memory of one row of a region, one plane after the other: encoded values in 0...1 after the output transform, and the
/// colour differences that follow from them.
///
/// A margin of eight columns on the left of each plane holds the first pixel's neighbours for the chroma filter; another on the
/// right holds what whole blocks of eight write after the last pixel.
struct EncodedRow {
  /// Columns of each margin.
  static let margin = 8

  /// Column 0 of plane 0.
  let base: UnsafeMutablePointer<Float>
  /// Floats from one plane to the next.
  let planeStride: Int

  /// Floats of memory that a row of `width` pixels and `planes` planes takes, margins included.
  static func floatCount(width: Int, planes: Int) -> Int { planes * planeStride(width: width) }
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
