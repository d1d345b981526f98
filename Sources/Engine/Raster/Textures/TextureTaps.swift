import Lanes

/// One frame of a texture at one level, which is sampled with bilinear interpolation.
struct TextureTap: BitwiseCopyable {
  let level: SampledPicture.Level
  /// The other half of a puff's light (`SpriteTexture.isPuff`); for other textures the same as `level`.
  let secondLevel: SampledPicture.Level
  /// Pixels of the level for each pixel of distance from the sprite's centre lines.
  let scaleX: Float
  let scaleY: Float
  /// The sprite's centre in pixels of the level, from the centre of its first pixel.
  let centerX: Float
  let centerY: Float
  /// Weight of this tap. The weights of a sprite's taps (`TextureTaps`) add up to 1.
  let weight: Float

  /// Writes where eight samples lie. `u` and `v` are distances in pixels from the sprite's centre lines; positions outside of the texture
  /// are moved to its nearest edge unless `isInside`, a constant after inlining, says that there are none.
  @inline(__always)
  func setPlaces(_ u: Float8, _ v: Float8, _ places: SamplePlaces, isInside: Bool) {
    let (x, y) = (u * scaleX + centerX, v * scaleY + centerY)
    if isInside { return level.setPlaces(x, y, places) }
    let edges = SampledPicture.Edges.clamped
    level.setPlaces(edges.stored(x, level.width), edges.stored(y, level.height), places)
  }

  @inline(__always)
  func sample(_ places: SamplePlaces, isWhite: Bool) -> LaneColor {
    isWhite ? level.linearOfNeighbors(places) : level.linear(places)
  }
}

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
  /// `SpriteTexture.isWhite`.
  let isWhite: Bool
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
  init(
    _ texture: SpriteTexture, flipBookPosition: Float, halfX: Float, halfY: Float, blur: Float,
    _ taps: UnsafeMutablePointer<TextureTap>
  ) {
    self.taps = taps
    isWhite = texture.isWhite
    let (half, finest) = (SIMD2(halfX, halfY), texture.levels[0].frames[0])
    let ratios = SIMD2(Float(finest.width), Float(finest.height)) * 0.5 / half
    var ratio = min(ratios.max(), 2 * ratios.min()) * max(1, blur * DefocusedTaps.spacing)
    let levelCount = texture.levels.count
    var level = 0
    while ratio > Self.nextLevelRatio && level &+ 1 < levelCount {
      ratio *= 0.5
      level &+= 1
    }
    let fade = (ratio - Self.fadeRatio) * (1 / (Self.nextLevelRatio - Self.fadeRatio))
    let nextLevelShare = level &+ 1 < levelCount ? clamp(fade, 0, 1) : 0
    // The position is below the number of frames, except for a rounding error.
    let flipBookPosition = texture.isPuff ? 0 : flipBookPosition
    let frame = clamp(flipBookPosition.rounded(.down), 0, Float(texture.frameCount &- 1))
    let nextFrameShare = clamp(flipBookPosition - frame, 0, 1)
    let frameIndex = Lanes.wholeInRange(frame)
    let nextFrameIndex = frameIndex &+ 1 < texture.frameCount ? frameIndex &+ 1 : 0
    add(texture, level, frameIndex, half, (1 - nextLevelShare) * (1 - nextFrameShare))
    add(texture, level &+ 1, frameIndex, half, nextLevelShare * (1 - nextFrameShare))
    add(texture, level, nextFrameIndex, half, (1 - nextLevelShare) * nextFrameShare)
    add(texture, level &+ 1, nextFrameIndex, half, nextLevelShare * nextFrameShare)
  }

  /// Adds a tap unless its weight is 0.
  ///
  /// - Parameter half: `halfX` and `halfY` of the initializer.
  private mutating func add(
    _ texture: SpriteTexture, _ levelIndex: Int, _ frame: Int, _ half: SIMD2<Float>, _ weight: Float
  ) {
    if !(weight > 0) { return }
    contentRadius = max(contentRadius, texture.levels[levelIndex].contentRadius)
    let level = texture.levels[levelIndex].frames[frame]
    let secondLevel = texture.isPuff ? texture.levels[levelIndex].frames[1] : level
    let (halfWidth, halfHeight) = (Float(level.width) * 0.5, Float(level.height) * 0.5)
    taps[count] = TextureTap(
      level: level, secondLevel: secondLevel, scaleX: halfWidth / half.x, scaleY: halfHeight / half.y,
      centerX: halfWidth - 0.5,
      centerY: halfHeight - 0.5, weight: weight)
    count &+= 1
  }
}
