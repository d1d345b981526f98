import Colorimetry

/// A figure that is filled, stroked, or both. Lengths and positions are in canvas points.
public struct VectorShape: LayerSource {
  public var figure: Figure
  public var fillRule: VectorPath.FillRule
  public var fill: Paint?
  /// Points over which the fill fades to either side of its edge; 0 for a sharp edge.
  public var softness: AnimatedNumber
  public var stroke: ShapeStroke?
  public var transform: ShapeTransform

  public init(
    _ figure: Figure, fillRule: VectorPath.FillRule = .nonzero, fill: Paint? = nil, softness: AnimatedNumber = 0,
    stroke: ShapeStroke? = nil, transform: ShapeTransform = ShapeTransform()
  ) {
    self.figure = figure
    self.fillRule = fillRule
    self.fill = fill
    self.softness = softness
    self.stroke = stroke
    self.transform = transform
  }
}

extension VectorShape {
  package var animatedValues: AnimatedValues {
    var values = animatedGeometryValues
    if let fill { values.add("fill", fill.animatedValues) }
    if let stroke { values.add("stroke", stroke.paint.animatedValues) }
    return values
  }

  /// The values that change the geometry or the softness of edges.
  package var animatedGeometryValues: AnimatedValues {
    var values = figure.animatedValues
    values.add("softness", softness)
    if let stroke { values.add("stroke", stroke.animatedGeometryValues) }
    values.add("transform", transform.animatedValues)
    return values
  }
}
