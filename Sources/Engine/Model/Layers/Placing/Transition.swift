/// Two layers, the first of which gives way to the second.
public struct Transition: Sendable, Equatable {
  /// How the first layer gives way to the second.
  public var kind: Kind
  /// The progress: at 0 only the first layer is visible, at 1 only the second.
  public var progress: AnimatedNumber
  /// The direction in which the transition runs, in degrees as for gradients: 0 is up, 90 to the right.
  public var angle: AnimatedNumber
  /// The point at which the transition begins or about which it turns; the middle of the canvas if nil.
  public var center: AnimatedPoint?
  /// Width in points of the cells in which circles or diamonds grow; for `pixellate`, the greatest width of its squares; for `wind`, the
  /// length of its gusts.
  public var size: AnimatedNumber
  /// Points over which an edge fades.
  public var softness: AnimatedNumber
  /// The outgoing and the incoming layer, each in an array of at most one element: a layer may show a transition, and a struct
  /// cannot contain itself.
  private var layers: [[Layer]]

  /// Ways in which one layer gives way to another.
  public enum Kind: String, DescribedChoice {
    /// Both layers are mixed.
    case fade
    /// A straight edge passes.
    case wipe
    /// A circle grows from the center.
    case iris
    /// An edge turns about the center like the hand of a clock, from the top on.
    case radial
    /// Circles grow everywhere at once.
    case circles
    /// Circles grow, one row after another.
    case circleWave
    /// Diamonds grow everywhere at once.
    case diamonds
    /// Diamonds grow, one row after another.
    case diamondWave
    /// Gusts tear the first layer away, row by row.
    case wind
    /// A soft edge passes. Behind it the first layer is enlarged without limit, and the second shrinks from such an enlargement to
    /// its own size.
    case crosswarp
    /// Both layers are mixed, in squares that grow until half of the progress and then shrink again.
    case pixellate
    /// Both layers are whirled about the center.
    case swirl

    package var sentence: String {
      switch self {
      case .fade: "Both are mixed."
      case .wipe: "A straight edge passes."
      case .iris: "A circle grows from the center."
      case .radial: "An edge turns about the center, clockwise from up."
      case .circles: "Circles grow everywhere at once."
      case .circleWave: "Circles grow, one row after another."
      case .diamonds: "Diamonds grow everywhere at once."
      case .diamondWave: "Diamonds grow, one row after another."
      case .wind: "Gusts tear the first layer away, row by row."
      case .crosswarp:
        "A soft edge passes; behind it the first layer grows without limit, and the second shrinks to its size."
      case .pixellate: "Squares grow, and shrink again to the second layer."
      case .swirl: "Both are whirled about the center."
      }
    }
  }

  /// A transition.
  ///
  /// - Parameters:
  ///   - from: the outgoing layer; nil for nothing.
  ///   - to: the incoming layer; nil for nothing.
  public init(
    _ kind: Kind, from: Layer?, to: Layer?, progress: AnimatedNumber, angle: AnimatedNumber = 90,
    center: AnimatedPoint? = nil, size: AnimatedNumber = 40, softness: AnimatedNumber = 0
  ) {
    self.kind = kind
    self.progress = progress
    self.angle = angle
    self.center = center
    self.size = size
    self.softness = softness
    layers = [from.map { [$0] } ?? [], to.map { [$0] } ?? []]
  }

  /// The outgoing layer.
  public var from: Layer? {
    get { layers[0].first }
    set { layers[0] = newValue.map { [$0] } ?? [] }
  }

  /// The incoming layer.
  public var to: Layer? {
    get { layers[1].first }
    set { layers[1] = newValue.map { [$0] } ?? [] }
  }

  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("progress", progress)
    values.add("angle", angle, period: 360)
    if let center { values.add("center", center) }
    values.add("size", size)
    values.add("softness", softness)
    return values
  }
}

extension Transition {
  /// The filter that moves the pixels of one side of a transition of the kind `crosswarp`.
  package struct Crosswarp: FilterDefinition {
    /// The transition's progress.
    package var progress: AnimatedNumber
    /// The transition's direction.
    package var angle: AnimatedNumber
    /// Whether the side is the outgoing layer.
    package var isOutgoing: Bool

    /// The filter takes no pixels from beyond the frame.
    package func reach(on target: Filter.Target, during clocks: ClockRange) -> Filter.Reach {
      .neighborhood(marginPoints: 0)
    }

    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      PixelMemory.mipmappedPixelBytes
    }

    package var readsInputInFinish: Bool { false }

    package var animatedValues: AnimatedValues {
      var values = AnimatedValues()
      values.add("progress", progress)
      values.add("angle", angle, period: 360)
      return values
    }

    package var filter: Filter { Filter(self) }
  }

  /// The two sides as groups of at most one layer. In kinds that move pixels, the groups have filters.
  package func sides(on canvas: Canvas) -> [Layer] {
    zip(layers, [true, false]).map { side, isOutgoing in
      Layer(isOutgoing ? "from" : "to", .group(side), filters: filters(isOutgoing: isOutgoing, canvas))
    }
  }

  private func filters(isOutgoing: Bool, _ canvas: Canvas) -> [Filter] {
    /// A number that depends on the progress: 0 where the progress is 0 or 1, `peak` where it is ½, and on straight lines
    /// between.
    func hill(_ peak: Double) -> AnimatedNumber {
      let points = [(progress: 0.0, value: 0.0), (progress: 0.5, value: peak), (progress: 1.0, value: 0.0)]
      let knots = points.enumerated().map { index, point in
        NumberCurve.Knot(
          position: point.progress, value: point.value, slopeIn: index == 1 ? 2 * peak : -2 * peak,
          slopeOut: index == 0 ? 2 * peak : -2 * peak)
      }
      return AnimatedNumber(.curve(NumberCurve(knots: knots), at: progress.source))
    }
    switch kind {
    case .pixellate:
      let squareSize = size.constant.map(hill) ?? AnimatedNumber(.product(size.source, hill(1).source))
      return [Filter.Pixellate(size: squareSize, center: center).filter]
    case .swirl:
      let radius = max(canvas.widthPoints, canvas.heightPoints) / 2
      let swirl = Filter.Swirl().with {
        $0.center = center
        $0.radius = AnimatedNumber(radius)
        $0.angle = hill(Self.swirlDegrees)
      }
      return [swirl.filter]
    case .crosswarp: return [Crosswarp(progress: progress, angle: angle, isOutgoing: isOutgoing).filter]
    default: return []
    }
  }

  /// Degrees by which a swirl's middle is turned at half of the transition's progress.
  private static let swirlDegrees = 720.0
}
