import Colorimetry
import Model

/// Instances of a layer's source, as Core Animation's CAReplicatorLayer makes them.
struct Replicator: Sendable {
  var count = 1
  /// Seconds of the layer's own time by which an instance lags behind the one before it.
  var delay = 0.0
  /// What is done once to the second instance, twice to the third, and so on.
  var transform = LayerTransform()
  /// What the source's colours are multiplied by.
  var color = LinearColor(red: 1, green: 1, blue: 1)
  /// What is added to the components of `color` from instance to instance.
  var redOffset = 0.0
  var greenOffset = 0.0
  var blueOffset = 0.0
  var alphaOffset = 0.0

  /// The source of a layer with all instances, the first at the back.
  ///
  /// - Parameters:
  ///   - layer: the layer, whose source is repeated.
  ///   - encodesColors: whether components of colours are sRGB-encoded, as an `srgb` canvas holds them.
  func applied(to layer: Layer, encodesColors: Bool) -> Layer.Source {
    .group((0..<count).map { instance($0, of: layer, encodesColors) })
  }

  /// All instances have the layer's path: they show the same particles.
  private func instance(_ index: Int, of layer: Layer, _ encodesColors: Bool) -> Layer {
    let lag = delay * Double(index)
    // Births begin where the layer does, and later by the instance's lag; whatever else moves is seen from the start.
    let start = layer.timing.timeOffset + (layer.source.isEmitter ? lag : min(0, lag))
    var content = Layer(layer.source, timing: LayerTiming(begin: start, timeOffset: start - lag))
    content.path = layer.path
    if layer.source.isEmitter { content.blend = layer.blend }
    content.filters = filters(index, encodesColors)
    guard index > 0 else { return content }
    var repeated = transform
    repeated.repetitions = index
    // The transform does not lag behind.
    if transform.animatedValues.areConstant || lag == 0 {
      content.transform = repeated
      return content
    }
    var placed = Layer(.group([content]), transform: repeated)
    placed.path = layer.path
    return placed
  }

  /// The filter that multiplies colours; none where they stay.
  private func filters(_ index: Int, _ encodesColors: Bool) -> [Filter] {
    let steps = Double(index)
    let alpha = max(color.alpha, 1e-9)
    let components = color.premultiplied(encodesColors ? .srgb : .linear) / alpha
    let factors = [
      components.x + redOffset * steps, components.y + greenOffset * steps, components.z + blueOffset * steps,
      color.alpha + alphaOffset * steps,
    ].map { max($0, 0) }
    if factors == [1, 1, 1, 1] { return [] }
    if factors.prefix(3) == [1, 1, 1] { return [.opacity(AnimatedNumber(min(factors[3], 1)))] }
    var matrix = Filter.ColorMatrix()
    for (channel, factor) in factors.enumerated() { matrix.values[6 * channel] = AnimatedNumber(factor) }
    return [.colorMatrix(matrix)]
  }
}

extension Layer.Source {
  fileprivate var isEmitter: Bool {
    if case .emitter = self { return true }
    return false
  }
}

extension Layer {
  fileprivate init(_ source: Source, transform: LayerTransform? = nil, timing: LayerTiming = LayerTiming()) {
    self.init("", source, transform: transform, timing: timing)
  }
}

extension Declarations {
  /// More would take too long to be drawn one by one.
  private static let counts = 1...Limits.layers

  static let replicator = Declaration<Replicator>(
    "replicator",
    "Instances of the layer's source, as of Core Animation's CAReplicatorLayer: each is transformed, delayed and coloured once more than the one before it. They are composited as one, and then filtered, masked and transformed with the layer.",
    Replicator(),
    [
      .whole("instanceCount", \.count, counts, "How many there are, the source itself included.").required,
      .number(
        "instanceDelay", \.delay, .seconds, -1e4...1e4,
        "How much later than the instance before it each instance shows the same."),
      .object(
        "instanceTransform", \.transform, Declarations.layerTransform,
        "What is done to each instance on top of what was done to the one before it."),
      .color("instanceColor", \.color, "What the source's colours are multiplied by.").defaults(to: "\"white\""),
      .number(
        "instanceRedOffset", \.redOffset, .share, -1...1,
        "What is added to the red of that colour from instance to instance, in the canvas's values: linear light, or encoded on an srgb canvas."
      ),
      .number("instanceGreenOffset", \.greenOffset, .share, -1...1, "What is added to its green."),
      .number("instanceBlueOffset", \.blueOffset, .share, -1...1, "What is added to its blue."),
      .number(
        "instanceAlphaOffset", \.alphaOffset, .share, -1...1, "What is added to its alpha; below 0 instances fade out."),
    ])
}
