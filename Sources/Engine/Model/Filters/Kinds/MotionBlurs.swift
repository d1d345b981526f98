/// The blur of a motion.
package protocol MotionBlurFilterKind: DeclaredFilter {}

extension Filter {
  /// The blur of a motion along a straight line.
  public struct MotionBlur: MotionBlurFilterKind {
    /// Length of the line in points.
    public var length: AnimatedNumber = 40
    /// Direction of the line in degrees clockwise from +x.
    public var angle: AnimatedNumber = 0

    package static let name = "motionBlur"
    package static let about = "Blurs along a line, as a moving camera does."
    package static let parameters: [Parameter<Self>] = [
      .animated(
        "length", \.length, .points, in: 0...4_000,
        "The length of the line over which each point of the picture is spread."),
      .animated("angle", \.angle, .degrees, "The direction of the line, clockwise from the right.").repeating(
        every: 180),
    ]

    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      target.neighborhood(marginPoints: length.largestMagnitude(during: clocks) / 2)
    }

    package func spreadFactor(during clocks: ClockRange) -> Double? { 1 }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Along a line from left to right.
    public init() {}
  }

  /// The blur of a zoom: distances from a point grow while the shutter is open.
  public struct ZoomBlur: MotionBlurFilterKind {
    /// The point; the canvas's middle if nil.
    public var center: AnimatedPoint?
    /// The share by which distances grow.
    public var amount: AnimatedNumber = 0.2

    package static let name = "zoomBlur"
    package static let about = "Blurs towards center, as a lens that is zoomed does."
    package static let parameters: [Parameter<Self>] = [
      .center("center", \.center, "The point that stays sharp."),
      .animated("amount", \.amount, .factor, in: 0...100, "The share by which the picture grows; 0 changes nothing."),
    ]

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// From the middle of the canvas.
    public init() {}
  }

  /// The blur of a spin around a point.
  public struct SpinBlur: MotionBlurFilterKind {
    /// The point; the canvas's middle if nil.
    public var center: AnimatedPoint?
    /// Degrees by which the picture turns.
    public var angle: AnimatedNumber = 10

    package static let name = "spinBlur"
    package static let about = "Blurs around center."
    package static let parameters: [Parameter<Self>] = [
      .center("center", \.center, "The point that stays sharp."),
      .animated("angle", \.angle, .degrees, "By how much the picture turns."),
    ]

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Around the middle of the canvas.
    public init() {}
  }
}

extension MotionBlurFilterKind {
  /// A zoom or a spin would read infinitely far beyond the canvas; the picture is mirrored at its edges instead.
  package func reach(on target: Filter.Target, during clocks: ClockRange) -> Filter.Reach {
    .neighborhood(marginPoints: 0)
  }

  /// Two pictures of four Floats, read and written in turn.
  package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double { 2 * 4 * 4 }

  package var readsInputInFinish: Bool { false }
}
