import Lanes

// Sprites that a lens spreads over a circle: their light stays, their edges go.
//
// A disc of radius g spread over a circle of radius ρ is flat up to |g − ρ|, gone from g + ρ on, and falls between like a
// smooth step. S(u) = 1 − 3u² + 2u³ stands in for that fall; with R the outer radius, i the share of it that is flat and
// w = 1 − i, the light is π·R²·(i² + i·w + 0.3·w²), by which the height is chosen: the energy is the sprite's whatever the
// blur. Other shapes are taken for the ellipse of their own light along their principal axes, and fade over to it from the
// sharp sprite while ρ grows from a tenth to a half of its size. A rectangle keeps its straight sides: each falls
// over −ρ...ρ by itself; one that is seen much askew fades over to its ellipse too, whose ends do not run away. A ring is a
// disc less a smaller one.

/// How far what is out of focus may reach beyond its own half axes: these grow to those of the ellipse that stands for a
/// sprite, and a skewed rectangle's corners go beyond it (`DefocusedBox.leastSine`).
enum DefocusReach {
  @inline(__always) static var ofAxes: Float { 1.13 }
  @inline(__always) static var ofBlur: Float { 2.25 }
}

extension SpriteRecord {
  /// Pixels over which a lens spreads the sprite.
  @inline(__always) var blur: Float { isRound ? 0 : base[11] }
}

/// What a lens makes of a shape that is out of focus.
struct DefocusProfile: Sendable {
  /// The light of a sprite ÷ the product of its half axes.
  enum Light: Sendable {
    case fixed(Float)
    case capsule
    case streak
    /// Multiplied by short ÷ long half axis: round ends do not stretch with a swept path.
    case swept(Float)
  }

  /// How soon a sharp sprite fades over to its defocused picture.
  enum Fade: Sendable { case sharpEdged, softEdged, other }

  let light: Light
  let fade: Fade

  /// Whether the sprite keeps its length.
  var isSwept: Bool { if case .swept = light { true } else { false } }

  /// The share of the defocused picture in a sprite whose blur is so many times its size; the remainder is drawn sharp.
  @inline(__always)
  func share(ratio: Float) -> Float {
    let (from, to): (Float, Float) =
      switch fade {
      case .sharpEdged: (0, 0.15)
      case .softEdged: (0.1, 0.9)
      case .other: (0.1, 0.45)
      }
    let progress = clamp((ratio - from) / (to - from), 0, 1)
    return progress * progress * (3 - 2 * progress)
  }
}

extension PreparedShape {
  /// Light of a sprite ÷ the product of its half axes, and the light's centroid in units of its axes.
  ///
  /// - Parameters:
  ///   - long: the longer half axis of its ellipse, `short` the other.
  ///   - aspect: length of its x axis ÷ that of its y axis.
  fileprivate func light(long: Float, short: Float, aspect: Float) -> (share: Float, middle: SIMD2<Float>) {
    switch defocus.light {
    case .fixed(let share): (share, lightMiddle)
    case .capsule: (4 - (4 - .pi) * (short / long), lightMiddle)
    case .streak: streakLight(aspect: aspect)
    case .swept(let share): (share * (short / long), lightMiddle)
    }
  }

  /// The light of a streak (`StreakKernel`), summed across its length at 32 positions.
  @inline(__always)
  private func streakLight(aspect: Float) -> (share: Float, middle: SIMD2<Float>) {
    let head = min(1, 1 / max(aspect, 1e-3))
    var (sum, moment) = (Float(0), Float(0))
    for step in 0..<32 {
      let progress = (Float(step) + 0.5) * (1.0 / 32)
      let along = 2 * progress - 1
      let around = max(along - (1 - head), 0) / head
      let left = max(1 - around * around, 0)
      // Across, (c − v²)² sums to 16/15·c^(5/2).
      let across = 16.0 / 15 * left * left * left.squareRoot()
      let light = progress * (parameter + (1 - parameter) * progress) * across
      sum += light
      moment += light * along
    }
    return (sum * (2.0 / 32), SIMD2(sum > 0 ? moment / sum : 0, lightMiddle.y))
  }
}

