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

extension PreparedShape {
  /// Light of a sprite ÷ the product of its half axes, and the light's middle in units of its axes.
  ///
  /// - Parameters:
  ///   - long: the longer half axis of its ellipse, `short` the other.
  ///   - aspect: length of its x axis ÷ that of its y axis.
  fileprivate func light(long: Float, short: Float, aspect: Float) -> (share: Float, middle: SIMD2<Float>) {
    let share: Float
    switch kind {
    case .disc: share = .pi
    case .softDisc: share = .pi / 3
    case .ring: share = .pi * (1 - parameter * parameter)
    case .square: share = 4
    case .capsule: share = 4 - (4 - .pi) * (short / long)
    case .streak: return streakLight(aspect: aspect)
    case .star, .polygon: share = area
    case .outline: share = Float(outline?.area ?? 0) * (glint?.mean ?? 1)
    case .sweptDisc: share = .pi * (short / long)
    case .sweptSoftDisc: share = .pi / 3 * (short / long)
    }
    return (share, lightMiddle)
  }

  /// The light of a streak (`StreakKernel`), by summing across its length at 32 places.
  @inline(__always)
  private func streakLight(aspect: Float) -> (share: Float, middle: SIMD2<Float>) {
    let head = min(1, 1 / max(aspect, 1e-3))
    var (sum, moment) = (Float(0), Float(0))
    for step in 0..<32 {
      let progress = (Float(step) + 0.5) * (1.0 / 32)
      let place = 2 * progress - 1
      let around = max(place - (1 - head), 0) / head
      let left = max(1 - around * around, 0)
      // Across, (c − v²)² sums to 16/15·c^(5/2).
      let across = 16.0 / 15 * left * left * left.squareRoot()
      let light = progress * (parameter + (1 - parameter) * progress) * across
      sum += light
      moment += light * place
    }
    return (sum * (2.0 / 32), SIMD2(sum > 0 ? moment / sum : 0, lightMiddle.y))
  }

  /// The share of the defocused picture in a sprite whose blur is so many times its size; the rest is drawn sharp.
  @inline(__always)
  func defocusShare(_ ratio: Float) -> Float {
    let (from, to): (Float, Float) =
      switch kind {
      case .disc, .square, .ring: (0, 0.15)
      case .softDisc: (0.1, 0.9)
      default: (0.1, 0.45)
      }
    let place = clamp((ratio - from) / (to - from), 0, 1)
    return place * place * (3 - 2 * place)
  }
}

/// A soft-edged ellipse.
struct DefocusedEllipse: SpriteKernel {
  static var masksSpan: Bool { true }
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
    let isSwept = shape.kind == .sweptDisc || shape.kind == .sweptSoftDisc
    let gain = isSwept ? 1 : (share * (1 / Float.pi)).squareRoot()
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
  static var masksSpan: Bool { true }
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

extension SpriteBatch {
  /// Draws particles of one shape of which some are out of focus, in the order of `run`.
  @inline(never)
  func drawDefocused<Rule: Blender>(_ shape: PreparedShape, _ run: SpriteRun, _ rule: Rule) {
    forEachFocus(of: run, shape: shape, scratch: scratch) { part, share in
      withUnsafePointer(to: part) { part in
        let runs = UnsafeBufferPointer(start: part, count: 1)
        if share < 1 { with(opacity: opacity * (1 - share)).drawShape(shape, runs, rule) }
        if share == 0 { return }
        if shape.kind == .ring {
          drawRun(DefocusedRing.self, rule, runs, isRound, shape, opacity * share, tile, scratch)
          return
        }
        let straight = straightShare(part.pointee, shape)
        if straight > 0 {
          drawRun(DefocusedBox.self, rule, runs, isRound, shape, opacity * share * straight, tile, scratch)
        }
        if straight < 1 {
          drawRun(DefocusedEllipse.self, rule, runs, isRound, shape, opacity * share * (1 - straight), tile, scratch)
        }
      }
    }
  }

  private func with(opacity: Float) -> SpriteBatch {
    SpriteBatch(isRound: isRound, set: set, opacity: opacity, tile: tile, scratch: scratch)
  }
}

/// The share of a particle's defocused picture that has straight sides.
@inline(__always)
func straightShare(_ run: SpriteRun, _ shape: PreparedShape) -> Float {
  shape.kind == .square ? DefocusedBox.share(SpriteRecord(run.records, isRound: false)) : 0
}

/// Cuts particles into runs of sharp ones and single ones that are out of focus by a share.
@inline(__always)
func forEachFocus(
  of run: SpriteRun, shape: PreparedShape, scratch: UnsafeMutablePointer<Float>,
  _ body: (_ part: SpriteRun, _ share: Float) -> Void
) {
  let stride = SpriteRecord.stride(isRound: false)
  func share(_ position: Int) -> Float {
    let record = SpriteRecord(run.records + position * stride, isRound: false)
    if !(record.blur > 0) { return 0 }
    return shape.defocusShare(DefocusedEllipse(record, shape, scratch).ratio)
  }
  var start = 0
  while start < run.count {
    let first = share(start)
    var end = start + 1
    if first == 0 { while end < run.count && share(end) == 0 { end += 1 } }
    body(SpriteRun(records: run.records + start * stride, count: end - start), first)
    start = end
  }
}
