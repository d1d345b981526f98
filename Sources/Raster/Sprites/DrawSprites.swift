import Lanes

/// Lays particles on a tile, in the order of `runs`, each clipped to it.
///
/// `isRound` tells the layout of the records. `opacity` multiplies colour and alpha. `clampsToUnit` holds the result
/// inside 0...1 after each particle: encoded values on an `srgb` canvas. Without `keepsAlpha` the tile's alpha is left
/// undefined (the light is the same), which is refused for `multiply`, whose light depends on it. The tile may be of any
/// size; a pixel's bits do not depend on it. `scratch` is memory of the calling thread.
package func drawSprites(
  _ runs: UnsafeBufferPointer<SpriteRun>, isRound: Bool, set: SpriteSet, blend: BlendKind, opacity: Float,
  clampsToUnit: Bool, keepsAlpha: Bool, scratch: AlignedBuffer<Float>, into tile: Tile
) {
  guard !runs.isEmpty, opacity > 0 else { return }
  scratch.reserve(set.scratchCount(tileWidth: tile.width))
  let batch = SpriteBatch(isRound: isRound, set: set, opacity: opacity, tile: tile, scratch: scratch.base)
  precondition(keepsAlpha || blend != .multiply, "Multiplying needs the alpha of what is below.")
  switch (blend, clampsToUnit, keepsAlpha) {
  case (.normal, false, true): batch.draw(runs, NormalBlend())
  case (.normal, false, false): batch.draw(runs, WithoutAlpha(NormalBlend()))
  case (.add, false, true): batch.draw(runs, AddBlend())
  case (.add, false, false): batch.draw(runs, WithoutAlpha(AddBlend()))
  case (.screen, false, false): batch.draw(runs, WithoutAlpha(ScreenBlend()))
  default: batch.draw(runs, AnyBlend(kind: blend, clampsToUnit: clampsToUnit))
  }
}

/// What all particles of a call share.
struct SpriteBatch {
  let isRound: Bool
  let set: SpriteSet
  let opacity: Float
  let tile: Tile
  let scratch: UnsafeMutablePointer<Float>

  /// Cuts the particles into runs of one shape, so that each run has its own compiled loop.
  @inline(__always)
  func draw<Rule: Blender>(_ runs: UnsafeBufferPointer<SpriteRun>, _ rule: Rule) {
    if set.defocuses {
      for run in runs {
        forEachShape(of: run, isRound: isRound, set: set) { shape, part in drawDefocused(shape, part, rule) }
      }
      return
    }
    if set.shapes.count == 1 {
      drawShape(set.shapes[0], runs, rule)
      return
    }
    for run in runs {
      forEachShape(of: run, isRound: isRound, set: set) { shape, part in
        withUnsafePointer(to: part) { drawShape(shape, UnsafeBufferPointer(start: $0, count: 1), rule) }
      }
    }
  }

  @inline(never)
  func drawShape<Rule: Blender>(_ shape: PreparedShape, _ runs: UnsafeBufferPointer<SpriteRun>, _ rule: Rule) {
    if isRound {
      switch shape.kind {
      case .disc: return drawRound(RoundDisc.self, rule, runs, isRound, shape, opacity, tile)
      case .softDisc: return drawRound(RoundSoftDisc.self, rule, runs, isRound, shape, opacity, tile)
      case .ring: return drawRound(RoundRing.self, rule, runs, isRound, shape, opacity, tile)
      default: break
      }
    }
    switch shape.kind {
    case .disc, .ring: drawRun(EllipseRing.self, rule, runs, isRound, shape, opacity, tile, scratch)
    case .softDisc: drawRun(EllipseSoftDisc.self, rule, runs, isRound, shape, opacity, tile, scratch)
    case .square: drawRun(BoxKernel.self, rule, runs, isRound, shape, opacity, tile, scratch)
    case .capsule: drawRun(CapsuleKernel.self, rule, runs, isRound, shape, opacity, tile, scratch)
    case .streak: drawRun(StreakKernel.self, rule, runs, isRound, shape, opacity, tile, scratch)
    case .star: drawRun(StarKernel.self, rule, runs, isRound, shape, opacity, tile, scratch)
    case .polygon: drawRun(PolygonKernel.self, rule, runs, isRound, shape, opacity, tile, scratch)
    case .sweptDisc: drawRun(SweptDisc.self, rule, runs, isRound, shape, opacity, tile, scratch)
    case .sweptSoftDisc: drawRun(SweptSoftDisc.self, rule, runs, isRound, shape, opacity, tile, scratch)
    case .outline:
      guard let outline = shape.outline else { return }
      let numbers = UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: Int32.self)
      drawOutlines(rule, runs, isRound, shape, outline, opacity, tile, numbers)
    }
  }
}

/// Cuts particles into runs of one shape.
@inline(__always)
func forEachShape(
  of run: SpriteRun, isRound: Bool, set: SpriteSet, _ body: (_ shape: PreparedShape, _ part: SpriteRun) -> Void
) {
  if set.shapes.count == 1 { return body(set.shapes[0], run) }
  let stride = SpriteRecord.stride(isRound: isRound)
  var start = 0
  while start < run.count {
    let sprite = SpriteRecord(run.records + start * stride, isRound: isRound).sprite
    var end = start + 1
    while end < run.count && SpriteRecord(run.records + end * stride, isRound: isRound).sprite == sprite { end += 1 }
    body(
      set.shapes[min(sprite, set.shapes.count - 1)],
      SpriteRun(records: run.records + start * stride, count: end - start))
    start = end
  }
}
