import Lanes
import Model

/// Appearance of the lines between a cell's particles, in the frame's pixels and colours.
package struct LinkStyle: Sendable, Equatable {
  /// Distance up to which two particles have a line between them.
  package let distancePixels: Float
  package let halfWidthPixels: Float
  package let opacity: Float
  /// Premultiplied red, green, blue and alpha in the values that the canvas blends; nil: the mean of both particles' colours.
  package let color: SIMD4<Float>?

  package init(_ links: Links, canvas: Canvas) {
    distancePixels = Float(links.distance * canvas.pixelsPerPoint)
    halfWidthPixels = Float(links.width * canvas.pixelsPerPoint / 2)
    opacity = Float(links.opacity)
    color = links.color.map {
      let straight = SIMD4<Float>(ColorTable.components(of: $0, encoded: canvas.blending == .srgb))
      return SIMD4(straight.x * straight.w, straight.y * straight.w, straight.z * straight.w, straight.w)
    }
  }
}
