import Lanes

/// The taps (`TextureTap`) whose weighted sum is the colour of a sprite's pixel: one tap, or two if two levels of the texture are
/// mixed. There are twice as many if a frame of the flip-book is cross-faded to the next.
///
/// The ratio of an axis is the number of texture pixels that a pixel of the movie's frame covers along the axis. The level is chosen so that
/// the greater ratio is 0.75 to 1.5. Near the upper limit the next level is faded in, so that a shrinking sprite does not jump. If the
/// greater ratio is more than twice the lesser, as in a sprite seen nearly edge-on, twice the lesser ratio decides, so that the picture
/// stays sharp along the axis of the lesser ratio.
struct TextureTaps {
  /// The greatest number of taps of one sprite.
  static var maximumCount: Int { 4 }

  private(set) var count = 0
  /// The greatest `SpriteTexture.Level.contentRadius` of the taps' levels.
  private(set) var contentRadius: Float = 0
  /// The texels that the taps read.
  let texelKind: SpriteTexture.TexelKind
  /// Memory whose first `count` taps are set.
  let taps: UnsafeMutablePointer<TextureTap>

  /// The ratio above which the next level is used.
  private static var nextLevelRatio: Float { 1.5 }
  /// The ratio above which the next level is faded in.
  private static var fadeRatio: Float { 1.35 }

  /// - Parameters:
  ///   - flipBookPosition: the number of the flip-book's frame; its fraction is the share of the next frame.
  ///   - halfX: distance in pixels from the sprite's centre line to the picture's left and right edges.
  ///   - halfY: distance in pixels from the sprite's centre line to the picture's top and bottom edges.
  ///   - blur: radius in pixels of the disc over which a lens spreads each point of the sprite; 0 in focus.
  ///   - taps: memory for `maximumCount` taps.
  @inline(__always)
  init(
    _ texture: SpriteTexture, flipBookPosition: Float, halfX: Float, halfY: Float, blur: Float,
    _ taps: UnsafeMutablePointer<TextureTap>
  ) {
    self.taps = taps
    let finest = texture.levels[0]
    let (ratioX, ratioY) = (Float(finest.width) * 0.5 / halfX, Float(finest.height) * 0.5 / halfY)
    let (lesser, greater) = ratioX < ratioY ? (ratioX, ratioY) : (ratioY, ratioX)
    var ratio = min(greater, 2 * lesser) * max(1, blur * DefocusedTaps.spacing)
    var level = 0
    while ratio > Self.nextLevelRatio && level &+ 1 < texture.levelCount {
      ratio *= 0.5
      level &+= 1
    }
    // Out of focus, pixels are read even from levels with quads: copies cost so much that a second compiled loop, for quads,
    // would gain little.
    texelKind =
      level >= texture.firstQuadLevel && blur == 0 ? (texture.isWhite ? .white : .quads) : .pixels
    let fade = (ratio - Self.fadeRatio) * (1 / (Self.nextLevelRatio - Self.fadeRatio))
    let nextLevelShare = level &+ 1 < texture.levelCount ? clamp(fade, 0, 1) : 0
    // The position is below the number of frames, except for a rounding error.
    let lastFrame = Float(texture.frameCount &- 1)
    let frame = clamp(flipBookPosition.rounded(.down), 0, lastFrame)
    let nextFrameShare = clamp(flipBookPosition - frame, 0, 1)
    let frameIndex = Lanes.wholeInRange(frame)
    let nextFrameIndex = frameIndex &+ 1 < texture.frameCount ? frameIndex &+ 1 : 0
    add(texture, level, frameIndex, halfX, halfY, (1 - nextLevelShare) * (1 - nextFrameShare))
    add(texture, level &+ 1, frameIndex, halfX, halfY, nextLevelShare * (1 - nextFrameShare))
    if nextFrameShare > 0 {
      add(texture, level, nextFrameIndex, halfX, halfY, (1 - nextLevelShare) * nextFrameShare)
      add(texture, level &+ 1, nextFrameIndex, halfX, halfY, nextLevelShare * nextFrameShare)
    }
  }

  /// Adds a tap unless its weight is 0.
  @inline(__always)
  private mutating func add(
    _ texture: SpriteTexture, _ levelIndex: Int, _ frame: Int, _ halfX: Float, _ halfY: Float,
    _ weight: Float
  ) {
    if !(weight > 0) { return }
    let level = texture.levels[levelIndex]
    contentRadius = max(contentRadius, level.contentRadius)
    taps[count] = TextureTap(
      level, frame: frame, kind: texelKind, halfX: halfX, halfY: halfY, weight: weight)
    if count > 0 { taps[count].setRelativeScales(to: taps[0]) }
    count &+= 1
  }

  /// Returns the half size in pixels, along the sprite's axes, of the box around its centre inside of which no tap reads beyond the centres
  /// of the texture's outermost pixels.
  func innerReach(halfX: Float, halfY: Float) -> SIMD2<Float> {
    var reach = SIMD2(halfX, halfY)
    for index in 0..<count {
      reach.x = min(reach.x, halfX - 0.5 / taps[index].scaleX)
      reach.y = min(reach.y, halfY - 0.5 / taps[index].scaleY)
    }
    return reach
  }
}
