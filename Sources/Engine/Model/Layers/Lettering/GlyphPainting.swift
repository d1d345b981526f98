import Colorimetry

/// A glyph as its font paints it: outlines filled with colours and gradients, one over the other or composited (OpenType's table
/// COLR, version 1).
///
/// Lengths are points, relative to the glyph's origin on its baseline; y grows down. The font's transforms are already applied to
/// outlines; a gradient keeps its own plane, and has a mapping from there to the glyph's plane (`Gradient.map`).
package final class GlyphPainting: Sendable, Equatable {
  /// What is painted, from the lowest to the uppermost.
  package let nodes: [Node]
  /// A box around all that is seen.
  package let box: PlaneRect
  /// How much there is to draw: the number of lines and curves of all outlines, plus the number of nodes.
  package let elementCount: Int

  /// A step of painting.
  package indirect enum Node: Sendable, Equatable {
    /// Fills an outline; if it is nil, all of the glyph's box.
    case fill(Fill, in: VectorPath?)
    /// Composites what the first nodes paint with what the nodes after `onto` paint, and lays the result over what is already
    /// there.
    case composite([Node], CompositeMode, onto: [Node])
  }

  /// What an outline is filled with.
  package enum Fill: Sendable, Equatable {
    case color(Color)
    case gradient(Gradient)
  }

  /// A colour of the font's palette, or the paint of the words.
  package enum Color: Sendable, Equatable {
    /// A colour of the font's palette.
    case ofFont(LinearColor)
    /// The paint of the words, with its alpha multiplied by `alpha`.
    case ofText(alpha: Double)
  }

  /// A gradient. Colours between two stops are mixed as sRGB-encoded values that are not multiplied by alpha, as browsers do.
  package struct Gradient: Sendable, Equatable {
    package var shape: Shape
    /// The colours, at least two, sorted by location.
    package var stops: [Stop]
    /// What lies before the first stop and after the last.
    package var spread: Model.Gradient.Spread
    /// The mapping from the gradient's own plane, in which y grows up, to the glyph's plane; it always has an inverse.
    package var map: Projection

    package init(_ shape: Shape, stops: [Stop], spread: Model.Gradient.Spread, map: Projection) {
      (self.shape, self.stops, self.spread, self.map) = (shape, stops, spread, map)
    }
  }

  /// How the parameter at a point of the gradient's plane follows from the point's position. Stops lie along the parameter.
  package enum Shape: Sendable, Equatable {
    /// 0 at the start of a line and 1 at its end, the same along lines perpendicular to it.
    case linear(from: PlanePoint, to: PlanePoint)
    /// 0 on the first circle and 1 on the second.
    case radial(from: PlanePoint, radius: Double, to: PlanePoint, endRadius: Double)
    /// 0 at the angle `from` and 1 at the angle `to`, in degrees counterclockwise from the right; a point's own angle is in 0 ..<
    /// 360.
    case sweep(center: PlanePoint, from: Double, to: Double)
  }

  /// A colour at a location along a gradient.
  package struct Stop: Sendable, Equatable {
    package var location: Double
    package var color: Color

    package init(_ location: Double, _ color: Color) { (self.location, self.color) = (location, color) }
  }

  package init(nodes: [Node], box: PlaneRect, elementCount: Int) {
    (self.nodes, self.box, self.elementCount) = (nodes, box, elementCount)
  }

  package static func == (a: GlyphPainting, b: GlyphPainting) -> Bool {
    a === b || a.box == b.box && a.nodes == b.nodes
  }
}

/// How a source is composited with its backdrop: the operators of Porter and Duff, then blend modes, in the order of OpenType's
/// numbers from 0 on.
package enum CompositeMode: UInt8, Sendable, CaseIterable {
  case clear, source, backdrop, sourceOver, backdropOver, sourceIn, backdropIn, sourceOut, backdropOut, sourceAtop,
    backdropAtop, xor, plus
  case screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference, exclusion, multiply,
    hue, saturation, color, luminosity
}
