/// A clip's frames in a box, each for as long as the clip shows it.
///
/// Which frame is shown depends on the time alone: the frame that the clip shows at `clipSeconds(at:)`.
public struct Video: LayerSource, Parametrized {
  /// The clip.
  public var clip: Clip
  /// How the clip lies in the box.
  public var fit: Fit
  /// The middle of the box, in points.
  public var center: AnimatedPoint
  /// Width and height of the box in points.
  public var size: AnimatedPoint
  /// Second of the clip at which playing begins.
  public var start: Double
  /// Second of the clip at which playing ends; nil for the end of the clip.
  public var end: Double?
  /// How fast the clip runs: 2 is twice as fast.
  public var speed: Double
  /// Whether the clip begins again after its end.
  public var loops: Bool
  /// What is shown before the beginning, while the layer's own time is negative.
  public var before: Outside
  /// What is shown after the end.
  public var after: Outside

  /// What is shown before a clip begins or after it has ended.
  public enum Outside: String, Sendable, CaseIterable {
    /// The first frame, or the last.
    case hold
    /// Nothing.
    case nothing
  }

  /// How a clip lies in a box of another shape.
  public enum Fit: String, DescribedChoice {
    /// Scaled to the smallest size at which the picture covers the box; parts beyond the box are cut off.
    case fill
    /// Scaled to the largest size at which the whole picture lies inside of the box.
    case fit
    /// Stretched to the width and height of the box.
    case stretch

    package var sentence: String {
      switch self {
      case .fill: "It covers the box; what reaches beyond is cut off."
      case .fit: "It lies in the box as a whole."
      case .stretch: "Its sides become those of the box."
      }
    }
  }

  /// A clip in a box.
  public init(
    _ clip: Clip, center: AnimatedPoint, size: AnimatedPoint, fit: Fit = .fill, start: Double = 0,
    end: Double? = nil, speed: Double = 1, loops: Bool = false, before: Outside = .nothing, after: Outside = .hold
  ) {
    self.clip = clip
    self.fit = fit
    self.center = center
    self.size = size
    self.start = start
    self.end = end
    self.speed = speed
    self.loops = loops
    self.before = before
    self.after = after
  }

  package static let parameters: [Parameter<Self>] = [
    .choice("fit", \.fit, "How the picture lies in the box."), .boxCenter(\.center), .boxSize(\.size),
    .constant("start", \.start, .seconds, in: 0...1e6, "Second of the clip at which it begins."),
    .constant("end", \.end, .seconds, in: 0...1e6, "Second of the clip at which it ends.")
      .defaults(to: "the end of the clip"),
    .constant(
      "speed", \.speed, .factor, in: 0...1e3,
      "How fast it runs on the layer's own time: 2 is twice as fast, 0 a still."),
    .flag("loop", \.loops, "Whether it begins again after its end."),
    .choice(
      "before", \.before,
      "What is shown before it begins, which is seen only if a negative timeOffset makes the layer's time negative."
    ) { $0 == .hold ? "Its first frame." : "Nothing." },
    .choice("after", \.after, "What is shown after its end; not with loop.") {
      $0 == .hold ? "Its last frame." : "Nothing."
    },
  ]

  /// Seconds of the clip from `start` to `end`.
  package var playedSeconds: Double { Swift.min(end ?? clip.duration, clip.duration) - start }

  /// The second of the clip whose frame is shown at a second of the layer's own time; nil if nothing is shown.
  ///
  /// `Clip.timeToleranceSeconds` is added, so that a frame of the clip whose time stamp was rounded up is still shown in the
  /// scene's frame of the same time.
  package func clipSeconds(at localSeconds: Double) -> Double? {
    let playedSeconds = playedSeconds
    guard playedSeconds > 0 else { return nil }
    let secondsFromStart = localSeconds * speed + Clip.timeToleranceSeconds
    guard secondsFromStart >= 0 else { return before == .hold ? start + Clip.timeToleranceSeconds : nil }
    guard secondsFromStart >= playedSeconds else { return start + secondsFromStart }
    if loops {
      let remainder = secondsFromStart - (secondsFromStart / playedSeconds).rounded(.down) * playedSeconds
      // Rounding may take the remainder out of 0 ..< playedSeconds.
      return start + (remainder > 0 && remainder < playedSeconds ? remainder : 0)
    }
    return after == .hold ? start + Swift.max(0, playedSeconds - Self.lastFrameMarginSeconds) : nil
  }

  /// Seconds before a clip's end at which its last frame is certainly shown.
  private static let lastFrameMarginSeconds = 0.000_1
}

extension Video.Fit {
  /// The rectangle that a picture occupies when it is fitted into a box.
  ///
  /// - Parameters:
  ///   - pictureWidth: the picture's width, in any unit.
  ///   - pictureHeight: the picture's height in the same unit.
  ///   - box: the box.
  package func placed(pictureWidth: Double, pictureHeight: Double, in box: PlaneRect) -> PlaneRect {
    guard self != .stretch, box.width > 0, box.height > 0 else { return box }
    let isWiderThanBox = pictureWidth * box.height > box.width * pictureHeight
    // A picture wider than the box takes the box's height if it is to fill the box, the box's width if it is to fit into it. A
    // narrower picture takes the other side.
    let hasBoxHeight = isWiderThanBox == (self == .fill)
    // The product comes before the division, so that a picture as wide or as high as the box keeps its size exactly.
    let (width, height) =
      hasBoxHeight
      ? (box.height * pictureWidth / pictureHeight, box.height)
      : (box.width, box.width * pictureHeight / pictureWidth)
    return PlaneRect(
      x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width: width, height: height)
  }
}

extension Parameter {
  /// The middle of a picture's box.
  static func boxCenter(_ path: Path<AnimatedPoint>) -> Parameter {
    .animated("center", path, "The middle of the box.").defaults(toShares: 0.5, 0.5)
  }

  /// The size of a picture's box.
  static func boxSize(_ path: Path<AnimatedPoint>) -> Parameter {
    .animatedPair("size", path, .points, in: 0...1e5, "Width and height of the box, or one number for both.")
      .defaults(toShares: 1, 1)
  }
}
