/// The record of one ribbon to be drawn, as Floats: trails write it, the rasteriser reads it.
///
/// A record is a header of `headerFloatCount` Floats and the planes of its points. A plane has one number of each point
/// (`Plane`), from the ribbon's head, at the particle, to its tail; planes begin `planeStride` Floats apart. Positions and widths
/// are frame pixels (origin top left, y down, pixel centres at .5); colours are premultiplied, in linear light or sRGB-encoded
/// according to `Canvas.blending`.
@usableFromInline
package struct RibbonLayout: Sendable, Equatable {
  /// Whether the colour changes along the ribbon: each point then has a gain for red, for green and for blue.
  package let isColored: Bool
  /// Number of planes in a record.
  package let planeCount: Int
  /// Floats from the start of one plane to the next.
  package let planeStride: Int
  /// Floats from one record to the next.
  package let recordStride: Int

  /// - Parameter maximumPointCount: the most points of a ribbon. Each plane has room after them, so that eight Floats can be read
  ///   from any point on.
  package init(isColored: Bool, maximumPointCount: Int) {
    self.isColored = isColored
    planeCount = RibbonLayout.planeCount(isColored: isColored)
    planeStride = (maximumPointCount + 7) / 8 * 8 + 8
    recordStride = RibbonLayout.headerFloatCount + planeCount * planeStride
  }

  private static func planeCount(isColored: Bool) -> Int { isColored ? Plane.blueGain + 1 : Plane.gain + 1 }

  // MARK: Header

  // Indices of the header's Floats. For a value of several Floats it is the index of the first.

  /// Left, top, right and bottom of the box around the ribbon.
  @inlinable @inline(__always) package static var boxIndex: Int { 0 }
  /// Red, green, blue and alpha at the head.
  @inlinable @inline(__always) package static var lightIndex: Int { 4 }
  /// Number of points.
  @inlinable @inline(__always) package static var pointCountIndex: Int { 8 }
  /// Number of Floats of the header: the nine above, rounded up so that planes begin at a multiple of 32 bytes.
  @inlinable @inline(__always) package static var headerFloatCount: Int { 16 }

  /// Indices of the planes of points.
  @usableFromInline
  package enum Plane {
    @inlinable @inline(__always) package static var x: Int { 0 }
    @inlinable @inline(__always) package static var y: Int { 1 }
    @inlinable @inline(__always) package static var halfWidth: Int { 2 }
    /// Factor of red, green, blue and alpha; where `isColored`, of alpha only.
    @inlinable @inline(__always) package static var gain: Int { 3 }
    // Factors of red, green and blue, each with `gain` multiplied in; these planes exist only where `isColored`.
    @inlinable @inline(__always) package static var redGain: Int { 4 }
    @inlinable @inline(__always) package static var greenGain: Int { 5 }
    @inlinable @inline(__always) package static var blueGain: Int { 6 }
  }
}
