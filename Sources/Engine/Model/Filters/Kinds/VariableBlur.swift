extension Filter {
  /// A Gaussian blur whose standard deviation differs from place to place.
  public struct VariableBlur: DeclaredFilter {
    /// The greatest standard deviation, in points.
    public var radius: AnimatedNumber = 20
    /// The sharp point from which the blur grows, if there is no line; the canvas's middle if nil.
    public var center: AnimatedPoint?
    /// The distance from `center` at which the blur begins, as a share of the distance from the canvas's middle to a corner.
    public var inner: AnimatedNumber = 0.2
    /// The distance from `center` of the full blur, as a share of the same distance.
    public var outer: AnimatedNumber = 1
    /// With `endPoint`, a line along which the blur grows evenly from no blur, here, to the full blur; it is the same along lines
    /// perpendicular to this one.
    public var startPoint: AnimatedPoint?
    /// The end of the line, with the full blur.
    public var endPoint: AnimatedPoint?

    package static let name = "variableBlur"
    package static let about =
      "Blurs by a Gaussian that widens from place to place: along a line, or from a middle outwards."
    package static let parameters: [Parameter<Self>] = [
      .animated("radius", \.radius, .points, in: 0...2_000, "The greatest standard deviation."),
      .center("center", \.center, "The sharp middle."),
      .animated(
        "inner", \.inner, .share, in: 0...10,
        "Where the blur begins, as a share of the way from the canvas's middle to a corner."),
      .animated("outer", \.outer, .share, in: 0...10, "Where the blur has its full radius, in the unit of inner."),
      .animated(
        "startPoint", \.startPoint,
        "Where nothing is blurred. startPoint and endPoint together take the place of center, inner and outer."),
      .animated("endPoint", \.endPoint, "Where the blur has its full radius."),
    ]

    /// The picture is blurred with the greatest standard deviation, and with a half of it, a quarter and so on, as long as these are
    /// at least this many pixels. Each pixel is a mixture of two of these blurs or, where it is blurred less than by the weakest,
    /// of the weakest blur and the picture itself.
    package static let minimumSigmaPixels = 0.8

    /// The ends of the line along which the blur grows; nil where it grows around a point.
    package var line: (start: AnimatedPoint, end: AnimatedPoint)? {
      guard let startPoint, let endPoint else { return nil }
      return (startPoint, endPoint)
    }

    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      target.neighborhood(marginPoints: 3 * radius.largestMagnitude(during: clocks))
    }

    /// The blurs are listed from the strongest down, each with half the standard deviation of the one before. Those that are
    /// strong enough have a reduced picture each; all others share one picture of full size. If the radius is animated, the
    /// worst case counts: pictures are reduced by 2 along each axis, not by 4.
    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      var (sigma, bytes) = (radius.largestMagnitude(during: clocks) * pixelsPerPoint, 4 * 4.0)
      while blurReduction(sigmaPixels: sigma) > 1 {
        let reduction = radius.isConstant ? blurReduction(sigmaPixels: sigma) : 2
        bytes += 4 * 4 * 4 / Double(reduction * reduction)
        sigma /= 2
      }
      return bytes
    }

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A blur that grows from the middle of the canvas.
    public init() {}
  }
}
