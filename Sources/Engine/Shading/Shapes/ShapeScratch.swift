import Raster

/// Memory that shapes need only while their geometry is made. One serves all shapes of a renderer, whose geometry is made one after
/// the other before a frame is drawn. There is no synchronisation.
package final class ShapeScratch: @unchecked Sendable {
  /// The figure, the section of the figure that the stroke draws, and the section's dashes, in points of the figure's plane.
  var path = FlattenedPath()
  var section = FlattenedPath()
  var dashes = FlattenedPath()
  var segments: [SegmentField.Segment] = []
  var stroker = Stroker()
  var polygons = PolygonList()
  /// The polygons as they are seen in perspective.
  var projected = PolygonList()
  let coverage = PathScratch()

  package init() {}
}
