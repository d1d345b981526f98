/// A clip's frames in a box, each for as long as the clip shows it.
///
/// What is seen at a time is a function of that time alone: the frame whose time in the clip covers it.
public struct Video: LayerSource {
  /// The clip.
  public var clip: Clip
  /// How the picture lies in the box.
  public var fit: PictureFit
  /// The middle of the box.
  public var center: AnimatedPoint
  /// Width and height of the box in points.
  public var size: AnimatedPoint
  /// Second of the clip at which it begins.
  public var start: Double
  /// Second of the clip at which it ends; nil for its own end.
  public var end: Double?
  /// How fast it runs: 2 is twice as fast.
  public var speed: Double
  /// Whether it begins again after its end.
  public var loops: Bool
  /// What is shown before its begin, where the layer's own time is negative.
  public var before: Outside
  /// What is shown after its end.
  public var after: Outside

  /// What is shown at times that a clip does not have.
  public enum Outside: String, Sendable, CaseIterable {
    /// The first frame, or the last.
    case hold
    /// Nothing.
    case nothing
  }

  /// A clip in a box.
  public init(
    _ clip: Clip, center: AnimatedPoint, size: AnimatedPoint, fit: PictureFit = .fill, start: Double = 0,
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

  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("center", center)
    values.add("size", size)
    return values
  }

  /// Seconds of the clip from `start` to `end`.
  package var playedSeconds: Double { Swift.min(end ?? clip.duration, clip.duration) - start }

  /// The second of the clip whose frame is shown at a second of the layer's own time; nil where nothing is.
  ///
  /// It lies later by what time stamps may be rounded by, so that of clip and scene with one frame rate each frame meets its own.
  package func clipSeconds(at localSeconds: Double) -> Double? {
    let played = playedSeconds
    guard played > 0 else { return nil }
    let position = localSeconds * speed + Clip.timeTolerance
    guard position >= 0 else { return before == .hold ? start + Clip.timeTolerance : nil }
    guard position >= played else { return start + position }
    if loops {
      let rest = position - (position / played).rounded(.down) * played
      return start + (rest > 0 && rest < played ? rest : 0)
    }
    return after == .hold ? start + Swift.max(0, played - Self.beforeEnd) : nil
  }

  /// Seconds before its end at which a clip's last frame is surely shown.
  private static let beforeEnd = 0.000_1
}

/// How a picture lies in a box of another shape.
public enum PictureFit: String, Sendable, CaseIterable {
  /// It covers the box, and what reaches beyond is cut off.
  case fill
  /// It lies in the box as a whole.
  case fit
  /// Its sides become those of the box.
  case stretch

  /// The box that a picture takes.
  ///
  /// - Parameters:
  ///   - pictureWidth: the picture's width, in any unit.
  ///   - pictureHeight: its height in the same unit.
  ///   - box: the box that it is to lie in.
  package func placed(pictureWidth: Double, pictureHeight: Double, in box: PlaneRect) -> PlaneRect {
    guard self != .stretch, box.width > 0, box.height > 0 else { return box }
    let isWider = pictureWidth * box.height > box.width * pictureHeight
    // Multiplied first: then a picture that has one of the box's sides keeps the other one exactly.
    let (width, height) =
      isWider == (self == .fill)
      ? (box.height * pictureWidth / pictureHeight, box.height)
      : (box.width, box.width * pictureHeight / pictureWidth)
    return PlaneRect(
      x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width: width, height: height)
  }
}