/// A soft-edged ellipse.
struct DefocusedEllipse: SpriteKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  /// How far the sprite is out of focus: blur ÷ size.
  let ratio: Float
  private let slabs: Slabs
  private var row: PrincipalRow
  private let disc: SpreadDisc

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: 0.5, leastLong: 0.5)
    row = PrincipalRow(frame)
    let blur = record.blur
    let light = shape.light(long: frame.long, short: frame.short, aspect: record.aspect)
    let share = light.share
    var middle = light.middle
    // What is swept keeps its length.
    let gain = shape.defocus.isSwept ? 1 : (share * (1 / Float.pi)).squareRoot()
    // The middle of the light stays where it was, as far as that lies within reach.
    let distance = (middle.x * middle.x + middle.y * middle.y).squareRoot()
    if distance > 0 {
      middle *= min(distance, max(DefocusReach.ofAxes - gain, 0)) / distance
      centerX = record.x + (record.axisXx * middle.x + record.axisYx * middle.y)
      centerY = record.y + (record.axisXy * middle.x + record.axisYy * middle.y)
    } else {
      centerX = record.x
      centerY = record.y
    }
    let (ownLong, ownShort) = (frame.long * gain, frame.short * gain)
    let size = (ownLong * ownShort).squareRoot()
    ratio = size > 0 ? blur / size : 1e6
    disc = SpreadDisc(long: ownLong, short: ownShort, blur: blur)
    weight = frame.weight * (share * (1 / Float.pi) * frame.long * frame.short) / disc.light
    slabs = Slabs(frame.u1, disc.long, frame.u2, disc.short)
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    row.begin(dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    disc.height(row.along(dx), row.across(dx))
  }
}

extension SpriteRecord {
  /// Length of the x axis ÷ that of the y axis.
  @inline(__always) fileprivate var aspect: Float {
    let x = (axisXx * axisXx + axisXy * axisXy).squareRoot()
    let y = (axisYx * axisYx + axisYy * axisYy).squareRoot()
    return y > 0 ? x / y : 1e3
  }
}

/// An ellipse spread over a circle of radius `blur`.
struct SpreadDisc {
  /// Half axes of all that is lit.
  let long: Float
  let short: Float
  /// Its light, ÷ π, where its middle has the height 1.
  let light: Float
  private let inverseLong: Float
  private let inverseShort: Float
  private let flat: Float
  private let inverseFall: Float

  @inline(__always)
  init(long ownLong: Float, short ownShort: Float, blur: Float) {
    let size = (ownLong * ownShort).squareRoot()
    // Never so small that the grid of pixels shows.
    long = max(ownLong + blur, 2)
    short = max(ownShort + blur, 2)
    // The fall takes at least 1½ px.
    flat = max(min(abs(size - blur) / max(size + blur, 1e-6), 1 - 1.5 / short), 0)
    let fall = 1 - flat
    inverseFall = 1 / fall
    light = long * short * (flat * flat + flat * fall + 0.3 * fall * fall)
    inverseLong = 1 / long
    inverseShort = 1 / short
  }

  @inline(__always)
  func height(_ along: Lane8, _ across: Lane8) -> Lane8 {
    let (x, y) = (along * inverseLong, across * inverseShort)
    let place = unit((Lanes.sqrt(x * x + y * y) - flat) * inverseFall)
    return 1 - place * place * (3 - 2 * place)
  }
}

