import Lanes
import Model
import Raster

/// Draws rings on water: a new `RipplesShader` for every frame.
final class RipplesLayerShader: LayerShader, @unchecked Sendable {
  private let ripples: Ripples
  /// The layer's path hash, from which the drops' random numbers follow.
  private let pathHash: UInt64
  private let canvas: Canvas
  private let loopSeconds: Double?
  private var shader: RipplesShader?

  init(_ ripples: Ripples, in context: ShaderContext) {
    self.ripples = ripples
    pathHash = context.pathHash
    (canvas, loopSeconds) = (context.canvas, context.loopSeconds)
  }

  func update(at clock: AnimationClock) {
    shader = RipplesShader(ripples: ripples, path: pathHash, canvas: canvas, clock: clock, loopSeconds: loopSeconds)
  }

  var isEmpty: Bool { shader?.isEmpty ?? true }
  var contentVersion: Int? { nil }
  /// That of a few drops.
  var pixelNanoseconds: Double { 2 }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool {
    shader?.markDirty(blocks, rect: rect)
    return true
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    shader?.shade(into: tile, blocks: blocks) ?? false
  }
}

extension Ripples: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { RipplesLayerShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    let estimate = RipplesEstimate(self, in: frame)
    var cost = SourceCost(nanoseconds: estimate.nanoseconds, remedy: estimate.remedy)
    cost.frameBytes = estimate.bytes
    return cost
  }
}
