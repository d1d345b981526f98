import Lanes

/// One row of a tile after the output transform: encoded values in 0...1, one plane after the other.
///
/// A margin of eight columns on the left holds the first pixel's neighbours for the chroma filter; one on the right
/// holds the remainder of the last block.
struct EncodedRow {
  static let margin = 8

  let base: UnsafeMutablePointer<Float>
  /// Floats from one plane to the next.
  let planeStride: Int

  /// Floats that a row of `width` pixels and `planes` planes takes.
  static func floatCount(width: Int, planes: Int) -> Int { planes * planeStride(width: width) }
  static func planeStride(width: Int) -> Int { (width + 7) / 8 * 8 + 2 * margin }

  init(_ memory: UnsafeMutablePointer<Float>, width: Int) {
    base = memory + Self.margin
    planeStride = Self.planeStride(width: width)
  }

  @inline(__always)
  func plane(_ index: Int) -> UnsafeMutablePointer<Float> { base + index * planeStride }
}
