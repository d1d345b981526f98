import Lanes

/// Lays particles on a tile, in the order of `indices`, each clipped to it.
///
/// `opacity` multiplies colour and alpha. `clampsToUnit` holds the result inside 0...1 after each particle: encoded
/// values on an `srgb` canvas. The tile may be of any size; a pixel's bits do not depend on it.
package func drawSprites(
  _ columns: SpriteColumns, indices: UnsafeBufferPointer<UInt32>, set: SpriteSet, blend: BlendKind, opacity: Float,
  clampsToUnit: Bool, into tile: Tile
) {
  guard !indices.isEmpty, opacity > 0 else { return }
  withUnsafeTemporaryAllocation(of: Float.self, capacity: max(set.scratchCount, 1)) { scratch in
    let batch = SpriteBatch(
      columns: columns, set: set, opacity: opacity, tile: tile, scratch: scratch.baseAddress!)
    switch (blend, clampsToUnit) {
    case (.normal, false): batch.draw(indices, NormalBlend())
    case (.add, false): batch.draw(indices, AddBlend())
    default: batch.draw(indices, AnyBlend(kind: blend, clampsToUnit: clampsToUnit))
    }
  }
}

/// What all particles of a call share.
struct SpriteBatch {
  let columns: SpriteColumns
  let set: SpriteSet
  let opacity: Float
  let tile: Tile
  let scratch: UnsafeMutablePointer<Float>

  /// Cuts the particles into runs of one shape, so that each run has its own compiled loop.
  @inline(__always)
  func draw<Rule: Blender>(_ indices: UnsafeBufferPointer<UInt32>, _ rule: Rule) {
    if set.shapes.count == 1 {
      drawShape(set.shapes[0], indices, rule)
      return
    }
    var start = 0
    while start < indices.count {
      let sprite = columns.sprites[Int(indices[start])]
      var end = start + 1
      while end < indices.count && columns.sprites[Int(indices[end])] == sprite { end += 1 }
      let last = set.shapes.count - 1
      drawShape(
        set.shapes[min(Int(sprite), last)], UnsafeBufferPointer(rebasing: indices[start..<end]), rule)
      start = end
    }
  }

  @inline(never)
  func drawShape<Rule: Blender>(_ shape: PreparedShape, _ indices: UnsafeBufferPointer<UInt32>, _ rule: Rule) {
    if columns.isRound {
      switch shape.kind {
      case .disc: return drawRun(RoundDisc.self, rule, columns, indices, shape, opacity, tile, scratch)
      case .softDisc: return drawRun(RoundSoftDisc.self, rule, columns, indices, shape, opacity, tile, scratch)
      case .ring: return drawRun(RoundRing.self, rule, columns, indices, shape, opacity, tile, scratch)
      default: break
      }
    }
    switch shape.kind {
    case .disc, .ring: drawRun(EllipseRing.self, rule, columns, indices, shape, opacity, tile, scratch)
    case .softDisc: drawRun(EllipseSoftDisc.self, rule, columns, indices, shape, opacity, tile, scratch)
    case .square: drawRun(BoxKernel.self, rule, columns, indices, shape, opacity, tile, scratch)
    case .capsule: drawRun(CapsuleKernel.self, rule, columns, indices, shape, opacity, tile, scratch)
    case .streak: drawRun(StreakKernel.self, rule, columns, indices, shape, opacity, tile, scratch)
    case .star: drawRun(StarKernel.self, rule, columns, indices, shape, opacity, tile, scratch)
    case .polygon: drawRun(PolygonKernel.self, rule, columns, indices, shape, opacity, tile, scratch)
    }
  }
}
