import Model

/// The keys, as written, of filters that blur or scatter light by something other than a single Gaussian. A key that is not given
/// is nil, or false in the case of `scatters`.
struct ScatterDraft: Sendable {
  var threshold: AnimatedNumber?
  var tail: AnimatedNumber?
  var scatters = false
  var length: AnimatedNumber?
  var blades: Int?
  var catEye: AnimatedNumber?
  var highlights: AnimatedNumber?
  var startPoint: AnimatedPoint?
  var endPoint: AnimatedPoint?
}

extension Declarations {
  /// Keys of the filters that blur or scatter light by something other than a single Gaussian.
  static let filterScatter: [Key<FilterDraft>] = [
    .optionalAnimatedNumber(
      "threshold", \.scatter.threshold, .none, 0...1e4,
      "Only light above this glows; 1 is paper white. If not given, 1; halation 0.8."
    ).applies(to: .bloom, .halation, .streak),
    .optionalAnimatedNumber(
      "tail", \.scatter.tail, .factor, 0...4, bloomTailSentence
    ).defaults(to: "1").applies(to: .bloom),
    .flag("scatters", \.scatter.scatters, bloomScattersSentence).applies(to: .bloom),
    .optionalAnimatedNumber(
      "length", \.scatter.length, .points, 0...4_000,
      "Of motionBlur, the length of the line over which each point of the picture is spread, 40 if not given. Of streak, the distance at which 37 % of the light is left, 120 if not given."
    ).applies(to: .motionBlur, .streak),
    .optionalWhole("blades", \.scatter.blades, 0...16, "Sides of the polygon over which a point is spread; 0: a disc.")
      .defaults(to: "0").applies(to: .lensBlur),
    .optionalAnimatedNumber(
      "catEye", \.scatter.catEye, .share, 0...1,
      "How much of a disc the lens's rim covers in the corners of the canvas."
    ).defaults(to: "0").applies(to: .lensBlur),
    .optionalAnimatedNumber(
      "highlights", \.scatter.highlights, .factor, 0...100,
      "How much brighter highlights, from 0.7 on, are made before they are spread."
    ).defaults(to: "0").applies(to: .lensBlur),
    .optionalAnimatedPoint(
      "startPoint", \.scatter.startPoint,
      "Where nothing is blurred. startPoint and endPoint together take the place of center, inner and outer."
    ).applies(to: .variableBlur),
    .optionalAnimatedPoint("endPoint", \.scatter.endPoint, "Where the blur has its full radius.").applies(
      to: .variableBlur),
  ]
}

extension FilterDraft {
  /// The motion blur of the draft, along a line, towards a point or around one; nil if the type is none of these.
  var motionBlur: Filter.MotionBlur? {
    switch type {
    case .motionBlur: Filter.MotionBlur(.line(length: scatter.length ?? 40, angle: angle ?? 0))
    case .zoomBlur: Filter.MotionBlur(.zoom(center: center, amount: amount ?? 0.2))
    case .spinBlur: Filter.MotionBlur(.spin(center: center, angle: angle ?? 10))
    default: nil
    }
  }

  /// The lens blur of the draft.
  ///
  /// - Parameter radius: the radius as written; nil if not given.
  func lensBlur(radius: AnimatedNumber?) -> Filter.LensBlur {
    Filter.LensBlur(
      radius: radius ?? 12, blades: scatter.blades ?? 0, angle: angle ?? 0, catEye: scatter.catEye ?? 0,
      highlights: scatter.highlights ?? 0)
  }

  /// The variable blur of the draft.
  ///
  /// - Parameter radius: the radius as written; nil if not given.
  func variableBlur(radius: AnimatedNumber?) -> Filter.VariableBlur {
    var blur = Filter.VariableBlur(mask: .radial(center: center, inner: inner ?? 0.2, outer: outer ?? 1))
    if let radius { blur.radius = radius }
    if let start = scatter.startPoint, let end = scatter.endPoint { blur.mask = .linear(start: start, end: end) }
    return blur
  }

  /// The streak filter of the draft.
  func streak() -> Filter.Streak {
    var streak = Filter.Streak()
    if let threshold = scatter.threshold { streak.threshold = threshold }
    if let length = scatter.length { streak.length = length }
    if let angle { streak.angle = angle }
    if let strength { streak.strength = strength }
    if let color { streak.color = color }
    return streak
  }
}
