import Colorimetry

/// A figure that is filled, stroked, or both. Lengths and positions are in canvas points.
public struct VectorShape: LayerSource {
  /// Outline.
  public var figure: Figure
  /// Rule that says what is inside where the outline crosses itself.
  public var fillRule: VectorPath.FillRule
  /// Colour, or gradient over the figure's box; nil for none.
  public var fill: Paint?
  /// Points by which the fill's fade extends to each side of its edge: the whole fade is twice as wide. 0 for a sharp edge.
  public var softness: AnimatedNumber
  /// Line along the outline; nil for none.
  public var stroke: ShapeStroke?
  /// Noise that roughens the outline; nil for none.
  public var roughEdges: RoughEdges?
  /// Transform of figure and paint.
  public var transform: ShapeTransform

  /// A figure with its paint.
  public init(
    _ figure: Figure, fillRule: VectorPath.FillRule = .nonzero, fill: Paint? = nil, softness: AnimatedNumber = 0,
    stroke: ShapeStroke? = nil, roughEdges: RoughEdges? = nil, transform: ShapeTransform = ShapeTransform()
  ) {
    self.figure = figure
    self.fillRule = fillRule
    self.fill = fill
    self.softness = softness
    self.stroke = stroke
    self.roughEdges = roughEdges
    self.transform = transform
  }
}

extension VectorShape {
  package var animatedValues: AnimatedValues {
    var values = animatedGeometryValues
    if let fill { values.add("fill", fill) }
    if let stroke { values.add("stroke.paint", stroke.paint) }
    return values
  }

  /// The animated values that change the geometry or the softness of edges.
  package var animatedGeometryValues: AnimatedValues {
    var values = figure.animatedValues
    values.add("softness", softness)
    if let stroke { values.add("stroke", stroke.animatedGeometryValues) }
    if let roughEdges { values.add("roughen", roughEdges.valuesOfParameters) }
    values.add("transform", transform.animatedValues)
    return values
  }
}
