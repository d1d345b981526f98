/// Memory that `PathCoverage` needs only while it sorts the edges of a path. One serves all paths that are set one after the other, so
/// that many small paths, such as the letters of a text, do not each keep it. There is no synchronisation.
package final class PathScratch: @unchecked Sendable {
  /// All edges that reach into rows that may be drawn, without duplicates.
  var edges: [PathCoverage.Edge] = []
  /// The edges of the polygons, before the resolver processes them.
  var unresolved: [OutlineEdge] = []
  var resolver = EdgeResolver()

  package init() {}
}
