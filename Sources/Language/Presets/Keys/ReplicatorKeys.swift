import Colorimetry
import Model

/// Repeats a layer's source as several instances, like Core Animation's CAReplicatorLayer.
struct Replicator: Sendable {
  var count = 1
  /// Seconds of the layer's own time by which an instance lags behind the previous one.
  var delay = 0.0
  /// The transform that is applied once to the second instance, twice to the third, and so on.
  var transform = LayerTransform()
  /// The colour by which the source's colours are multiplied.
  var color = AnimatedColor.constant(LinearColor(red: 1, green: 1, blue: 1))
  // The four offsets are added to the components of `color` from instance to instance.
  var redOffset: AnimatedNumber = 0
  var greenOffset: AnimatedNumber = 0
  var blueOffset: AnimatedNumber = 0
  var alphaOffset: AnimatedNumber = 0

  /// The source that shows all instances of a layer's source, the first at the back.
  ///
  /// - Parameters:
  ///   - layer: the layer, whose source is repeated.
  ///   - encodesColors: whether the canvas blends sRGB-encoded components of colours.
  func applied(to layer: Layer, encodesColors: Bool) -> Layer.Source {
    .group((0..<count).map { instance($0, of: layer, encodesColors) })
  }

  /// The instance with an index; 0 is the first. Every instance has the layer's path hash (`Layer.path`), so that all show the
  /// same particles.
  private func instance(_ index: Int, of layer: Layer, _ encodesColors: Bool) -> Layer {
    let lag = delay * Double(index)
    // An instance of an emitter appears `lag` seconds late, so that its births are late, too. Any other source is shown from the
    // layer's start. `begin` is counted in the layer's own time, which is `timeOffset` when the layer appears. In both cases the
    // content's clock lags: its time is t - begin + (begin - lag) = t - lag, where t is the layer's own time.
    let begin = layer.timing.timeOffset + (layer.source.isEmitter ? lag : min(0, lag))
    var content = Layer(layer.source, timing: LayerTiming(begin: begin, timeOffset: begin - lag))
    content.path = layer.path
    if layer.source.isEmitter { content.blend = layer.blend }
    let tint = Filter.Tint(color: color, offsets: [redOffset, greenOffset, blueOffset, alphaOffset], index: index)
    var repeatedTransform = transform
    repeatedTransform.repetitions = index
    let filters = tintFilters(tint, encodesColors)
    // The transform and the colour must not lag. If either is animated, it belongs to a group around the lagging layer.
    let hasConstantTransform = index == 0 || transform.animatedValues.areConstant
    let fitsIntoOneLayer = lag == 0 || (hasConstantTransform && tint.isConstant)
    if fitsIntoOneLayer {
      content.filters = filters
      if index > 0 { content.transform = repeatedTransform }
      return content
    }
    var group = Layer(.group([content]))
    // Within the group the particles have nothing to blend with, so the group is blended with the previous instances instead.
    if layer.source.isEmitter { group.blend = layer.drawnBlend }
    if index > 0 { group.transform = repeatedTransform }
    if tint.isConstant {
      content.filters = filters
      group.source = .group([content])
    } else {
      group.filters = filters
    }
    group.path = layer.path
    return group
  }

  /// The filter that multiplies colours by the tint; empty if that would not change them.
  private func tintFilters(_ tint: Filter.Tint, _ encodesColors: Bool) -> [Filter] {
    if !tint.isConstant { return [tint.filter] }
    let factors = tint.factors(at: AnimationClock(0), encodesColors: encodesColors)
    if factors == [1, 1, 1, 1] { return [] }
    if factors.prefix(3) == [1, 1, 1] { return [Filter.Opacity(amount: AnimatedNumber(min(factors[3], 1))).filter] }
    var matrix = Filter.ColorMatrix()
    // The matrix has rows of five numbers: the diagonal's elements have the indices 5 · channel + channel.
    for (channel, factor) in factors.enumerated() { matrix.values[6 * channel] = AnimatedNumber(factor) }
    return [matrix.filter]
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
  /// Each instance counts as a layer, so the limit is that of layers.
  private static let instanceCounts = 1...Limits.layers

  static let replicator = Declaration<Replicator>(
    "replicator",
    "Instances of the layer's source, as with Core Animation's CAReplicatorLayer: each is transformed, delayed and coloured once more than the previous one. They are composited as one, and then filtered, masked and transformed with the layer.",
    Replicator(),
    [
      .whole("instanceCount", \.count, instanceCounts, "How many there are, the source itself included.").required,
      .number(
        "instanceDelay", \.delay, .seconds, -1e4...1e4,
        "How far each instance lags behind the previous one."),
      .object(
        "instanceTransform", \.transform, Declarations.layerTransform,
        "The transform that each instance has on top of those of the previous one."),
      .animatedColor("instanceColor", \.color, "What the source's colours are multiplied by.").defaults(
        to: "\"white\""),
      .animatedNumber(
        "instanceRedOffset", \.redOffset, .share, -1...1,
        "What is added to the red of instanceColor from instance to instance, in the canvas's values: linear light, or encoded on an srgb canvas."
      ),
      .animatedNumber("instanceGreenOffset", \.greenOffset, .share, -1...1, "What is added to instanceColor's green."),
      .animatedNumber("instanceBlueOffset", \.blueOffset, .share, -1...1, "What is added to instanceColor's blue."),
      .animatedNumber(
        "instanceAlphaOffset", \.alphaOffset, .share, -1...1,
        "What is added to instanceColor's alpha; below 0 instances fade out."),
    ])
}