/// A rectangle whose sides fall smoothly.
struct DefocusedBox: SpriteKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  private let slabs: Slabs
  private var row: BoxRow
  private let inverseFall: Float
  /// Half width and height in units of half the fall.
  private let edgeX: Float
  private let edgeY: Float

  /// Sines of the angle between the sides from which on a rectangle is drawn as one, by a part and wholly.
  static var leastSine: Float { 0.8 }
  static var wholeSine: Float { 0.95 }

  /// The share of the picture that is drawn with straight sides.
  @inline(__always)
  static func share(_ record: SpriteRecord) -> Float {
    let (xx, xy, yx, yy) = (record.axisXx, record.axisXy, record.axisYx, record.axisYy)
    let square = (xx * xx + xy * xy) * (yx * yx + yy * yy)
    if !(square > 0) { return 0 }
    let sine = abs(xx * yy - xy * yx) / square.squareRoot()
    return clamp((sine - leastSine) / (wholeSine - leastSine), 0, 1)
  }

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: 0.5, leastLong: 0.5)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    row = BoxRow(frame)
    // Never steeper than a pixel is wide.
    let blur = max(record.blur, 1)
    inverseFall = 0.5 / blur
    edgeX = row.halfX * inverseFall
    edgeY = row.halfY * inverseFall
    slabs = Slabs(row.normalX, row.halfX + blur, row.normalY, row.halfY + blur)
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    row.begin(dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    across(row.x(dx) * inverseFall + 0.5, edgeX) * across(row.y(dx) * inverseFall + 0.5, edgeY)
  }

  @inline(__always) private func across(_ x: Lane8, _ edge: Float) -> Lane8 { step(x + edge) - step(x - edge) }

  @inline(__always) private func step(_ x: Lane8) -> Lane8 {
    let place = unit(x)
    return place * place * (3 - 2 * place)
  }
}

/// Draws particles of one shape of which some are out of focus.
func drawDefocused(_ shape: PreparedShape, _ batch: SpriteBatch, _ context: SpriteContext) {
  forEachFocus(of: batch, shape: shape, scratch: context.scratch) { batch, share in
    if share < 1 { shape.draw(batch, context.dimmed(by: 1 - share)) }
    if share == 0 { return }
    withUnsafePointer(to: batch) {
      let batches = UnsafeBufferPointer(start: $0, count: 1)
      let defocused = context.dimmed(by: share)
      if shape.hasHole { return DefocusedRing.draw(batches, shape, defocused) }
      let straight = straightShare(batch, shape)
      if straight > 0 { DefocusedBox.draw(batches, shape, defocused.dimmed(by: straight)) }
      if straight < 1 { DefocusedEllipse.draw(batches, shape, defocused.dimmed(by: 1 - straight)) }
    }
  }
}

/// Marks the blocks that `drawDefocused` may change.
func markDefocused(_ shape: PreparedShape, _ batch: SpriteBatch, _ context: MarkingContext) {
  forEachFocus(of: batch, shape: shape, scratch: context.scratch) { batch, share in
    if share < 1 { shape.markDirty(batch, context) }
    if share == 0 { return }
    if shape.hasHole { return DefocusedRing.markDirty(batch, shape, context) }
    let straight = straightShare(batch, shape)
    if straight > 0 { DefocusedBox.markDirty(batch, shape, context) }
    if straight < 1 { DefocusedEllipse.markDirty(batch, shape, context) }
  }
}

/// The share of a particle's defocused picture that has straight sides.
@inline(__always)
private func straightShare(_ batch: SpriteBatch, _ shape: PreparedShape) -> Float {
  shape.hasStraightSides ? DefocusedBox.share(SpriteRecord(batch.records, isRound: false)) : 0
}

/// Cuts particles into batches of sharp ones and single ones that are out of focus by a share.
@inline(__always)
private func forEachFocus(
  of batch: SpriteBatch, shape: PreparedShape, scratch: UnsafeMutablePointer<Float>,
  _ body: (_ batch: SpriteBatch, _ share: Float) -> Void
) {
  let stride = SpriteRecord.stride(isRound: false)
  func share(_ position: Int) -> Float {
    let record = SpriteRecord(batch.records + position * stride, isRound: false)
    if !(record.blur > 0) { return 0 }
    return shape.defocus.share(ratio: DefocusedEllipse(record, shape, scratch).ratio)
  }
  var start = 0
  while start < batch.count {
    let first = share(start)
    var end = start + 1
    if first == 0 { while end < batch.count && share(end) == 0 { end += 1 } }
    body(SpriteBatch(records: batch.records + start * stride, count: end - start), first)
    start = end
  }
}
