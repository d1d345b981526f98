import Lanes

/// The samples that a sprite's pixels are mixed of: one, two where two sizes of the texture are mixed, twice as many where a frame is
/// cross-faded to the next.
///
/// The size is chosen so that a pixel of the frame covers 0.75 to 1.5 of the texture's along the axis on which it covers more; close
/// to the upper limit the next size is faded in, so that a sprite that shrinks does not jump. Of a sprite that is seen from its edge
/// the other axis decides, at half of what the first would ask for.
struct TextureTaps: TextureReading {
  /// Most samples of one sprite.
  static var maximumCount: Int { 4 }

  private(set) var count = 0
  /// The greatest `SpriteTexture.Level.contentRadius` of the samples.
  private(set) var contentRadius: Float = 0
  private let taps: UnsafeMutablePointer<TextureTap>

  /// Pixels of the texture in a pixel of the frame from which on the next size is used, and those from which on it is faded in.
  private static var nextSizeRatio: Float { 1.5 }
  private static var fadeRatio: Float { 1.35 }

  /// - Parameters:
  ///   - position: the frame of the flip-book, with the share of the next in it.
  ///   - halfX: distance in pixels from the sprite's centre to its edge across its x axis; `halfY` likewise.
  ///   - blur: radius in pixels over which a lens spreads the sprite.
  ///   - taps: memory for `maximumCount` samples.
  @inline(__always)
  init(
    _ texture: SpriteTexture, position: Float, halfX: Float, halfY: Float, blur: Float,
    _ taps: UnsafeMutablePointer<TextureTap>
  ) {
    self.taps = taps
    let finest = texture.levels[0]
    let (ratioX, ratioY) = (Float(finest.width) * 0.5 / halfX, Float(finest.height) * 0.5 / halfY)
    let (lesser, greater) = ratioX < ratioY ? (ratioX, ratioY) : (ratioY, ratioX)
    var ratio = min(greater, 2 * lesser) * max(1, blur * DefocusedTaps.spacing)
    var level = 0
    while ratio > Self.nextSizeRatio && level &+ 1 < texture.levelCount {
      ratio *= 0.5
      level &+= 1
    }
    let fade = (ratio - Self.fadeRatio) * (1 / (Self.nextSizeRatio - Self.fadeRatio))
    let nextShare = level &+ 1 < texture.levelCount ? clamp(fade, 0, 1) : 0
    // Positions of frames are below the number of frames, but for a rounding error.
    let last = Float(texture.frameCount &- 1)
    let frame = clamp(position.rounded(.down), 0, last)
    let nextFrameShare = clamp(position - frame, 0, 1)
    let first = Lanes.wholeInRange(frame)
    let next = first &+ 1 < texture.frameCount ? first &+ 1 : 0
    add(texture, level, first, halfX, halfY, (1 - nextShare) * (1 - nextFrameShare))
    add(texture, level &+ 1, first, halfX, halfY, nextShare * (1 - nextFrameShare))
    if nextFrameShare > 0 {
      add(texture, level, next, halfX, halfY, (1 - nextShare) * nextFrameShare)
      add(texture, level &+ 1, next, halfX, halfY, nextShare * nextFrameShare)
    }
  }

  @inline(__always)
  private mutating func add(
    _ texture: SpriteTexture, _ level: Int, _ frame: Int, _ halfX: Float, _ halfY: Float, _ weight: Float
  ) {
    if !(weight > 0) { return }
    let size = texture.levels[level]
    contentRadius = max(contentRadius, size.contentRadius)
    taps[count] = TextureTap(size, frame: frame, halfX: halfX, halfY: halfY, weight: weight)
    count &+= 1
  }

  static var placeCount: Int { maximumCount * TextureTap.placeCount }

  @inline(__always)
  func place(_ x: Float8, _ y: Float8, at place: UnsafeMutablePointer<Float>) {
    var index = 0
    while index < count {
      taps[index].place(x, y, at: place + index &* TextureTap.placeCount)
      index &+= 1
    }
  }

  /// The mixture of all samples.
  @inline(__always)
  func sample(at place: UnsafeMutablePointer<Float>) -> TextureSample {
    var sum = taps[0].sample(at: place) * Float8(repeating: taps[0].weight)
    var index = 1
    while index < count {
      sum += taps[index].sample(at: place + index &* TextureTap.placeCount) * Float8(repeating: taps[index].weight)
      index &+= 1
    }
    return sum
  }
}

/// Places on a lens's disc from which a picture out of focus is seen: it is the mean of that many copies.
enum DefocusedTaps {
  static var count: Int { 16 }
  /// Distance between neighbouring places, as a share of the disc's radius: √(π ÷ `count`).
  static var spacing: Float { 0.443 }

  /// Places in the unit disc, evenly by area: a spiral whose turns are the golden angle apart (H. Vogel, 1979, A better way to construct the
  /// sunflower head).
  static let places: AlignedBuffer<SIMD2<Float>> = {
    let places = AlignedBuffer<SIMD2<Float>>(count: count)
    for index in 0..<count {
      let radius = ((Double(index) + 0.5) / Double(count)).squareRoot()
      let (sine, cosine) = Lanes.sincosTurns(Double(index) * 0.381_966_011_250_105)
      places[index] = SIMD2(Float(radius * cosine), Float(radius * sine))
    }
    return places
  }()
}
